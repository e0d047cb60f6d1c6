//! Course submissions play the same whether a process is started for every turn, or copied.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Place;
use super::teams::team_that;

/// What hunters do in a turn, by name: everything that can go right or wrong in one.
const HUNTERS: [(&str, &str); 16] = [
    ("plain", "registerBestPlay(\"LO\", \"hi\");"),
    (
        "counts",
        "static int turns; char text[100]; sprintf(text, \"%d %d\", ++turns, rand());\n\
         registerBestPlay(\"PA\", text);",
    ),
    (
        "remembers",
        "FILE *f = fopen(\"seen\", \"a\"); fputs(\"x\", f); long n = ftell(f); fclose(f);\n\
         char text[100]; sprintf(text, \"%ld\", n); registerBestPlay(n % 3 ? \"LO\" : \"ED\", text);",
    ),
    ("prints", "printf(\"thinking\"); registerBestPlay(\"MA\", \"\"); fprintf(stderr, \"done\");"),
    ("changes", "registerBestPlay(\"LO\", \"1\"); registerBestPlay(\"ED\", \"2\");"),
    ("crashes", "registerBestPlay(\"LO\", \"\"); *(volatile int *)0 = 1;"),
    ("silent-crash", "*(volatile int *)0 = 1;"),
    ("aborts", "registerBestPlay(\"LO\", \"\"); abort();"),
    ("asserts", "assert(!\"ready\");"),
    ("exits", "registerBestPlay(\"LO\", \"\"); exit(0);"),
    ("fails", "exit(1);"),
    ("says-nothing", ""),
    ("garbles", "registerBestPlay(\"ZZ\", \"\");"),
    ("leaves", "if (!fork()) { sleep(50); _exit(0); } registerBestPlay(\"LO\", \"\");"),
    ("kills", "registerBestPlay(\"LO\", \"\"); kill(-1, SIGKILL);"),
    (
        "overflows",
        "registerBestPlay(\"LO\", \"\"); for (volatile char *p = alloca(1);; p -= 4096) *p = 1;",
    ),
];

/// Lays a league of such hunters out, and plays it in this way; gives its files.
fn league(place: &Place, turns: &str) -> BTreeMap<String, Vec<u8>> {
    let names: Vec<_> = HUNTERS.iter().map(|(name, _)| format!("subs/{name}")).collect();
    let output = place.run(&format!(
        "league {} dracula=random --matches 1 --starts free --records all --threads 2 \
         --turns {turns} --out {turns} --quiet",
        names.join(" ")
    ));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = BTreeMap::new();
    collect(&place.path(turns), Path::new(""), &mut files);
    // Times are nobody's promise; how turns are served is written down.
    files.remove("timings.csv");
    let run = String::from_utf8(files.remove("run.toml").unwrap()).unwrap();
    assert!(run.contains(&format!("turns = \"{turns}\"")), "{run}");
    files
}

fn collect(root: &Path, below: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(root.join(below)).unwrap() {
        let path = below.join(entry.unwrap().file_name());
        if root.join(&path).is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(path.display().to_string(), fs::read(root.join(&path)).unwrap());
        }
    }
}

#[test]
fn a_league_has_the_same_results_faults_and_logs_both_ways() {
    let place = Place::new();
    for (name, act) in HUNTERS {
        team_that(&place, name, act);
    }
    let (process, warm) = (league(&place, "process"), league(&place, "warm"));
    assert_eq!(process.keys().collect::<Vec<_>>(), warm.keys().collect::<Vec<_>>());
    for (name, bytes) in &process {
        let (theirs, ours) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&warm[name]));
        assert!(theirs == ours, "{name}:\n{theirs}\n{ours}");
    }
    let faults = String::from_utf8_lossy(&warm["faults.csv"]).into_owned();
    assert!(faults.contains("crash") && faults.contains("garbled"), "{faults}");
}

/// Leaves a file for the next turn when the program ends, by its first word; its second leads there.
const LATE: [(&str, &str, &str); 4] = [
    ("unflushed", "", "late();"),
    ("atexit", "", "atexit(late);"),
    ("on-exit", "", "on_exit((void (*)(int, void *))late, 0);"),
    ("destructor", "__attribute__((destructor)) ", ""),
];

#[test]
fn what_a_program_has_to_do_at_its_end_is_done_before_the_next_turn() {
    let place = Place::new();
    for (name, kind, call) in LATE {
        // Every turn but the first finds what the one before has left.
        let act = format!(
            "int late_ones = 0, turns = 0; FILE *f = fopen(\"late\", \"r\");\n\
             if (f) {{ fscanf(f, \"%d\", &late_ones); fclose(f); }}\n\
             f = fopen(\"turns\", \"a+\"); fputs(\"x\", f); turns = ftell(f); fclose(f);\n\
             registerBestPlay(late_ones == turns - 1 ? \"LO\" : \"ZZ\", \"\");\n\
             count = turns; {call}"
        );
        team_that(&place, name, &act);
        let file = format!("subs/{name}/hunter.c");
        let source = fs::read_to_string(place.path(&file)).unwrap();
        let late = format!(
            "static int count;\n{kind}static void late(void) {{\n\
             FILE *f = fopen(\"late\", \"w\"); fprintf(f, \"%d\", count); }}\n"
        );
        let before = source.find("void decideHunterMove").unwrap();
        place.write(&file, &format!("{}{late}{}", &source[..before], &source[before..]));
    }
    let names = LATE.map(|(name, ..)| format!("subs/{name}")).join(" ");
    let output = place.run(&format!(
        "league {names} dracula=random --matches 1 --starts free --out late --quiet"
    ));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let faults = fs::read_to_string(place.path("late/faults.csv")).unwrap();
    assert!(!faults.contains("garbled") && !faults.contains("crash"), "{faults}");
}

#[test]
fn a_program_with_functions_of_its_own_that_our_main_calls_early_gets_a_process_a_turn() {
    for function in ["stoker_course_prepare", "setvbuf"] {
        let place = Place::new();
        team_that(&place, "plain", "registerBestPlay(\"LO\", \"hi\");");
        place.write("subs/plain/own.c", &format!("int {function}(void) {{ return 0; }}\n"));
        place.write("subs/plain/Makefile", "hunter: player.o hunter.o HunterView.o own.o\n");
        let served = &place.build_one("subs")["served"]["hunters"];
        let why = served["process"].as_str().unwrap_or_default();
        assert!(why.contains("before"), "{function}: {served}");
    }
}

#[test]
fn a_program_with_a_constructor_gets_a_process_a_turn_and_the_build_says_why() {
    let place = Place::new();
    team_that(&place, "plain", "registerBestPlay(\"LO\", \"hi\");");
    assert_eq!(place.build_one("subs")["served"]["hunters"], "warm");
    let hook = "__attribute__((constructor)) static void hook(void) { puts(\"early\"); }\n";
    let source = fs::read_to_string(place.path("subs/plain/hunter.c")).unwrap();
    place.write("subs/plain/hunter.c", &(source + hook));
    let text = String::from_utf8(place.run("build subs").stdout).unwrap();
    let why = "turns  a new process every turn: it has initialisers of its own";
    assert!(text.contains(why), "{text}");
}
