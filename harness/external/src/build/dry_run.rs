//! Dry runs of make: they show the programs that it would build from a submission.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use stoker_bots::submissions::SideForm;

use super::BuildError;
use super::learnt::{TracedProgram, Unit, learn};
use super::log::shortened;
use super::printed::{Printed, PrintedCommand, inside, missing, printed};
use super::rank::{Called, is_called_a_test, rank};
use super::workshop::{CommandEnd, CommandOutput, Workshop};
use crate::submission::contents::base;

/// Wall clock time for all questions to make together. It answers in milliseconds, unless the
/// Makefile does not terminate.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most times that make is asked again because it lacks files.
const MOST_ROUNDS: usize = 8;
/// The most missing files that are pretended to exist.
const MOST_MISSING: usize = 200;

/// The most calls of make by its name in a Makefile that are followed.
const MOST_CALLS: usize = 16;

/// A side whose program is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SideToBuild<'s> {
    /// The source of the side.
    pub(super) entry: &'s str,
    /// The source of the other side, which its program should not contain.
    pub(super) other: Option<&'s str>,
    /// The form of the side, with the names of its programs.
    pub(super) side: &'static SideForm,
}

/// The answer of make.
#[derive(Debug, Default)]
pub(super) struct MakeFindings {
    /// The program for each wanted side, with the make command for it.
    pub(super) programs: Vec<Option<(TracedProgram, String)>>,
    /// A program for each side that is named after it but does not contain the side's source.
    pub(super) namesakes: Vec<Option<(TracedProgram, String)>>,
    /// The compilation of sources, including those in no side's program.
    pub(super) units: BTreeMap<String, Unit>,
    /// Headers that the Makefile has rules for, and data files that the sides' programs depend on,
    /// if they do not exist yet.
    pub(super) generated: Vec<String>,
    /// The problem with the Makefile, if there is one.
    pub(super) problem: Option<String>,
}

/// Asks for the programs of some sides. `files` are the submission's.
pub(super) fn ask(
    wanted: &[SideToBuild<'_>],
    files: &BTreeSet<String>,
    workshop: &mut Workshop<'_>,
) -> Result<MakeFindings, BuildError> {
    let mut questions = Questions {
        files,
        wanted,
        end: Instant::now() + PATIENCE,
        absent: BTreeSet::new(),
        calls: MOST_CALLS,
        answer: MakeFindings {
            programs: vec![None; wanted.len()],
            namesakes: vec![None; wanted.len()],
            ..MakeFindings::default()
        },
    };
    let Some(first) = questions.ask(None, workshop)? else { return Ok(questions.answer) };
    for goal in goals(&first.targets, wanted) {
        if questions.is_done() || questions.ask(Some(&goal), workshop)?.is_none() {
            break;
        }
    }
    questions.note_data(&first);
    Ok(questions.answer)
}

struct Questions<'q> {
    files: &'q BTreeSet<String>,
    wanted: &'q [SideToBuild<'q>],
    end: Instant,
    /// Files that make needs and that do not exist.
    absent: BTreeSet<String>,
    /// The number of further calls of make by its name that are followed.
    calls: usize,
    answer: MakeFindings,
}

