//! Tests of the player main: every year's interface, both protocols, and misbehaving programs.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod common;

use std::fmt::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;

use common::{KIT, Link, Ran, Team, run_program};
use serde_json::{Value, json};

const HELLO: &str = "{\"type\":\"hello\",\"protocol\":1,\"new\":{\"a\":[\"}\"]}}\n";
const START: &str = "{\"type\":\"start\",\"limits\":{\"wall_ms\":6000,\"cpu_ms\":100}}\n";

/// A hunters' program whose decision is this code, with an empty view of its own.
fn deciding(code: &str) -> (Team, PathBuf) {
    let text = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
         #include \"hunter.h\"\nHunterView HvNew(char *p, Message m[]) {{ return 0; }}\n\
         void HvFree(HunterView v) {{}}\nstatic int calls;\nvoid decideHunterMove(HunterView v) {{ {code} }}"
    );
    let team = Team::new(&[("hunter.c", &text)]);
    let program = team.player("2020", &["hunter.c"], Link::OwnViews);
    (team, program)
}

/// One turn in the protocol with one process per turn.
fn turn(code: &str, messages: &[&str]) -> Ran {
    let (_team, program) = deciding(code);
    let input = json!({"past_plays": "GPA....", "messages": messages}).to_string();
    run_program(&program, &input, &[("STOKER_CPU_MS", "100")])
}

/// A match with this many decisions in the protocol with one process per match.
fn lines(code: &str, decisions: usize) -> Ran {
    let (_team, program) = deciding(code);
    let mut input = format!("{HELLO}{START}\n");
    for n in 0..decisions {
        let decide = json!({"type": "decide", "decision": n, "past_plays": "GPA....",
            "messages": ["hi"], "legal": ["PA"]});
        writeln!(input, "{decide}").unwrap();
    }
    input += "{\"type\":\"ended\",\"result\":{}}\n";
    run_program(&program, &input, &[])
}

