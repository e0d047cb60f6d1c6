//! Dracula's possible places, now and before.

use stoker_engine::course::{Course, HuntersView, View};
use stoker_engine::map::ByPlace;

use crate::course::Belief;
use crate::{Answer, BeliefQuestion, Believed};

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

/// The hunters' view of a game, from either side's past plays.
fn hunters_view(course: &Course, past_plays: &str) -> Result<HuntersView, String> {
    let view = match super::view_of(course, past_plays)? {
        View::Hunters(view) => view,
        View::Dracula(view) => view.as_hunters(),
    };
    Ok(view)
}

/// The question where the move of this age led to.
fn question(course: &Course, age: usize, mass: &ByPlace<f64>) -> BeliefQuestion {
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
        // Short, for a table with one column for each move.
        _ => format!("{age} ago"),
    };
    BeliefQuestion { name, age, answers: answers.collect() }
}
