//! Changed records of real leagues: every change is found, and nothing panics.
#![expect(clippy::unwrap_used, reason = "clippy allows it in tests, but not in their helpers")]

use stoker::engine::course::Course;
use stoker::engine::{Purpose, Rng, Seed, below};
use stoker::entrant::Entrant;
use stoker::entrant::builtin;
use stoker::record::Record;
use stoker::spec::{Spec, What};
use stoker::verify::verify_record;

use crate::common::Place;

/// The records of a small league on the course, a line each.
fn records() -> Vec<String> {
    let place = Place::new();
    place.prints("league tracker random lurker --matches 2 --records all --quiet --out run");
    let text = zstd::decode_all(&*place.read("run/records.jsonl.zst")).unwrap();
    String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
}

/// True if a line is a record that verifies.
fn holds(rules: &Course, line: &str) -> bool {
    serde_json::from_str::<Record>(line).is_ok_and(|record| verify_record(rules, &record).is_ok())
}

fn number(rng: &mut Rng, below_this: usize) -> usize {
    below(rng, u32::try_from(below_this).unwrap()) as usize
}

#[test]
fn whichever_byte_of_a_record_is_changed_it_is_found() {
    let rules = Course::default();
    let line = records().into_iter().min_by_key(String::len).unwrap();
    assert!(holds(&rules, &line));
    for at in 0..line.len() {
        let mut bytes = line.clone().into_bytes();
        bytes[at] = match bytes[at] {
            b'9' => b'8',
            digit @ b'0'..=b'8' => digit + 1,
            other => other ^ 1,
        };
        let changed = String::from_utf8(bytes).unwrap();
        assert!(!holds(&rules, &changed), "byte {at}: {}", &changed[at.saturating_sub(20)..]);
    }
}

#[test]
fn no_line_breaks_the_reading_of_records() {
    let rules = Course::default();
    let lines = records();
    let mut rng = Seed(1).rng(None, None, Purpose::new("fuzz"));
    let mut read = 0;
    for _ in 0..100_000 {
        let mut bytes = lines[number(&mut rng, lines.len())].clone().into_bytes();
        for _ in 0..=number(&mut rng, 2) {
            let at = number(&mut rng, bytes.len());
            let end = (at + number(&mut rng, 12)).min(bytes.len());
            match number(&mut rng, 4) {
                0 => bytes[at] = u8::try_from(number(&mut rng, 256)).unwrap(),
                1 => drop(bytes.drain(at..end)),
                2 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
                _ => bytes[at] = b"0123456789{}[],:\" "[number(&mut rng, 18)],
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        if let Ok(record) = serde_json::from_str::<Record>(&line) {
            read += 1;
            if read < 2_000 {
                assert!(
                    verify_record(&rules, &record).is_err() || lines.iter().any(|l| *l == line)
                );
            }
        }
    }
    assert!((1_000..90_000).contains(&read), "{read} could be read");
}

#[test]
fn no_text_breaks_the_reading_of_specs() {
    let corpus =
        ["tracker", "a@lurker:depth=3,aim=10", "hunters=random", "dracula=x@wanderer:fear=1"];
    let mut rng = Seed(2).rng(None, None, Purpose::new("fuzz"));
    let mut read = 0;
    for _ in 0..100_000 {
        let mut text: Vec<char> = corpus[number(&mut rng, corpus.len())].chars().collect();
        for _ in 0..=number(&mut rng, 3) {
            let at = number(&mut rng, text.len() + 1);
            match number(&mut rng, 3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.insert(at, char::from_u32(below(&mut rng, 0x400)).unwrap_or('=')),
                _ => text.insert(at, [':', '=', '@', ',', '-', '0', 'a'][number(&mut rng, 7)]),
            }
        }
        let text: String = text.into_iter().collect();
        if let Some(entrant) = resolve(&text) {
            let again = resolve(&entrant.typed()).unwrap();
            assert_eq!(again.typed(), entrant.typed(), "{text}");
            read += 1;
        }
    }
    assert!((100..90_000).contains(&read), "{read} could be read");
}

/// The entrant that a text names, if that is a bot of this program.
fn resolve(text: &str) -> Option<Entrant<Course>> {
    let Spec { side, name, what } = Spec::parse(text).ok()?;
    let What::Builtin { bot, params } = what else { return None };
    let (source, spec) = builtin(&bot, &params, &stoker::bots::course::bots()).ok()?;
    Some(Entrant { name: name.unwrap_or_else(|| spec.clone()), spec, side, source, unfit: vec![] })
}
