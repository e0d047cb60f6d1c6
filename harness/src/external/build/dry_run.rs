//! Asking make, without carrying out its commands, what it would make of a submission.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::BuildError;
use super::learnt::{Program, Unit, learn, rank};
use super::log::shortened;
use super::printed::{Printed, missing, printed};
use super::workshop::{Ended, Heard, Workshop};

/// The time on the wall that all questions to make together may take: it answers in milliseconds,
/// unless the Makefile does not end.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often make is asked again because it lacks files.
const MOST_ROUNDS: usize = 8;
/// The most files that are taken for there although they are missing.
const MOST_MISSING: usize = 200;

/// A side whose program is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted<'s> {
    /// The source of the side.
    pub(super) entry: &'s str,
    /// The source of the other side, which its program should not have.
    pub(super) other: Option<&'s str>,
    /// What names of this side's programs contain.
    pub(super) word: &'s str,
}

/// What make said.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// For each side that was wanted, the program and the command that makes it.
    pub(super) programs: Vec<Option<(Program, String)>>,
    /// How sources are compiled, also those of no side's program.
    pub(super) units: BTreeMap<String, Unit>,
    /// Headers that the Makefile has rules for, and that are not there yet.
    pub(super) generated: Vec<String>,
    /// What is wrong with the Makefile, if something is.
    pub(super) problem: Option<String>,
}

/// Asks for the programs of some sides. `files` are the submission's.
pub(super) fn ask(
    wanted: &[Wanted<'_>],
    files: &BTreeSet<String>,
    workshop: &mut Workshop<'_>,
) -> Result<Answer, BuildError> {
    let mut questions = Questions {
        files,
        wanted,
        end: Instant::now() + PATIENCE,
        absent: BTreeSet::new(),
        answer: Answer { programs: vec![None; wanted.len()], ..Answer::default() },
    };
    let Some(first) = questions.ask(None, workshop)? else { return Ok(questions.answer) };
    for goal in goals(&first.targets, wanted) {
        if questions.is_done() || questions.ask(Some(&goal), workshop)?.is_none() {
            break;
        }
    }
    Ok(questions.answer)
}

struct Questions<'q> {
    files: &'q BTreeSet<String>,
    wanted: &'q [Wanted<'q>],
    end: Instant,
    /// Files that make needs and nobody has.
    absent: BTreeSet<String>,
    answer: Answer,
}

impl Questions<'_> {
    /// Asks what a goal takes; `None` if make had to be stopped.
    fn ask(
        &mut self,
        goal: Option<&str>,
        workshop: &mut Workshop<'_>,
    ) -> Result<Option<Printed>, BuildError> {
        for _ in 0..MOST_ROUNDS {
            let left = self.end.saturating_duration_since(Instant::now());
            let Heard { ended, stdout, stderr } = workshop
                .listen(&command(goal, &self.absent), left.max(Duration::from_millis(1)))?;
            let what = match ended {
                Ended::NoProgram(_) => "could not be started",
                Ended::Cut(_) | Ended::Well | Ended::Badly(_) => "was stopped",
            };
            if let Ended::Cut(why) | Ended::NoProgram(why) = ended {
                let took = format!("it took more than {} s", PATIENCE.as_secs());
                let why = if why.starts_with("it took") { took } else { why };
                self.answer.problem = Some(format!("`make -n` {what}: {why}"));
                return Ok(None);
            }
            let known = self.absent.len();
            self.absent.extend(missing(&stderr).into_iter().take(MOST_MISSING));
            if self.absent.len() > known && self.absent.len() <= MOST_MISSING {
                continue;
            }
            let printed = printed(&stdout);
            self.note(goal, &printed, &stderr);
            return Ok(Some(printed));
        }
        Ok(None)
    }

    fn note(&mut self, goal: Option<&str>, printed: &Printed, errors: &str) {
        let learnt = learn(&printed.commands, self.files);
        for (number, wanted) in self.wanted.iter().enumerate() {
            let found = &mut self.answer.programs[number];
            let old = found.as_ref().and_then(|(program, _)| rank(program, wanted));
            let ranked = learnt.programs.iter().filter_map(|new| Some((rank(new, wanted)?, new)));
            let better = ranked.min_by_key(|(rank, _)| *rank);
            if let Some((_, program)) = better.filter(|(new, _)| old.is_none_or(|old| *new < old)) {
                let command = goal.map_or_else(|| "make".to_owned(), |goal| format!("make {goal}"));
                *found = Some((program.clone(), command));
            }
        }
        for (source, unit) in learnt.units {
            self.answer.units.entry(source).or_insert(unit);
        }
        let new =
            |header: &&String| !self.files.contains(*header) && !self.absent.contains(*header);
        self.answer.generated.extend(printed.headers.iter().filter(new).cloned());
        let broken = errors.lines().find(|line| line.contains("*** ") && line.ends_with("Stop."));
        if goal.is_none() && printed.commands.is_empty() {
            self.answer.problem = broken.map(shortened);
        }
    }

    /// Whether no other goal can have a better program.
    fn is_done(&self) -> bool {
        let mut sides = self.answer.programs.iter().zip(self.wanted);
        sides.all(|(found, wanted)| {
            found
                .as_ref()
                .is_some_and(|(program, _)| rank(program, wanted).is_some_and(|rank| rank.is_fit()))
        })
    }
}

/// The question: all commands for a goal, as if nothing had been made before, and, for the default
/// goal, which others there are.
fn command(goal: Option<&str>, absent: &BTreeSet<String>) -> Vec<String> {
    let mut words = ["make", "-n", "-B", "-k", "-w"].map(str::to_owned).to_vec();
    words.extend(goal.is_none().then(|| "-p".to_owned()));
    // A rule with neither prerequisites nor commands: make goes on as if the file were there.
    words.extend(absent.iter().map(|file| format!("--eval={file}:")));
    words.extend((!absent.is_empty()).then(|| "--eval=.DEFAULT_GOAL=".to_owned()));
    words.extend(goal.map(str::to_owned));
    words
}

/// The goals to ask for, those that are called after a side first.
fn goals(targets: &[String], wanted: &[Wanted<'_>]) -> Vec<String> {
    let mut goals = targets.to_vec();
    goals.sort_by_key(|goal| {
        let lower = goal.to_lowercase();
        let named = wanted.iter().any(|wanted| lower.contains(wanted.word));
        (lower.contains("test"), !named, goal != "all")
    });
    goals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_that_are_called_after_a_side_come_first() {
        let wanted = [Wanted { entry: "hunter.c", other: None, word: "hunter" }];
        let targets = ["testHunter", "lib", "all", "hunterPlayer"].map(str::to_owned);
        assert_eq!(goals(&targets, &wanted), ["hunterPlayer", "all", "lib", "testHunter"]);
    }

    #[test]
    fn missing_files_become_rules_that_are_not_the_default_goal() {
        let absent = ["Map.c", "Map.h"].map(str::to_owned).into();
        let words = command(Some("hunter"), &absent).join(" ");
        let wanted = "make -n -B -k -w --eval=Map.c: --eval=Map.h: --eval=.DEFAULT_GOAL= hunter";
        assert_eq!(words, wanted);
        assert_eq!(command(None, &BTreeSet::new()).join(" "), "make -n -B -k -w -p");
    }
}
