//! A crate with a bot of its own gets the whole command line.

use std::sync::Arc;

use stoker::cli::{CommandExit, run_command};
use stoker::entrant::BotEntry;
use stoker::registry::{Registry, RegistryError, Ruleset, RulesetError};
use stoker_bots::Param;
use stoker_engine::course::{Course, Move, View};
use stoker_engine::{Bot, Choice, Decision, Game};

/// Plays the move of this number, counted from the first.
struct Nth {
    game: Arc<Course>,
    number: usize,
}

impl Bot<Course> for Nth {
    fn choose(&mut self, view: &View, _turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let mut moves = self.game.legal_moves(view);
        let last = moves.len() - 1;
        moves.nth(self.number.min(last)).expect("there is always a legal move").into()
    }
}

const NTH: BotEntry<Course> = BotEntry {
    name: "nth",
    summary: "Plays a legal move by its number.",
    sides: &["hunters"],
    rung: None,
    searches: false,
    params: &[Param::int("number", 0, (0, 9)).about("Which move, from 0.")],
    make: |setup| {
        let number = usize::try_from(setup.values.int("number")).expect("0 to 9");
        Box::new(Nth { game: Arc::clone(setup.game), number })
    },
};

fn builtin_and_nth() -> Registry {
    let mut registry = Registry::builtin();
    registry.bot(NTH).expect("no built-in bot is called `nth`");
    registry
}

/// Exit, results and errors of one command.
fn stoker(registry: &Registry, args: &[&str]) -> (CommandExit, String, String) {
    let (mut out, mut err) = (vec![], vec![]);
    let args = std::iter::once("stoker").chain(args.iter().copied());
    let exit = run_command(registry, args, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    (exit, text(out), text(err))
}

#[test]
fn a_bot_of_ones_own_is_listed_with_its_parameters() {
    let (exit, out, _) = stoker(&builtin_and_nth(), &["bots"]);
    assert_eq!(exit, CommandExit::Done);
    // How wide the columns are depends on the bots beside it.
    let lines: Vec<_> =
        out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect();
    let shows = |line: &str| lines.iter().any(|words| words.join(" ") == line);
    assert!(shows("nth hunters Plays a legal move by its number."), "{out}");
    assert!(shows("parameters of nth, as in `nth:number=0`"), "{out}");
    assert!(shows("number 0 0..=9 Which move, from 0."), "{out}");
}

#[test]
fn a_bot_of_ones_own_plays_leagues_under_its_one_spelling() {
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().join("run");
    let args = ["league", "nth:number=0", "nth:number=02", "random", "--matches", "3", "--out"];
    let args: Vec<&str> = args.into_iter().chain([out.to_str().unwrap()]).collect();
    let (exit, printed, errors) = stoker(&builtin_and_nth(), &args);
    assert_eq!((exit, errors.as_str()), (CommandExit::Done, ""));
    assert!(printed.contains("nth:number=2 ") && printed.contains("nth "), "{printed}");
    assert!(printed.contains("9 matches"), "{printed}");
}

#[test]
fn a_bot_is_not_asked_to_play_a_side_it_cannot() {
    let (exit, _, error) = stoker(&builtin_and_nth(), &["league", "dracula=nth", "random"]);
    assert_eq!(exit, CommandExit::Failed);
    assert_eq!(
        error,
        "error: entrant `nth` cannot play dracula: leave it out, or let it play another side\n"
    );
    let (exit, _, error) = stoker(&builtin_and_nth(), &["match", "dracula=nth", "hunters=nth"]);
    assert_eq!(exit, CommandExit::Failed);
    assert_eq!(error, "error: `nth` cannot play `dracula`\n");
}

#[test]
fn wrong_parameters_are_answered_with_name_and_range() {
    for (spec, problem) in [
        ("nth:numbr=1", "there is no parameter `numbr`: did you mean `number`?"),
        ("nth:number=10", "parameter `number` is `10`, but must be a whole number from 0 to 9"),
    ] {
        let (exit, _, error) = stoker(&builtin_and_nth(), &["league", spec, "random"]);
        assert_eq!((exit, error), (CommandExit::Failed, format!("error: bot `nth`: {problem}\n")));
    }
}

#[test]
fn two_bots_or_rulesets_of_one_name_are_refused() {
    let mut registry = builtin_and_nth();
    let equal = RulesetError::EqualBots { ruleset: "course", bot: "nth" };
    assert_eq!(registry.bot(NTH).err(), Some(RegistryError::Bot(equal)));
    let again = registry.ruleset(Ruleset::<Course>::new()).err();
    assert_eq!(again, Some(RegistryError::EqualRulesets("course")));
    let odd = registry.bot(BotEntry { name: "a b", ..NTH }).err();
    assert_eq!(odd, Some(RegistryError::Bot(RulesetError::BotName("a b"))));
}

#[test]
fn a_registry_without_rulesets_says_so() {
    let (exit, _, error) = stoker(&Registry::empty(), &["league", "random"]);
    assert_eq!(exit, CommandExit::Failed);
    assert_eq!(error, "error: this program has no rulesets: add one to its registry\n");
    let missing = Registry::empty().bot(NTH).err().map(|error| error.to_string());
    assert!(missing.is_some_and(|text| text.contains("there is no ruleset `course`")));
}

#[test]
fn a_position_or_transcript_of_a_ruleset_that_reads_none_is_refused() {
    let mut registry = Registry::empty();
    registry.ruleset(Ruleset::<Course>::new()).unwrap();
    let (exit, _, error) = stoker(&registry, &["view", "GBE...."]);
    assert_eq!(exit, CommandExit::Failed);
    assert_eq!(error, "error: ruleset `course` has no notation of positions\n");
    let (exit, _, error) = stoker(&registry, &["view", "GBE....", "--belief", "--json"]);
    assert_eq!(exit, CommandExit::Failed);
    assert_eq!(error, "error: ruleset `course` has no model of beliefs\n");
}
