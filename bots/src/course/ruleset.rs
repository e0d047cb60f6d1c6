//! The course ruleset as stoker offers it: its bots, and the parts that only its own code can read.

mod belief;
mod learner;
mod positions;
mod scenes;

use stoker_engine::course::transcript::{Difference, Transcript};
use stoker_engine::course::{Course, HuntersView, Move, State, View};
use stoker_engine::{Game, MoveSyntaxError, Seat, Viewer};

use super::hindsight;
use crate::{
    Codes, Mismatch, PlaysForm, ReplayBy, Ruleset, RulesetError, TranscriptCheck, Unchecked,
};

/// The course ruleset with everything that comes with stoker.
///
/// # Errors
/// If the parts do not fit together. A test builds the ruleset.
pub fn ruleset() -> Result<Ruleset<Course>, RulesetError> {
    let mut course = Ruleset::<Course>::new();
    course
        .notation(scenes::read)
        .belief(belief::believed)
        .transcripts(check)
        .plays_form(PLAYS_FORM);
    course.positions(positions::positions).learner(learner::learner).guesses();
    course.scenes(scenes::SCENES);
    course.yardstick(hindsight::yardstick).inference(hindsight::inference);
    for bot in super::bots() {
        course.bot(bot)?;
    }
    for references in super::references() {
        course.references(references)?;
    }
    for bot in super::field() {
        course.field_bot(bot)?;
    }
    course.default_league(include_str!("default-league.toml")).seal();
    Ok(course)
}

/// The view that past plays describe. If every move of Dracula's is named, it is his view;
/// otherwise it is the hunters'.
fn view_of(course: &Course, past_plays: &str) -> Result<View, String> {
    let hidden = past_plays.contains("C?") || past_plays.contains("S?");
    let view = if hidden {
        HuntersView::parse(course, past_plays).map(View::Hunters)
    } else {
        let dracula = Viewer(Course::DRACULA.0);
        State::parse(course, past_plays).map(|state| course.view(&state, dracula))
    };
    view.map_err(|error| error.to_string())
}

/// The form of plays of the course's own runner (rules-course P1, P3).
const PLAYS_FORM: PlaysForm<Course> =
    PlaysForm { past_plays, messages, read_move, sources: Some(super::SUBMISSIONS) };

fn past_plays(course: &Course, view: &View) -> String {
    match view {
        View::Hunters(view) => view.past_plays(course),
        View::Dracula(view) => view.past_plays(course),
    }
}

fn messages(view: &View) -> Vec<&str> {
    let (plays, messages) = match view {
        View::Hunters(view) => (view.plays().len(), view.messages()),
        View::Dracula(view) => (view.plays().len(), view.messages()),
    };
    (0..plays).map(|play| messages.text(play)).collect()
}

fn read_move(
    course: &Course,
    seat: Seat,
    text: &str,
    codes: Codes,
) -> Result<Move, MoveSyntaxError> {
    let read = course.parse_move(seat, text);
    match (codes, text) {
        // The Irish Sea, as programs of 2013 spell it.
        (Codes::Earlier, "IS") => read.or_else(|_| course.parse_move(seat, "IR")),
        (Codes::Today | Codes::Earlier, _) => read,
    }
}

fn check(by: &ReplayBy<'_, Course>, line: &str) -> Result<TranscriptCheck, Unchecked> {
    let transcript: Transcript =
        serde_json::from_str(line).map_err(|error| Unchecked::NotAGame(error.to_string()))?;
    let mismatches = transcript.differences(by.rules).into_iter().map(mismatch).collect();
    Ok(TranscriptCheck { turns: transcript.turns.len() as u64, mismatches })
}

/// A mismatch with a transcript. The transcript's value is the expected one.
fn mismatch(found: Difference) -> Mismatch {
    let Difference { turn, fact, expected, got } = found;
    Mismatch { decision: u32::try_from(turn).ok(), field: fact.to_owned(), expected, got }
}
