use insta::assert_snapshot;
use stoker_external::contract::{Elapsed, Exchange};
use stoker_external::spec::Protocol;
use stoker_research::check::{Evidence, TrialTimes};

use super::*;

fn excerpt_of(text: &str) -> Excerpt {
    let mut excerpt = Excerpt::default();
    excerpt.push(text.as_bytes());
    excerpt
}

fn trial(what: &str, outcome: TrialOutcome) -> BotTrial {
    let longest = Elapsed { wall: Duration::from_millis(12), cpu: Duration::ZERO };
    let turns = u32::from(!matches!(outcome, TrialOutcome::Skipped(_)));
    let times = TrialTimes { turns, total: longest, longest, memory: Some(41 << 20) };
    let about = "stoker match hunters=x dracula=lurker --seed 2 --stderr".to_owned();
    BotTrial { what: what.to_owned(), about, side: Some("hunters"), outcome, times }
}

fn failure() -> TrialFailure {
    let exchange = Exchange {
        protocol: Protocol::Lines,
        sent: excerpt_of(&"0123456789".repeat(850)),
        received: excerpt_of("{\"move\": \"pa\"}\n\u{1b}[31mred\n"),
        memory: None,
        slip: None,
        ended: None,
    };
    let stderr = (18..20).map(|line| format!("line {line}\n")).collect();
    let (legal, codes) = (vec!["PA".to_owned()], vec![]);
    TrialFailure {
        kind: "garbled_reply",
        reason: "`pa` is not a move".to_owned(),
        place: String::new(),
        advice: "codes are upper case".to_owned(),
        evidence: Evidence { exchange: Some(exchange), stderr, legal, codes },
    }
}

fn trials() -> Vec<BotTrial> {
    let placed = |seat| TrialFailure { place: format!("decision 9, {seat}"), ..failure() };
    let placed = vec![placed("Dr Seward"), placed("Mina Harker")];
    vec![
        trial("first turn", TrialOutcome::Ok),
        trial("at sea", TrialOutcome::Failed(vec![failure()])),
        trial("match against lurker", TrialOutcome::Failed(placed)),
        trial("time of a turn", TrialOutcome::Remark("slow".to_owned())),
        trial("odd messages", TrialOutcome::Skipped("too many were too slow")),
    ]
}

#[test]
fn failures_that_look_alike_are_told_once() {
    assert_snapshot!(text("x", &trials(), StreamKind::Pipe), @r#"
     what                  side     result         turns  mean ms  longest ms
     first turn            hunters  ok                 1     12.0        12.0
     at sea                hunters  garbled_reply      1     12.0        12.0
     match against lurker  hunters  garbled_reply      1     12.0        12.0
     time of a turn        hunters  note               1     12.0        12.0
     odd messages          hunters  not tried          -        -           -

    note: hunters, time of a turn
      slow

    garbled_reply: hunters, at sea
      what      `pa` is not a move
      about     stoker match hunters=x dracula=lurker --seed 2 --stderr
      sent      01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789 [...] 01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789
                (8500 bytes)
      received  {"move": "pa"}
                �[31mred
      stderr    line 18
                line 19
      change    codes are upper case
      the same  hunters, match against lurker, decision 9, Dr Seward; hunters, match against lurker, decision 9, Mina Harker

    The most memory seen in use: 41 MiB.

    x: 4 checks, 2 failed, 1 not tried (too many were too slow)
    "#);
}

#[test]
fn the_same_is_there_for_programs() {
    let json = json("x", &trials());
    let counts = ["checks", "failed", "not_tried"].map(|key| json[key].as_u64());
    assert_eq!(counts, [Some(4), Some(2), Some(1)]);
    let failure = &json["trials"][1]["failures"][0];
    assert_eq!(failure["change"], "codes are upper case");
    assert_eq!((&failure["sent_bytes"], &failure["received_bytes"]), (&8_500.into(), &24.into()));
    assert_eq!(json["trials"][2]["failures"].as_array().unwrap().len(), 2);
    assert_eq!(json["trials"][4]["result"], "not tried");
}

#[test]
fn a_text_of_moderate_length_is_shown_whole() {
    assert_eq!(excerpt(&excerpt_of("")), "nothing");
    assert_eq!(excerpt(&excerpt_of(&"x".repeat(400))), "x".repeat(400));
    let cut = excerpt(&excerpt_of(&"x".repeat(401)));
    assert_eq!(cut, format!("{0} [...] {0}\n(401 bytes)", "x".repeat(200)));
}
