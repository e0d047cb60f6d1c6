use stoker_external::contract::{Elapsed, Excerpt, Slip, Status};

use super::*;

fn excerpt(text: &str) -> Excerpt {
    let mut excerpt = Excerpt::default();
    excerpt.push(text.as_bytes());
    excerpt
}

/// The advice about the reply of a program that was asked for decision 7.
fn about(kind: FaultKind, protocol: Protocol, received: &str) -> String {
    let sent = match protocol {
        Protocol::Plays => "{\"past_plays\":\"\",\"messages\":[]}\n",
        Protocol::Lines => "{\"type\":\"decide\",\"decision\":7,\"seat\":0}\n",
    };
    let slip = received.contains("\"decision\":6").then_some(Slip::OtherDecision);
    let (sent, received) = (excerpt(sent), excerpt(received));
    let exchange = Exchange { protocol, sent, received, memory: None, slip, ended: None };
    let evidence = Evidence {
        exchange: Some(exchange),
        stderr: String::new(),
        legal: ["BR", "LO"].map(str::to_owned).to_vec(),
        codes: ["BR", "LO", "PA", "PR"].map(str::to_owned).to_vec(),
    };
    advice(&Case { kind, reason: "", evidence: &evidence })
}

fn garbled(protocol: Protocol, received: &str) -> String {
    about(FaultKind::GarbledReply, protocol, received)
}

fn died(ended: Option<Status>, reason: &str, stderr: &str) -> String {
    let exchange = Exchange {
        protocol: Protocol::Lines,
        sent: Excerpt::default(),
        received: Excerpt::default(),
        memory: None,
        slip: None,
        ended,
    };
    let exchange = ended.map(|_| exchange);
    let evidence = Evidence { exchange, stderr: stderr.to_owned(), ..Evidence::default() };
    advice(&Case { kind: FaultKind::Crash, reason, evidence: &evidence })
}

#[test]
fn a_move_that_is_almost_right_is_put_right() {
    for (mv, expected) in [
        ("pa", "codes are upper case: `PA`, not `pa`"),
        (" PA", "write `PA` without spaces around it"),
        ("PQ", "`PQ` is not a move: did you mean `PA`?"),
        ("Paris, the city of light", "`Paris, the city of l` is not a move; legal were"),
    ] {
        let reply = format!("thinking... {{\"move\": \"{mv}\", \"message\": \"{{\"}}");
        let said = garbled(Protocol::Plays, &reply);
        assert!(said.starts_with(expected), "{mv}: {said}");
    }
}

#[test]
fn what_is_no_reply_is_told_from_what_is_none_of_this_decision() {
    let lines = |text| garbled(Protocol::Lines, text);
    assert!(
        lines("{\"decision\":6,\"move\":\"BR\"}\n")
            .starts_with("reply once to each `decide`, with the number")
    );
    assert!(lines("{\"move\":\"BR\"}\n").starts_with("its reply has no `decision`"));
    assert_eq!(lines("{\"decision\":7,\"move\":\"BR\"}"), "end every line with \\n, and flush it");
    assert!(lines("{\"decision\":7,\"move\":3}\n").starts_with("`move` must be a string"));
    let plays = |text| garbled(Protocol::Plays, text);
    assert!(plays("{\"type\":\"hello\",\"protocol\":1}\n").starts_with("it speaks `lines`"));
    assert!(plays("{'move': 'BR'}").starts_with("JSON has double quotes"));
    assert!(plays("{\"Move\": \"BR\"}").starts_with("the key is `move`"));
    assert!(plays("{\"hunter\": 1}").starts_with("the object has no key"));
    assert!(plays("{\"move\": \"B").starts_with("the JSON object is not complete"));
    assert_eq!(plays("hello"), general(FaultKind::GarbledReply));
}

#[test]
fn a_program_that_is_not_heard_may_wait_for_the_end_or_not_flush() {
    let said = about(FaultKind::WallTimeout, Protocol::Lines, "");
    assert!(said.contains("flush") && said.contains("do not wait for the end of input"), "{said}");
    let said = about(FaultKind::WallTimeout, Protocol::Plays, "");
    assert_eq!(said, general(FaultKind::WallTimeout));
    let said = about(FaultKind::WallTimeout, Protocol::Lines, "{\"decision\":7,\"move\":\"BR\"}");
    assert!(said.starts_with("end every line"), "{said}");
}

