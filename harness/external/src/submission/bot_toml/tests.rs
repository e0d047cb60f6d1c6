//! Tests of the reader of `bot.toml`.

use proptest::prelude::*;
use stoker_bots::course::SUBMISSIONS;

use super::*;

const WHOLE: &str = r#"name = "stakeout"
protocol = "course"
memory = "used"
codes = "earlier"
read_only = ["/usr/lib"]

[run]
hunters = ["python3", "bot.py", "hunters"]
dracula = ["python3", "bot.py", "dracula"]

[build]
command = ["make"]

[limits]
cpu_ms = 1500
memory_mib = 256
"#;

fn parse(text: &str) -> Result<BotToml, BotTomlError> {
    BotToml::parse(text, Some(SUBMISSIONS), |_| false)
}

fn told(text: &str) -> OwnCommands {
    match parse(text).unwrap().program {
        BuildMethod::OwnCommands(told) => told,
        BuildMethod::Sources(corrections) => panic!("{corrections:?}"),
    }
}

fn error(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn every_key_is_understood() {
    let bot = parse(WHOLE).unwrap();
    assert_eq!(bot.name.as_deref(), Some("stakeout"));
    assert_eq!((bot.wants.memory, bot.wants.codes), (MemoryMeasure::Used, Some(Codes::Earlier)));
    let LimitsAsked { cpu_ms, memory_mib, .. } = bot.wants.limits;
    assert_eq!((cpu_ms, memory_mib), (Some(1_500), Some(256)));
    assert_eq!(bot.wants.read_only, [PathBuf::from("/usr/lib")]);
    let told = told(WHOLE);
    assert_eq!(told.protocol, Protocol::Plays);
    let hunters = vec!["python3".into(), "bot.py".into(), "hunters".into()];
    assert_eq!(told.run["hunters"], (hunters, 8));
    assert_eq!(told.build, Some(vec!["make".to_owned()]));
    assert_eq!(told.check_sides(&["hunters", "dracula"]), Ok(()));
}

#[test]
fn errors_name_the_line_and_the_nearest_key() {
    let with = |from: &str, to: &str| error(&WHOLE.replace(from, to));
    assert_eq!(
        with("protocol", "protocl"),
        "bot.toml:2: unknown key `protocl`: did you mean `protocol`?"
    );
    assert_eq!(
        with("cpu_ms", "cpu"),
        "bot.toml:15: unknown key `cpu`: there are cpu_ms, wall_ms, start_ms, memory_mib, processes, output_kib, file_mib, disk_mib"
    );
    assert_eq!(
        with("[limits]", "[corse]"),
        "bot.toml:14: unknown key `corse`: did you mean `course`?"
    );
    assert_eq!(
        with("command =", "comand ="),
        "bot.toml:12: unknown key `comand`: did you mean `command`?"
    );
    assert_eq!(
        with("\"course\"", "\"curse\""),
        "bot.toml:2: `curse` means nothing here: did you mean `course`?"
    );
    assert_eq!(with("protocol = \"course\"\n", ""), "bot.toml:1: the key `protocol` is missing");
    assert_eq!(with("[\"make\"]", "[]"), "bot.toml:12: the command for `build` names no program");
    assert!(
        with("[\"make\"]", "\"make\"")
            .contains("bot.toml:12: invalid type: string \"make\", expected a list")
    );
    assert!(with("stakeout", "-rf /").starts_with("bot.toml:1: this is not a name"));
    assert!(with("cpu_ms = 1500", "cpu_ms = 0").contains("limit `cpu_ms` is 0"));
    assert!(error("protocol = \"lines\"\n[run]").starts_with("bot.toml:2: [run] names no side"));
    assert!(error("a = \n").starts_with("bot.toml:1: "));
}

#[test]
fn only_places_of_interpreters_can_be_asked_for() {
    let with = |path: &str| error(&WHOLE.replace("/usr/lib", path));
    for path in ["/root/.ssh", "/", "/home/me", "/proc", "/usrx"] {
        assert!(with(path).contains("bot.toml:5: read_only takes paths below"), "{path}");
    }
    assert!(with("/usr/../root").contains("without `..`"));
    assert!(with("lib").contains("begin with `/`"));
    assert!(with("/opt/not/there").contains("cannot be read on this machine"));
}

#[test]
fn a_program_of_another_ruleset_is_told_from_one_of_this() {
    let named = |line: &str| parse(&format!("{line}\n{WHOLE}")).map(|bot| bot.rulesets);
    assert_eq!(named(""), Ok(None));
    let one = named("ruleset = \"kosmos\"").unwrap().unwrap();
    assert_eq!(one.check("kosmos"), Ok(()));
    assert_eq!(
        one.check("course").unwrap_err().to_string(),
        "bot.toml:1: this program plays `kosmos`, not `course`"
    );
    let two = named("ruleset = [\"toy\", \"kosmos\"]").unwrap().unwrap();
    assert!(two.are_several() && two.check("toy").is_ok() && two.check("kosmos").is_ok());
    assert_eq!(
        two.check("course").unwrap_err().problem,
        "this program plays `toy`, `kosmos`, not `course`"
    );
    let wrong = |line| named(line).unwrap_err().to_string();
    assert_eq!(
        wrong("ruleset = []"),
        "bot.toml:1: `ruleset` names none: name one, or leave the key out"
    );
    assert!(wrong("ruleset = 3").starts_with("bot.toml:1: "));
}

#[test]
fn sides_that_there_are_not_are_named() {
    let told = told(&WHOLE.replace("hunters =", "hunter ="));
    assert_eq!(
        told.check_sides(&["hunters", "dracula"]).unwrap_err().to_string(),
        "bot.toml:8: no side `hunter`: did you mean `hunters`?"
    );
}

/// Damages a text in many ways. Each result is parsed, or rejected with a line that exists.
pub(super) fn survives_damage<T>(whole: &str, parse: fn(&str) -> Result<T, BotTomlError>) {
    proptest!(|(
        at in 0..whole.len(),
        cut in 0_usize..20,
        put in "[\\PC\"\\[\\]{}=.\\n\0]{0,8}",
    )| {
        let end = (at + cut).min(whole.len());
        let text = format!("{}{put}{}", &whole[..at], &whole[end..]);
        if let Err(error) = parse(&text) {
            prop_assert!(error.line <= 1 + text.matches('\n').count());
            prop_assert!(!error.problem.contains('\n'), "{}", error.problem);
        }
    });
}

#[test]
fn damage_is_told_in_a_line_of_the_file() {
    survives_damage(WHOLE, parse);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
        let _ = parse(&text);
    }
}

#[test]
fn deeply_nested_text_is_refused_and_not_obeyed() {
    assert!(parse(&format!("name = {}", "[".repeat(60_000))).is_err());
    assert!(parse(&format!("{}x = 1", "a.".repeat(30_000))).is_err());
}