fn reply(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

#[test]
fn every_year_s_interface_is_spoken_by_both_sides() {
    let builds = [("2013", ""), ("2014", "D"), ("2018", "D"), ("2019", "D"), ("2020", "D")];
    for (year, dracula) in builds {
        for side in ["", dracula] {
            let team = Team::new(&[]);
            let folder = format!("{KIT}/tests/years/{year}");
            let sources = [format!("{folder}/team.c"), format!("{KIT}/player.c")];
            let interface = format!("-DSTOKER_INTERFACE={year}");
            let include = format!("-I{folder}");
            let mut flags = vec!["-w", &interface, &include];
            flags.extend((side == "D").then_some("-DI_AM_DRACULA"));
            let sources = sources.each_ref().map(String::as_str);
            let program = team.compile(&sources, &flags, Link::OwnViews);
            let ran = run_program(
                &program,
                "{\n \"messages\" : [\"hi\"],\n\"past_plays\":\"GPA....\"}",
                &[],
            );
            assert_eq!(reply(&ran), json!({"move": "PA", "message": format!("{year} 7 hi")}));
            assert_eq!((ran.status.code(), ran.err.as_str()), (Some(0), ""), "{year}{side}");
        }
    }
}

/// A year's program with these headers, which the player main must not include.
fn with_headers(year: &str, source: &str, headers: &[&str]) -> Ran {
    let trap = "#error \"the player main includes no header of a program\"\n";
    let files: Vec<_> =
        headers.iter().map(|name| (*name, trap)).chain([("team.c", source)]).collect();
    let team = Team::new(&files);
    let program = team.player(year, &["team.c"], Link::OwnViews);
    run_program(&program, "{\"past_plays\": \"GPA....\", \"messages\": [\"hi\"]}", &[])
}

#[test]
fn nothing_but_its_functions_is_needed_of_a_program() {
    let text = "void registerBestPlay(char *p, char *m);\n\
        void *newHunterView(char *p, char m[][100]) { return m[0]; }\n\
        void decideHunterMove(void *v) { registerBestPlay(\"PA\", v); }\n";
    let headers = ["Game.h", "HunterView.h", "Globals.h", "Places.h", "hunter.h"];
    for year in ["2014", "2018"] {
        let ran = with_headers(year, text, &headers);
        assert_eq!(reply(&ran), json!({"move": "PA", "message": "hi"}), "{year}");
    }
    let text = text.replace("newHunterView", "HvNew");
    assert_eq!(reply(&with_headers("2020", &text, &headers))["message"], "hi");
    let text = text.replace("decideHunterMove", "decideMove").replace("HvNew", "newHunterView");
    assert_eq!(reply(&with_headers("2013", &text, &["game.h", "hunterView.h"]))["message"], "hi");
    let text = "void register_best_play(const char *p, char *m);\n\
        void *hv_new(const char *p, char m[][100]) { return m[0]; }\n\
        void decide_hunter_move(void *v) { register_best_play(\"PA\", v); }\n";
    assert_eq!(reply(&with_headers("2019", text, &["game.h", "hunter_view.h"]))["message"], "hi");
}

#[test]
fn a_view_is_freed_where_the_program_has_a_function_for_that() {
    let text = "#include <stdio.h>\nvoid registerBestPlay(char *p, char *m);\n\
        void *newHunterView(char *p, char m[][100]) { return m[0]; }\n\
        void decideHunterMove(void *v) { registerBestPlay(\"PA\", v); }\n\
        void disposeHunterView(char *v) { fprintf(stderr, \"freed %s\", v); }\n";
    assert_eq!(with_headers("2014", text, &[]).err, "freed hi");
}

#[test]
fn the_last_of_several_plays_counts_and_short_literals_and_const_are_fine() {
    let code =
        "const char *m = \"LO\"; registerBestPlay(\"PA\", \"\"); registerBestPlay(m, \"hi\");";
    let ran = turn(code, &[]);
    assert_eq!(ran.out, "{\"move\": \"LO\", \"message\": \"hi\"}\n");
    assert!(ran.status.success());
}

#[test]
fn a_crash_after_a_play_still_answers_and_dies_of_the_signal() {
    let ran = turn("registerBestPlay(\"PA\", \"x\"); *(volatile int *)0 = 1;", &[]);
    assert_eq!(reply(&ran), json!({"move": "PA", "message": "x"}));
    assert_eq!(ran.status.signal(), Some(libc::SIGSEGV));
    let ran = turn("registerBestPlay(\"PA\", \"x\"); abort();", &[]);
    assert_eq!(reply(&ran), json!({"move": "PA", "message": "x"}));
    assert_eq!(ran.status.signal(), Some(libc::SIGABRT));
}

#[test]
fn a_stack_that_is_used_up_still_answers() {
    let code = "registerBestPlay(\"PA\", \"x\"); volatile char big[1 << 20]; \
                memset((char *)big, 1, sizeof big); if (big[5]) decideHunterMove(v); big[7] = 2;";
    let ran = turn(code, &[]);
    assert_eq!(reply(&ran), json!({"move": "PA", "message": "x"}));
    assert_eq!(ran.status.signal(), Some(libc::SIGSEGV));
}

#[test]
fn an_endless_loop_is_cut_and_the_play_counts() {
    let ran = turn("registerBestPlay(\"PA\", \"x\"); for (;;) calls++;", &[]);
    assert_eq!(reply(&ran), json!({"move": "PA", "message": "x"}));
    assert_eq!(ran.status.code(), Some(42));
    let ran = turn("for (;;) registerBestPlay(calls++ % 2 ? \"PA\" : \"LO\", \"x\");", &[]);
    assert_eq!(reply(&ran)["message"], "x");
    assert_eq!(ran.status.code(), Some(42));
    let ran = turn("for (;;) calls++;", &[]);
    assert_eq!(reply(&ran), json!({"move": null, "reason": "time"}));
    assert_eq!(ran.status.code(), Some(1));
}

#[test]
fn exit_is_an_answer_with_the_program_s_own_status() {
    let ran = turn("registerBestPlay(\"PA\", \"x\"); exit(3);", &[]);
    assert_eq!(reply(&ran)["move"], "PA");
    assert_eq!(ran.status.code(), Some(3));
}

#[test]
fn without_a_play_there_is_no_reply() {
    let ran = turn("puts(\"thinking\");", &[]);
    assert_eq!(reply(&ran), json!({"move": null, "reason": "returned"}));
    assert_eq!(ran.status.code(), Some(1));
    assert!(ran.err.contains("no play was registered"), "{}", ran.err);
    for code in ["exit(1);", "exit(0);", "_exit(1);", "abort();"] {
        assert_eq!(turn(code, &[]).out, "", "{code}: this is not for our main to tell");
    }
}

#[test]
fn what_a_program_prints_does_not_get_between_the_replies() {
    let ran = turn(
        "printf(\"{\\\"move\\\": 1}\\n\"); registerBestPlay(\"PA\", \"x\"); puts(\"y\");",
        &[],
    );
    assert_eq!(reply(&ran)["move"], "PA");
    assert_eq!(ran.err, "{\"move\": 1}\ny\n");
}

#[test]
fn messages_are_escaped_cut_and_made_whole() {
    let text = "registerBestPlay(\"PA\", \"a\\\"b\\\\c\\n\\xff \\xc3\\xa9\");";
    assert_eq!(reply(&turn(text, &[]))["message"], "a\"b\\c\n\u{fffd} é");
    // 49 of 60 two-byte characters fit into 99 bytes.
    let long = "char t[200] = \"\"; for (int i = 0; i < 60; i++) strcat(t, \"\\xc3\\xa9\"); \
                registerBestPlay(\"PARIS\", t);";
    let ran = turn(long, &[]);
    assert_eq!(reply(&ran), json!({"move": "PA", "message": "é".repeat(49)}));
}

#[test]
fn messages_that_come_are_read_whatever_is_in_them() {
    let echo = |input: &str| {
        let own = include_str!("years/2020/team.c");
        let team = Team::new(&[("team.c", own)]);
        let program = team.player("2020", &["team.c"], Link::OwnViews);
        let ran = run_program(
            &program,
            &format!("{{\"messages\":[\"{input}\"],\"past_plays\":\"\"}}"),
            &[],
        );
        reply(&ran)["message"].as_str().unwrap()["2020 0 ".len()..].to_owned()
    };
    assert_eq!(echo(r#"\u00e9\ud83d\ude00\ud83d!\"\\\/\t"#), "é😀\u{fffd}!\"\\/\t");
    assert_eq!(echo(r#"]}, {\"move\": \"LO\"}"#), "]}, {\"move\": \"LO\"}");
    assert_eq!(echo(&"é".repeat(60)).chars().count(), 46, "99 bytes less what goes before");
    assert_eq!(echo(r"a\u0000b"), "ab");
}

#[test]
fn a_hundred_kilobytes_of_messages_are_read() {
    let texts: Vec<_> = (0..1_000).map(|_| "m".repeat(99)).collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    assert_eq!(reply(&turn("registerBestPlay(\"PA\", \"x\");", &texts))["move"], "PA");
}

#[test]
fn bad_input_is_refused() {
    let (_team, program) = deciding("registerBestPlay(\"PA\", \"x\");");
    for input in ["", "hello", "{", "{}", "{\"past_plays\": \"", "[1]", "\n\n"] {
        let ran = run_program(&program, input, &[]);
        assert_eq!((ran.out.as_str(), ran.status.code()), ("", Some(2)), "{input}");
    }
}

#[test]
fn a_match_starts_every_decision_afresh() {
    let ran =
        lines("char t[9]; sprintf(t, \"%d\", ++calls); puts(t); registerBestPlay(\"PA\", t);", 3);
    let hello = "{\"type\": \"hello\", \"protocol\": 1, \"form\": \"plays\"}\n";
    let replies = (0..3).fold(hello.to_owned(), |mut all, n| {
        writeln!(all, "{{\"decision\": {n}, \"move\": \"PA\", \"message\": \"1\"}}").unwrap();
        all
    });
    assert_eq!(ran.out, replies);
    assert_eq!((ran.status.code(), ran.err.as_str()), (Some(0), "1\n1\n1\n"));
}

#[test]
fn in_a_match_a_crash_or_a_loop_costs_one_decision() {
    for bad in ["*(volatile int *)0 = 1;", "for (;;) calls++;", "_exit(7);"] {
        let ran = lines(&format!("registerBestPlay(\"PA\", \"x\"); {bad}"), 2);
        assert_eq!(ran.out.lines().count(), 3, "{bad}: {ran:?}");
        assert!(ran.status.success(), "{bad}: {ran:?}");
    }
}

#[test]
fn in_a_match_a_program_cannot_read_what_comes_next() {
    let ran =
        lines("char b[9]; registerBestPlay(\"PA\", read(0, b, 9) == 0 ? \"end\" : \"more\");", 2);
    assert_eq!(ran.out.matches("end").count(), 2, "{ran:?}");
}

#[test]
fn in_a_match_a_sleeper_is_woken_before_the_wall_clock_s_limit() {
    let (_team, program) = deciding("registerBestPlay(\"PA\", \"x\"); sleep(60);");
    let input = format!(
        "{HELLO}{{\"type\":\"start\",\"limits\":{{\"wall_ms\":300}}}}\n\
         {{\"type\":\"decide\",\"decision\":7,\"past_plays\":\"\"}}\n"
    );
    let start = std::time::Instant::now();
    let ran = run_program(&program, &input, &[]);
    assert!(
        ran.out.ends_with("{\"decision\": 7, \"move\": \"PA\", \"message\": \"x\"}\n"),
        "{ran:?}"
    );
    assert!(start.elapsed().as_secs() < 30, "it was not waited for");
}

#[test]
fn in_a_match_no_play_ends_the_process() {
    let ran = lines("", 2);
    assert_eq!((ran.out.lines().count(), ran.status.code()), (1, Some(1)), "{ran:?}");
    assert!(ran.err.contains("no play was registered in decision 0"), "{ran:?}");
}

#[test]
fn the_example_compiles_without_a_warning_and_answers() {
    let files = [
        ("hunter", include_str!("../example/hunter.c"), ""),
        ("dracula", include_str!("../example/dracula.c"), "-DI_AM_DRACULA"),
    ];
    for (side, text, flag) in files {
        let source = format!("{side}.c");
        let team = Team::new(&[(&source, text)]);
        let player = format!("{KIT}/player.c");
        let mut flags = vec!["-Wall", "-Wextra", "-Werror"];
        flags.extend((!flag.is_empty()).then_some(flag));
        let program = team.compile(&[&source, &player], &flags, Link::Library);
        let plays = "GPA.... SPA.... HPA.... MPA....";
        let plays = if side == "dracula" { plays } else { "" };
        let ran =
            run_program(&program, &json!({"past_plays": plays, "messages": []}).to_string(), &[]);
        let code = if side == "dracula" { "CD" } else { "MN" };
        assert_eq!(reply(&ran)["move"], code, "{ran:?}");
        let decide = json!({"type": "decide", "decision": 3, "past_plays": plays});
        let ran = run_program(&program, &format!("{HELLO}{START}{decide}\n{decide}\n"), &[]);
        assert_eq!(ran.out.matches(&format!("\"decision\": 3, \"move\": \"{code}\"")).count(), 2);
    }
}