#[test]
fn a_program_without_a_hello_is_told_when_it_is_due() {
    for (slip, expected) in [
        (Slip::LateHello, "do not wait for the end of input"),
        (Slip::NoHello, "before it said hello"),
    ] {
        let (sent, received) = (Excerpt::default(), Excerpt::default());
        let protocol = Protocol::Lines;
        let exchange =
            Exchange { protocol, sent, received, memory: None, slip: Some(slip), ended: None };
        let evidence = Evidence { exchange: Some(exchange), ..Evidence::default() };
        let case = Case { kind: FaultKind::CouldNotStart, reason: "", evidence: &evidence };
        let said = advice(&case);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn how_it_ended_tells_what_to_look_for() {
    let (code, signal) = (Status::Code, Status::Signal);
    for (ended, stderr, expected) in [
        (signal(11), "", "-fsanitize=address"),
        (signal(6), "x", "assert"),
        (signal(8), "", "division"),
        (code(127), "sh: x: not found", "was not found"),
        (code(126), "", "chmod +x"),
        (code(139), "", "-fsanitize=address"),
        (code(153), "File size limit exceeded", "to files"),
        (code(1), "Traceback (most recent call last):\nValueError", "exception"),
        (code(1), "ModuleNotFoundError: x", "module is missing"),
    ] {
        // A program's words about itself do not tell how it ended.
        let reason = "exit status 3; standard error ends: `signal 4, exit status 127`";
        let said = died(Some(ended), reason, stderr);
        assert!(said.contains(expected), "{ended:?}: {said}");
    }
    let reason = "exit status 3; standard error ends: `signal 11`";
    assert_eq!(died(Some(code(3)), reason, ""), general(FaultKind::Crash));
}

#[test]
fn why_it_was_not_run_tells_what_to_change() {
    for (reason, expected) in [
        (
            "cannot run `./x`: its first line names an interpreter that is not there: /x",
            "#!/usr/bin/env python3",
        ),
        (
            "cannot run `./x`: its first line names an interpreter that is not there: /x (the line \
             ends as on Windows; convert the file)",
            "sed -i",
        ),
        ("cannot run `./x`: it is not executable; chmod +x ./x", "chmod +x"),
        ("cannot run `./x`: there is no such file in the entrant's folder", "spelling"),
    ] {
        let said = died(None, reason, "");
        assert!(said.contains(expected), "{reason}: {said}");
    }
}

#[test]
fn legal_moves_are_listed_up_to_a_point() {
    let moves = |count: usize| (0..count).map(|mv| mv.to_string()).collect::<Vec<_>>();
    assert_eq!(illegal(&moves(1)), "the only legal move is 0");
    assert_eq!(illegal(&moves(3)), "legal were: 0 1 2");
    assert!(illegal(&moves(71)).ends_with(" 28 29 and 41 more"));
    assert_eq!(illegal(&[]), general(FaultKind::IllegalMove));
}

#[test]
fn more_than_half_of_the_time_is_worth_a_warning() {
    let ms = Duration::from_millis;
    let longest = |wall, cpu| TrialTimes {
        longest: Elapsed { wall: ms(wall), cpu: ms(cpu) },
        ..TrialTimes::default()
    };
    let limits = Limits::default();
    assert_eq!(close_to_a_limit(&longest(3_000, 750), &limits), None);
    let said = close_to_a_limit(&longest(10, 751), &limits).unwrap();
    assert!(said.starts_with("the longest turn took 751 of 1500 ms of processor time"), "{said}");
    let said = close_to_a_limit(&longest(3_001, 10), &limits).unwrap();
    assert!(said.starts_with("the longest turn took 3001 of 6000 ms on the clock"), "{said}");
}

#[test]
fn every_fault_has_something_to_be_said_about_it() {
    let evidence = Evidence::default();
    for kind in FaultKind::ALL {
        let said = advice(&Case { kind, reason: "", evidence: &evidence });
        assert!(!said.is_empty() && !said.ends_with('.'), "{kind}: {said}");
    }
}

#[test]
fn no_output_however_strange_makes_trouble() {
    for text in ["{", "}{", "{{{{", "\u{0}{\u{feff}}", "{\"move\":", "é{\"é\":{}}é"] {
        for protocol in [Protocol::Plays, Protocol::Lines] {
            assert!(!garbled(protocol, text).is_empty());
        }
    }
    assert!(!garbled(Protocol::Plays, &"{\"a\":".repeat(100_000)).is_empty());
}
