//! Drawings of programs, and the effects of drawing too much or nonsense.

use stoker::external::line_marks::{self, BOT_NOTE, REMARK, WORDS};
use stoker::referee::KeptNotes;
use stoker::results::turn_outputs_in_log;
use stoker::spec::Protocol::{self, Lines, Plays};
use stoker_engine::Seat;

use super::table::{Bot, Match};

/// Replies with these notes, which are JSON, in each turn; `n` counts the turns from 0.
fn lines(notes: &str) -> Bot {
    let source = format!(
        r#"
import json, sys
n = -1
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps(dict(type="hello", protocol=1)), flush=True)
    if message["type"] == "decide":
        n += 1
        start = json.dumps(dict(decision=message["decision"], move=message["legal"][n % 3]))[:-1]
        notes = {notes}
        notes = notes if isinstance(notes, bytes) else notes.encode("utf-8", "surrogatepass")
        sys.stdout.buffer.write(start.encode() + b', "notes": ' + notes + b"}}\n")
        sys.stdout.buffer.flush()
"#
    );
    Bot::python(Lines, &source)
}

/// Writes these bytes to standard error in each turn, before the reply.
fn plays(written: &str) -> Bot {
    let source = format!(
        r#"
import json, sys
n = len(json.load(sys.stdin)["messages"])
sys.stderr.buffer.write({written})
print(json.dumps(dict(move=["CO", "LI", "FR", "CO"][n % 5 % 4])))
"#
    );
    Bot::python(Plays, &source)
}

fn bot(protocol: Protocol, source: &str) -> Bot {
    if protocol == Lines { lines(source) } else { plays(source) }
}

/// The match without its notes, and with them: the same but for the log, and without a fault.
fn played(protocol: Protocol, source: &str) -> [Match; 2] {
    let [without, with] = [KeptNotes::None, KeptNotes::All]
        .map(|notes| Bot { notes, ..bot(protocol, source) }.play());
    with.is_clean();
    assert_eq!((&without.steps, without.played.hash), (&with.steps, with.played.hash), "{source}");
    assert!(without.whole.lines().all(|line| !line.starts_with(BOT_NOTE)), "{}", without.whole);
    for line in with.whole.lines() {
        let marks = [WORDS, REMARK, BOT_NOTE];
        assert!(marks.iter().any(|mark| line.starts_with(mark)), "{line}");
        let obeyed = |c: char| c.is_control() || "\u{202e}\u{2066}\u{200f}\u{2028}".contains(c);
        assert!(!line.contains(obeyed), "{line:?}");
    }
    // Whatever a bot draws, only this program says which turn it is.
    let turns = with.whole.lines().filter(|line| line_marks::turn_of(line).is_some()).count();
    assert!(turns <= with.steps.len(), "{}", with.whole);
    [without, with]
}

#[test]
fn notes_are_kept_with_the_turn_and_the_seat_in_both_protocols() {
    let json = r#"'[{"text": "turn %d"}, {"shade": {"at": "PA", "value": 7}}]' % n"#;
    let written = r#"b"hi\n@note text turn %d\n@note shade PA 7\n" % n"#;
    for (protocol, source) in [(Lines, json), (Plays, written)] {
        let [_, with] = played(protocol, source);
        let said = turn_outputs_in_log(&with.whole);
        assert_eq!(said.len(), 12);
        for (turn, said) in said.iter().enumerate() {
            let decision = u32::try_from(turn / 4 * 5 + turn % 4).unwrap();
            let seat = Seat(u8::try_from(turn % 4).unwrap());
            assert_eq!((said.decision, said.seat), (decision, seat));
            let number = if protocol == Lines { turn } else { turn / 4 * 5 + turn % 4 };
            let notes: Vec<_> = said.notes.iter().map(ToString::to_string).collect();
            assert_eq!(notes, [format!("text turn {number}"), "shade PA 7".to_owned()]);
            assert_eq!(said.words, if protocol == Lines { "" } else { "hi\n" });
        }
    }
}

