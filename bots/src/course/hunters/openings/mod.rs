//! Where the hunters begin: a mixture of openings, solved by an experiment
//! (`cargo bench -p stoker-bots --bench openings -- hunters`).

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::Rng;
use stoker_engine::course::{Board, ByHunter, Course, Hunter};
use stoker_engine::map::Place;

use crate::luck::weighted;

/// The mixture: how often of 1,000 times each opening is played, and where each hunter begins.
const TABLE: &str = include_str!("openings.csv");

/// Where the four hunters begin.
#[derive(Debug, Clone, Copy)]
struct Opening {
    permille: u32,
    places: ByHunter<Place>,
}

/// A mixture of openings.
#[derive(Debug, Clone, Default)]
pub(in crate::course) struct Openings(Arc<[Opening]>);

impl Openings {
    /// The openings of the table whose places are all on the map.
    pub(in crate::course) fn solved(rules: &Course) -> Self {
        let openings = TABLE.lines().skip(1).filter_map(|line| Opening::parse(rules, line));
        Self(openings.collect())
    }

    /// The place where a hunter begins, drawn from the openings in which the earlier hunters begin
    /// where they did; `None` if there are none.
    ///
    /// Drawn one after another, the places of the four are those of one opening of the mixture.
    pub(in crate::course) fn draw(
        &self,
        board: &Board,
        hunter: Hunter,
        rng: &mut Rng,
    ) -> Option<Place> {
        let begun = &Hunter::ALL[..hunter as usize];
        let weight = |opening: &Opening| {
            let fits = begun.iter().all(|&other| board.at(other) == Some(opening.places[other]));
            if fits { opening.permille } else { 0 }
        };
        let drawn = weighted(self.0.iter().map(weight), rng)?;
        Some(self.0[drawn].places[hunter])
    }
}

impl Opening {
    /// The opening of a line; `None` if one of its places is not on the map.
    fn parse(rules: &Course, line: &str) -> Option<Self> {
        let (permille, codes) = line.split_once(',')?;
        let places: ArrayVec<_, 4> =
            codes.split(',').map(|code| rules.place(code)).collect::<Option<_>>()?;
        let places = ByHunter(places.into_inner().ok()?);
        Some(Self { permille: permille.parse().ok()?, places })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use stoker_engine::course::HuntersView;
    use stoker_engine::{Purpose, Seed};

    fn rng() -> Rng {
        Seed(1).rng(None, None, Purpose::BOT)
    }

    /// Where four hunters begin who draw one after another.
    fn begin(rules: &Course, openings: &Openings, rng: &mut Rng) -> Option<[Place; 4]> {
        let mut past = String::new();
        let mut places = ArrayVec::<_, 4>::new();
        for (hunter, letter) in Hunter::ALL.into_iter().zip("GSHM".chars()) {
            let view = HuntersView::parse(rules, &past).unwrap();
            let place = openings.draw(view.board(), hunter, rng)?;
            past += &format!("{letter}{}.... ", rules.map().code(place));
            places.push(place);
        }
        places.into_inner().ok()
    }

    #[test]
    fn all_lines_of_the_table_are_openings_of_the_map() {
        let openings = Openings::solved(&Course::default());
        assert_eq!(openings.0.len(), TABLE.lines().count() - 1);
        assert_eq!(openings.0.iter().map(|opening| opening.permille).sum::<u32>(), 1_000);
    }

    /// Of 2,000 times an opening should come twice its thousandths, with a standard deviation of at
    /// most 22. Five of them are 112.
    #[test]
    fn hunters_who_draw_in_turn_begin_by_one_opening() {
        let rules = Course::default();
        let openings = Openings::solved(&rules);
        let mut rng = rng();
        let mut begun = BTreeMap::new();
        for _ in 0..2_000 {
            let places = begin(&rules, &openings, &mut rng).unwrap();
            *begun.entry(places).or_insert(0u32) += 1;
        }
        for opening in &*openings.0 {
            let times = begun.remove(&opening.places.0).unwrap_or(0);
            assert!(times.abs_diff(2 * opening.permille) <= 112, "{opening:?}: {times}");
        }
        assert!(begun.is_empty(), "{begun:?}");
    }

    #[test]
    fn nothing_is_drawn_after_another_beginning() {
        let rules = Course::default();
        let view = HuntersView::parse(&rules, "GAO....").unwrap();
        let openings = Openings::solved(&rules);
        assert_eq!(openings.draw(view.board(), Hunter::ALL[1], &mut rng()), None);
        assert_eq!(Openings::default().draw(view.board(), Hunter::ALL[0], &mut rng()), None);
    }
}
