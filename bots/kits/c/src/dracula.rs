//! Dracula's valid moves, from his own past plays.

use stoker_engine::course::{DraculaMove, DraculaMoves, Mover, Sighting, Trail, TrailMove};
use stoker_engine::map::{Place, PlaceSet};

use crate::player::Player;
use crate::rules::rules;
use crate::view::{View, Ways, reach};

impl View {
    /// Dracula's moves except a teleport; none before his first move, or if a move that restricts
    /// him is hidden.
    pub(crate) fn valid_moves(&self) -> DraculaMoves {
        let none = DraculaMoves::default();
        let Some(trail) = self.trail().filter(|trail| trail.latest().is_some()) else {
            return none;
        };
        let moves = rules().dracula_moves(&trail);
        if moves == DraculaMoves::TELEPORT { none } else { moves }
    }

    /// The places that his valid moves lead to. Staying in place counts for all means of transport.
    pub(crate) fn dracula_can_go(&self, ways: Ways) -> PlaceSet {
        let Some(here) = self.location(Player::of(Mover::Dracula)).place() else {
            return PlaceSet::EMPTY;
        };
        let places: PlaceSet =
            self.valid_moves().into_iter().filter_map(|mv| self.leads_to(mv)).collect();
        places & reach(Mover::Dracula, 0, here, ways)
    }

    /// The place that one of his moves would lead to now (D4).
    fn leads_to(&self, mv: DraculaMove) -> Option<Place> {
        let came_to = self.history.dracula();
        match (mv, mv.points_back()) {
            (DraculaMove::To(place), _) => Some(place),
            (_, Some(back)) => came_to[came_to.len().checked_sub(back)?].place(),
            (_, None) => Some(rules().castle()),
        }
    }

    /// His latest moves, as many as restrict him; `None` if one of them is hidden.
    fn trail(&self) -> Option<Trail> {
        let made = self.history.dracula().len();
        let count = made.min(usize::from(rules().params().trail) - 1);
        let moves = (1..=count).map(|back| self.trail_move(made - back));
        Trail::try_from(moves.collect::<Option<Vec<_>>>()?).ok()
    }

    fn trail_move(&self, round: usize) -> Option<TrailMove> {
        let code = match self.told.dracula_play(round)?.mv {
            Sighting::At(place) => DraculaMove::To(place),
            Sighting::Hide => DraculaMove::Hide,
            Sighting::DoubleBack(steps) => DraculaMove::DoubleBack(steps),
            Sighting::Teleport => DraculaMove::Teleport,
            Sighting::SomeCity | Sighting::SomeSea => return None,
        };
        let place = self.history.dracula().get(round)?.place()?;
        Some(TrailMove { code, place, encounter: None, code_known: true, place_known: true })
    }
}
