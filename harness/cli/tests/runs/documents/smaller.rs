//! Commands with smaller numbers.

use super::exceptions::{NOT_BESIDE, OTHER_RULES, REPLACED, SHORT, SMALLER};

/// A command that asks for no more work than a test may take.
pub(super) fn smaller(line: &str) -> String {
    let mut line =
        REPLACED.iter().fold(format!("{line} "), |line, (long, short)| line.replace(long, short));
    line.truncate(line.trim_end().len());
    for &(verb, option, most) in SMALLER {
        let Some(start) = start(&line, verb) else { continue };
        if option == NOT_BESIDE.0 && line.contains(NOT_BESIDE.1) {
            continue;
        }
        line = bounded(&line, &start, option, most);
    }
    if OTHER_RULES.iter().any(|option| line.contains(option)) {
        return line;
    }
    for (verb, option, words) in SHORT {
        let fits = words.is_empty() || words.iter().any(|word| line.contains(word));
        if let Some(start) = start(&line, verb).filter(|_| fits) {
            line = line.replacen(&start, &format!("{start}{option} "), 1);
        }
    }
    line
}

/// The words that start this verb, if the command does.
fn start(line: &str, verb: &str) -> Option<String> {
    let starts = [format!("stoker {verb} "), format!("-- {verb} ")];
    starts.into_iter().find(|start| line.contains(start))
}

/// The command, with an option of at most this number.
fn bounded(line: &str, start: &str, option: &str, most: u64) -> String {
    let (before, after) = line.split_once(start).expect("the command starts so");
    let Some((first, rest)) = after.split_once(&format!("{option} ")) else {
        return format!("{before}{start}{option} {most} {after}");
    };
    let end = rest.find(' ').unwrap_or(rest.len());
    if rest[..end].parse().is_ok_and(|number: u64| number <= most) {
        return line.to_owned();
    }
    format!("{before}{start}{first}{option} {most}{}", &rest[end..])
}

#[test]
fn numbers_are_bounded_and_small_ones_stay() {
    for (line, expected) in [
        ("stoker league a", "stoker league --matches 4 a"),
        ("cd x && stoker league a --matches 50 | cat", "cd x && stoker league a --matches 4 | cat"),
        ("cargo run --release -- league --matches 50", "cargo run --release -- league --matches 4"),
        ("stoker match a=strategist", "stoker match --param start_score=20 a=strategist"),
        ("stoker league a --matches 3", "stoker league a --matches 3"),
        ("stoker replay x --watch", "stoker replay x --watch=0"),
        ("stoker verify x", "stoker verify x"),
    ] {
        assert_eq!(smaller(line), expected);
    }
}