impl Questions<'_> {
    /// Asks for the commands of a goal; `None` if make had to be stopped.
    fn ask(
        &mut self,
        goal: Option<&str>,
        workshop: &mut Workshop<'_>,
    ) -> Result<Option<Printed>, BuildError> {
        for _ in 0..MOST_ROUNDS {
            let left = self.end.saturating_duration_since(Instant::now());
            let CommandOutput { ended, stdout, stderr } = workshop
                .listen(&command(goal, &self.absent), left.max(Duration::from_millis(1)))?;
            let what = match ended {
                CommandEnd::NoProgram(_) => "could not be started",
                CommandEnd::Cut(_)
                | CommandEnd::Late(_)
                | CommandEnd::Well
                | CommandEnd::Badly(_) => "was stopped",
            };
            let why = match ended {
                CommandEnd::Well | CommandEnd::Badly(_) => None,
                CommandEnd::Cut(why) | CommandEnd::NoProgram(why) => Some(why),
                // All questions share this time.
                CommandEnd::Late(_) => Some(format!("it took more than {} s", PATIENCE.as_secs())),
            };
            if let Some(why) = why {
                self.answer.problem = Some(format!("`make -n` {what}: {why}"));
                return Ok(None);
            }
            let known = self.absent.len();
            self.absent.extend(missing(&stderr).into_iter().take(MOST_MISSING));
            if self.absent.len() > known && self.absent.len() <= MOST_MISSING {
                continue;
            }
            let mut printed = printed(&stdout);
            printed.commands = self.followed(printed.commands, workshop)?;
            self.note(goal, &printed, &stderr);
            return Ok(Some(printed));
        }
        Ok(None)
    }

    /// Replaces commands that call make by its name by the commands of that make. Only a make
    /// called as `$(MAKE)` continues the dry run by itself.
    fn followed(
        &mut self,
        commands: Vec<PrintedCommand>,
        workshop: &mut Workshop<'_>,
    ) -> Result<Vec<PrintedCommand>, BuildError> {
        let mut followed = vec![];
        for command in commands {
            let Some((folder, arguments)) = call_of_make(&command).filter(|_| self.calls > 0)
            else {
                followed.push(command);
                continue;
            };
            self.calls -= 1;
            let mut question = ["make", "-n", "-B", "-k", "-w", "-C"].map(str::to_owned).to_vec();
            question.extend([format!("./{folder}")].into_iter().chain(arguments));
            let left = self.end.saturating_duration_since(Instant::now());
            let heard = workshop.listen(&question, left.max(Duration::from_millis(1)))?;
            // The inner make calls its own folder the root.
            let inner = printed(&heard.stdout).commands.into_iter().filter_map(|command| {
                Some(PrintedCommand { folder: inside(&folder, &command.folder)?, ..command })
            });
            followed.extend(inner);
        }
        Ok(followed)
    }

    fn note(&mut self, goal: Option<&str>, printed: &Printed, errors: &str) {
        let learnt = learn(&printed.commands, self.files);
        for (number, wanted) in self.wanted.iter().enumerate() {
            let found = &mut self.answer.programs[number];
            let old = found.as_ref().and_then(|(program, _)| rank(program, wanted));
            let ranked = learnt.programs.iter().filter_map(|new| Some((rank(new, wanted)?, new)));
            let better = ranked.min_by_key(|(rank, _)| *rank);
            let command = || goal.map_or_else(|| "make".to_owned(), |goal| format!("make {goal}"));
            if let Some((_, program)) = better.filter(|(new, _)| old.is_none_or(|old| *new < old)) {
                *found = Some((program.clone(), command()));
            }
            let is_namesake = |program: &&TracedProgram| {
                Called::of(&program.name, wanted.side) == Called::AfterTheSide
                    && !program.has(wanted.entry)
            };
            let namesake = learnt.programs.iter().find(is_namesake);
            let known = &mut self.answer.namesakes[number];
            *known = known.take().or_else(|| Some((namesake?.clone(), command())));
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

    /// Records the data files that rules make for the sides' programs, which may read them when
    /// they play.
    fn note_data(&mut self, printed: &Printed) {
        let programs = self.answer.programs.iter().chain(&self.answer.namesakes).flatten();
        let needed = programs.filter_map(|(program, _)| printed.data.get(&program.name)).flatten();
        let new = needed.filter(|file| !self.files.contains(*file) && !self.absent.contains(*file));
        let new: BTreeSet<String> = new.cloned().collect();
        self.answer.generated.extend(new);
    }

    /// True if no other goal can have a better program.
    fn is_done(&self) -> bool {
        let mut sides = self.answer.programs.iter().zip(self.wanted);
        sides.all(|(found, wanted)| {
            found
                .as_ref()
                .is_some_and(|(program, _)| rank(program, wanted).is_some_and(|rank| rank.is_fit()))
        })
    }
}

/// The command line of a question: all commands of a goal, as if nothing had been made before. For
/// the default goal it also lists the other goals.
fn command(goal: Option<&str>, absent: &BTreeSet<String>) -> Vec<String> {
    let mut words = ["make", "-n", "-B", "-k", "-w"].map(str::to_owned).to_vec();
    words.extend(goal.is_none().then(|| "-p".to_owned()));
    // A rule with neither prerequisites nor commands makes make continue as if the file existed.
    words.extend(absent.iter().map(|file| format!("--eval={file}:")));
    words.extend((!absent.is_empty()).then(|| "--eval=.DEFAULT_GOAL=".to_owned()));
    words.extend(goal.map(str::to_owned));
    words
}

/// The folder and the other arguments of a command that calls make by its name.
fn call_of_make(command: &PrintedCommand) -> Option<(String, Vec<String>)> {
    let (program, rest) = command.words.split_first()?;
    if !["make", "gmake"].contains(&base(program)) {
        return None;
    }
    let mut folder = command.folder.clone();
    let mut arguments = vec![];
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match word.strip_prefix("-C") {
            Some("") => folder = inside(&folder, words.next()?)?,
            Some(to) => folder = inside(&folder, to)?,
            // Other options are dropped, because this is a dry run.
            None if word.starts_with('-') => {}
            None => arguments.push(word.clone()),
        }
    }
    Some((folder, arguments))
}

/// The goals to ask for, those that are named after a side first.
fn goals(targets: &[String], wanted: &[SideToBuild<'_>]) -> Vec<String> {
    let mut goals = targets.to_vec();
    goals.sort_by_key(|goal| {
        let called = wanted.iter().map(|wanted| Called::of(goal, wanted.side)).min();
        (is_called_a_test(goal), called, goal != "all")
    });
    goals
}

#[cfg(test)]
mod tests {
    use stoker_bots::course::SUBMISSIONS;

    use super::*;

    #[test]
    fn goals_that_are_called_after_a_side_come_first() {
        let wanted = [SideToBuild { entry: "hunter.c", other: None, side: &SUBMISSIONS.sides[0] }];
        let targets = ["testHunter", "old_hunter", "lib", "all", "hunterPlayer", "latest_hunter"];
        let targets = [&targets[..], &["hunter"]].concat();
        let targets: Vec<String> = targets.into_iter().map(str::to_owned).collect();
        assert_eq!(
            goals(&targets, &wanted),
            ["hunter", "hunterPlayer", "latest_hunter", "all", "lib", "old_hunter", "testHunter"],
        );
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