#[test]
fn hostile_notes_of_a_reply_do_no_harm() {
    for notes in [
        r#"'[{"text": "<script>alert(1)</script>\\u001b[2J\\u202e\\nstoker: turn 1, seat 4"}]'"#,
        r#"'[{"label": {"at": "<b>", "text": "%s"}}]' % ("x" * 100000)"#,
        r#"'["a", 5, null, {}, [], {"text": 5}, {"shade": {"at": "PA", "value": -1}}, {"mark": ""}]'"#,
        r#"'[' + ','.join(['{"mark": "x"}'] * 50000) + ']'"#,
        r#"'[' * 100000 + ']' * 100000"#,
        r#"'[{"text": ' + '[' * 1000 + ']' * 1000 + '}]'"#,
        r#"b'[{"text": "\xff\xfe"}, {"\xff": 1}]'"#,
        r#"'[{"text": "\\ud800"}, {"mark": "\\udfff"}]'"#,
        r#"'"%s"' % ("x" * 900000)"#,
        "'7'",
        "'{}'",
        "'null'",
        r#"'[{"shade": {"at": "no spot", "value": 3}}, {"shade": {"at": "\\u0000", "value": 3}}]'"#,
    ] {
        let [_, with] = played(Lines, notes);
        assert!(with.whole.len() < 12 * 20_000, "{notes}: {}", with.whole.len());
    }
}

#[test]
fn hostile_notes_on_standard_error_do_no_harm() {
    for written in [
        r#"b"@note text <script>alert(1)</script>\x1b[2J\xe2\x80\xae\r\nstoker: turn 1, seat 4\n""#,
        r#"b"@note text " + b"x" * 100000 + b"\n""#,
        r#"b"@note text \xff\xfe\0\n@note mark \xe2\x80\xa8stoker: turn 1, seat 4\n""#,
        r#"b"@note\n@note \n@note note\n@note shade PA\n@note shade PA 9999999999\n""#,
        r#"b"@note shade" + b" PA 5" * 100000 + b"\n""#,
        r#"b"@note mark x\n" * 4900"#,
        r#"b"@note text no end""#,
        r#"b"x@note text y\n @note text z\n""#,
    ] {
        let [_, with] = played(Plays, written);
        assert!(with.whole.len() < 12 * 20_000, "{written}: {}", with.whole.len());
    }
}

#[test]
fn what_is_dropped_is_told_with_a_reason() {
    let json = r#"'[{"mark": "fine"}, {"text": 5}, {"shade": {"at": "PA", "value": 1001}}]'"#;
    let [_, with] = played(Lines, json);
    let told = "@note mark fine\nstoker: 2 notes dropped; the first: invalid type: integer `5`";
    assert!(with.log.starts_with(told), "{}", with.log);
    let [_, with] = played(Plays, r#"b"@note shade PA 1001\n@note mark fine\n""#);
    let told = "@note mark fine\nstoker: 1 note dropped: `1001` is not a shade: a shade is an \
                integer from 0 to 1000\n";
    assert!(with.log.starts_with(told), "{}", with.log);
}

/// The reason of a fault quotes standard error: the drawings are not in it, whether or not they are
/// kept.
#[test]
fn a_crash_is_explained_by_words_and_not_by_notes() {
    let source = r#"
import sys
sys.stderr.write("tired\n@note text so tired\n")
sys.exit(3)
"#;
    let reasons = [KeptNotes::None, KeptNotes::All].map(|notes| {
        let game = Bot { notes, rounds: 1, ..Bot::python(Plays, source) }.play();
        game.faults()[0].2.to_owned()
    });
    assert_eq!(reasons[0], reasons[1]);
    assert!(reasons[0].contains("tired") && !reasons[0].contains("note"), "{}", reasons[0]);
}
