//! Where Dracula can be, and was.

use stoker_engine::course::{Course, HuntersView, State};
use stoker_engine::map::ByPlace;
use stoker_engine::{Game as _, Viewer};

use crate::course::Belief;
use crate::{Answer, Believed, Question};

pub(super) fn believed(course: &Course, past_plays: &str) -> Result<Believed, String> {
    let view = hunters_view(course, past_plays)?;
    let mut belief = Belief::new(course);
    belief.update(course, &view);
    if belief.is_empty() {
        return Err("nothing that Dracula may have done explains these plays".to_owned());
    }
    let ages = 0..belief.facts().moves().len();
    Ok(Believed {
        of: "Dracula's trail, as the hunters can know it",
        unit: "trails",
        count: belief.len() as u64,
        exact: belief.is_exact(),
        questions: ages.map(|age| question(course, age, &belief.mass(age))).collect(),
    })
}

/// What the hunters have seen, of plays as either side knows them.
fn hunters_view(course: &Course, past_plays: &str) -> Result<HuntersView, String> {
    let hidden = past_plays.contains("C?") || past_plays.contains("S?");
    let read = if hidden {
        HuntersView::parse(course, past_plays)
    } else {
        State::parse(course, past_plays).map(|state| hunters_view_of(course, &state))
    };
    read.map_err(|error| error.to_string())
}

fn hunters_view_of(course: &Course, state: &State) -> HuntersView {
    let view = course.view(state, Viewer(Course::HUNTERS.0));
    view.hunters().expect("the first viewer is the hunters").clone()
}

/// Where the move that so many others have followed came to.
fn question(course: &Course, age: usize, mass: &ByPlace<f64>) -> Question {
    let map = course.map();
    let possible = map.places().into_iter().filter(|&place| mass[place] > 0.0);
    let answers = possible.map(|place| Answer {
        code: map.code(place).to_string(),
        name: map.info(place).name.clone(),
        probability: mass[place],
    });
    let name = match age {
        0 => "now".to_owned(),
        1 => "1 move ago".to_owned(),
        // Short, for a table with one column a move.
        _ => format!("{age} ago"),
    };
    Question { name, age, answers: answers.collect() }
}
