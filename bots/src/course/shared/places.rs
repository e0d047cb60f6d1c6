//! The places where Dracula can be, derived place by place from what the hunters know.

use stoker_engine::course::{
    ByHunter, Course, DraculaPlay, Hunter, HunterPlay, HuntersView, OwnPlace, Play, Sighting,
};
use stoker_engine::map::{Place, PlaceSet};

/// The places that each of Dracula's moves can have led to.
///
/// The sets are the largest that satisfy every rule below, by arc consistency over all rounds. The
/// true place is always in its set, but not every place in a set is part of a whole trail that
/// fits. The sets depend on the view alone, not on how often [`update`](Self::update) was called.
/// - Facts that were seen: kinds of place, reveals, encounters placed (K2 to K6).
/// - Facts that were not seen: a move to the castle, or to a city where a hunter was, would have
///   been revealed (K3); so would a trail move when a hunter enters its city (H4).
/// - Moves: a move leads to a place joined to the last one or to the same place (D5). A hide or
///   double back leads to the place of the move it points to (D4). A location is not named twice in
///   a trail (D5), and there is one hide at most (D6). A hide is seen when it becomes the oldest
///   move of a full trail (K5).
///
/// # Examples
/// ```
/// use stoker_bots::course::PossiblePlaces;
/// use stoker_engine::course::{Course, HuntersView};
/// let rules = Course::default();
/// let past = "GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD..";
/// let view = HuntersView::parse(&rules, past).unwrap();
/// let mut places = PossiblePlaces::new(&rules);
/// places.update(&view, &rules);
/// assert_eq!(places.now(), rules.place("SJ").into_iter().collect());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossiblePlaces {
    /// The number of plays taken into account.
    plays: usize,
    moves: Vec<MoveFacts>,
    hunters: ByHunter<HunterState>,
    /// Rounds whose set must be revised; each is `marked`.
    stack: Vec<usize>,
    /// The places where he may start.
    anywhere: PlaceSet,
}

/// The knowledge about one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MoveFacts {
    sighting: Sighting,
    places: PlaceSet,
    /// The places that a hunter could have entered on the next turn.
    threatened: PlaceSet,
    marked: bool,
}

/// A hunter's place and life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::course) struct HunterState {
    pub(in crate::course) at: Option<Place>,
    pub(in crate::course) life: u8,
}

impl PossiblePlaces {
    /// The sets before the first turn.
    #[must_use]
    pub fn new(rules: &Course) -> Self {
        Self {
            plays: 0,
            moves: Vec::with_capacity(64),
            hunters: ByHunter::default(),
            stack: Vec::with_capacity(64),
            anywhere: rules.map().places() - PlaceSet::of(rules.hospital()),
        }
    }

    /// The places where Dracula can be now.
    #[must_use]
    pub fn now(&self) -> PlaceSet {
        self.moves.last().map_or(self.anywhere, |mv| mv.places)
    }

    /// The places that his move of a round can have led to.
    ///
    /// # Panics
    /// If he has not moved in that round.
    #[inline]
    #[must_use]
    pub fn at(&self, round: usize) -> PlaceSet {
        self.moves[round].places
    }

    /// The places that hunters could enter on the turn after his move of a round, as he knew at
    /// that time.
    ///
    /// # Panics
    /// If he has not moved in that round.
    #[must_use]
    pub fn threatened(&self, round: usize) -> PlaceSet {
        self.moves[round].threatened
    }

    /// The sighting of his move of a round.
    ///
    /// # Panics
    /// If he has not moved in that round.
    #[must_use]
    pub fn sighting(&self, round: usize) -> Sighting {
        self.moves[round].sighting
    }

    /// The number of moves that he has made.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.moves.len()
    }

    /// Returns true if his move of a round can be one that stays in place.
    #[must_use]
    pub fn may_stay(&self, round: usize, rules: &Course) -> bool {
        self.may_hide(round, rules) || self.may_restate(round, rules)
    }

    /// Catches up with the view.
    ///
    /// The view must be a later one of the same game.
    pub fn update(&mut self, view: &HuntersView, rules: &Course) {
        let trail = usize::from(rules.params().trail);
        for round in self.moves.len().saturating_sub(trail)..self.moves.len() {
            self.read_again(view, rules, round);
        }
        for play in view.plays().iter().skip(self.plays) {
            match play {
                Play::Hunter(play) => self.hunter(view, rules, *play),
                Play::Dracula(play) => self.dracula(view, rules, *play),
            }
        }
        self.plays = view.plays().len();
        while let Some(round) = self.stack.pop() {
            self.moves[round].marked = false;
            self.revise(rules, round);
        }
    }

    /// Updates a move, and those it points to, if they were revealed since (K4).
    fn read_again(&mut self, view: &HuntersView, rules: &Course, round: usize) {
        let mut next = Some(round);
        while let Some(round) = next {
            let Some(play) = view.dracula_play(round) else { return };
            if play.mv != self.moves[round].sighting {
                self.moves[round].sighting = play.mv;
                self.moves[round].places &= of_kind(rules, play);
                self.mark_around(rules, round);
            }
            next = play.mv.points_back().and_then(|back| round.checked_sub(back));
        }
    }

    /// Applies a hunter's turn: each trail move that led to their city is revealed (H4).
    fn hunter(&mut self, view: &HuntersView, rules: &Course, play: HunterPlay) {
        self.hunters[play.hunter] = after(rules, self.hunters[play.hunter], play);
        if rules.is_sea(play.to) {
            return;
        }
        let made = self.moves.len();
        for round in made.saturating_sub(usize::from(rules.params().trail))..made {
            if self.moves[round].places.contains(play.to)
                && view.dracula_place(rules, round) != Some(play.to)
            {
                let left = self.moves[round].places - PlaceSet::of(play.to);
                self.narrow(rules, round, left);
            }
        }
    }

    /// Applies his turn: facts about its own place (K2, K3, K6) and about the oldest move of the
    /// trail (K5).
    fn dracula(&mut self, view: &HuntersView, rules: &Course, play: DraculaPlay<Sighting>) {
        let round = self.moves.len();
        let places = view.dracula_place(rules, round).map_or_else(
            || of_kind(rules, play) - self.watched(rules) - PlaceSet::of(rules.hospital()),
            PlaceSet::of,
        );
        let threatened = self.threats(rules, round);
        self.moves.push(MoveFacts { sighting: play.mv, places, threatened, marked: false });
        self.mark_around(rules, round);
        if let Some(oldest) = self.moves.len().checked_sub(usize::from(rules.params().trail)) {
            self.mark_around(rules, oldest);
        }
    }

    /// The places where his turn could not have ended unseen (K3).
    fn watched(&self, rules: &Course) -> PlaceSet {
        let hunters: PlaceSet = self.hunters.0.iter().filter_map(|hunter| hunter.at).collect();
        (hunters - rules.seas()) | PlaceSet::of(rules.castle())
    }

    /// The places that a hunter can enter in the round after this one.
    fn threats(&self, rules: &Course, round: usize) -> PlaceSet {
        let next = u16::try_from(round + 1).unwrap_or(u16::MAX);
        let reach = |hunter| Some(rules.hunter_reach(hunter, next, self.hunters[hunter].at?));
        Hunter::ALL.into_iter().filter_map(reach).fold(PlaceSet::EMPTY, |all, reach| all | reach)
    }

    /// Removes the places from one set that fit no place of the sets it depends on.
    fn revise(&mut self, rules: &Course, round: usize) {
        let MoveFacts { sighting, places: before, .. } = self.moves[round];
        let mut places = before;
        if round > 0 {
            places &= self.step(rules, round, self.moves[round - 1].places);
        }
        if let Some(next) = self.moves.get(round + 1) {
            places &= self.step(rules, round + 1, next.places);
        }
        if let Some(source) = sighting.points_back().and_then(|back| round.checked_sub(back)) {
            places &= self.moves[source].places;
        }
        for (back, later) in self.moves[round + 1..].iter().enumerate().take(9) {
            if later.sighting.points_back() == Some(back + 1) {
                places &= later.places;
            }
        }
        places -= self.taken(rules, round);
        if places != before {
            self.narrow(rules, round, places);
        }
    }

    /// Replaces one set by a smaller one, and marks the sets that depend on it.
    fn narrow(&mut self, rules: &Course, round: usize, places: PlaceSet) {
        self.moves[round].places = places;
        if places.len() == 1 {
            self.mark_around(rules, round);
        } else {
            self.mark_beside(rules, round);
        }
    }

    /// The places that the move of `round` leads to from these places. Every link goes both ways,
    /// so they are also the places from which it can have come.
    fn step(&self, rules: &Course, round: usize, from: PlaceSet) -> PlaceSet {
        match self.moves[round].sighting {
            Sighting::Teleport => rules.map().places(),
            Sighting::Hide => from,
            Sighting::DoubleBack(_) => joined(rules, from),
            Sighting::At(_) | Sighting::SomeCity | Sighting::SomeSea => {
                if self.may_stay(round, rules) {
                    joined(rules, from)
                } else {
                    from.into_iter().fold(PlaceSet::EMPTY, |all, place| {
                        all | (rules.dracula_reach(place) - PlaceSet::of(place))
                    })
                }
            }
        }
    }

    /// The places that a location of this round cannot name, because a nearby move named them (D5).
    fn taken(&self, rules: &Course, round: usize) -> PlaceSet {
        if !matches!(self.moves[round].sighting, Sighting::SomeCity | Sighting::SomeSea) {
            return PlaceSet::EMPTY;
        }
        let mut taken = PlaceSet::EMPTY;
        for near in self.around(rules, round).filter(|&near| near != round) {
            let places = self.moves[near].places;
            if places.len() == 1 && self.is_location(near, rules) {
                taken |= places;
            }
        }
        // The move may still have been a hide there.
        if round > 0 && self.may_hide(round, rules) {
            taken -= self.moves[round - 1].places;
        }
        taken
    }

    /// Returns true if a move certainly named its place.
    fn is_location(&self, round: usize, rules: &Course) -> bool {
        match self.moves[round].sighting {
            Sighting::At(_) | Sighting::SomeSea => true,
            // As the oldest move of the trail, a hide would have been seen (K5). There is none in
            // round 0 (D6).
            Sighting::SomeCity => {
                round == 0 || round + usize::from(rules.params().trail) <= self.moves.len()
            }
            Sighting::Hide | Sighting::DoubleBack(_) | Sighting::Teleport => false,
        }
    }

    /// Returns true if a move can be a hide (D6).
    fn may_hide(&self, round: usize, rules: &Course) -> bool {
        match self.moves[round].sighting {
            Sighting::Hide => true,
            Sighting::SomeCity => {
                let hidden = |near: usize| self.moves[near].sighting == Sighting::Hide;
                !self.is_location(round, rules) && !self.around(rules, round).any(hidden)
            }
            Sighting::At(_) | Sighting::SomeSea | Sighting::DoubleBack(_) | Sighting::Teleport => {
                false
            }
        }
    }

    /// Returns true if a move can have named the place he was already in (D5, D9).
    fn may_restate(&self, round: usize, rules: &Course) -> bool {
        let free = rules.params().own_place != OwnPlace::Never;
        free && round > 0 && !self.is_location(round - 1, rules)
    }

    /// The rounds whose moves restrict each other (D3), this one included.
    fn around(&self, rules: &Course, round: usize) -> std::ops::Range<usize> {
        let size = usize::from(rules.params().trail);
        (round + 1).saturating_sub(size)..(round + size).min(self.moves.len())
    }

    fn mark_around(&mut self, rules: &Course, round: usize) {
        for near in self.around(rules, round) {
            self.mark(near);
        }
        self.mark_beside(rules, round);
    }

    /// Marks a round and the rounds whose sets depend on it.
    fn mark_beside(&mut self, rules: &Course, round: usize) {
        for near in round.saturating_sub(1)..(round + 2).min(self.moves.len()) {
            self.mark(near);
        }
        if let Some(back) = self.moves[round].sighting.points_back() {
            self.mark(round.saturating_sub(back));
        }
        let furthest = round + usize::from(rules.params().double_back);
        for later in round + 1..(furthest + 1).min(self.moves.len()) {
            if self.moves[later].sighting.points_back() == Some(later - round) {
                self.mark(later);
            }
        }
    }

    fn mark(&mut self, round: usize) {
        if !std::mem::replace(&mut self.moves[round].marked, true) {
            self.stack.push(round);
        }
    }
}

/// These places and all places joined to one of them.
pub(in crate::course) fn joined(rules: &Course, from: PlaceSet) -> PlaceSet {
    from.into_iter().fold(PlaceSet::EMPTY, |all, place| all | rules.dracula_reach(place))
}

/// The places in which a play can have ended, by what was seen of it (K2, K6).
pub(in crate::course) fn of_kind(rules: &Course, play: DraculaPlay<Sighting>) -> PlaceSet {
    let land = rules.map().places() - rules.seas();
    match play.mv {
        Sighting::At(place) => PlaceSet::of(place),
        Sighting::Teleport => PlaceSet::of(rules.castle()),
        Sighting::SomeSea => rules.seas(),
        Sighting::SomeCity | Sighting::Hide => land,
        Sighting::DoubleBack(_) if play.placed.is_some() => land,
        // A trail has at most one location, one hide and one double back to any other city, so
        // there is always room for three encounters.
        Sighting::DoubleBack(_) if rules.params().city_encounters >= 3 => {
            rules.seas() | PlaceSet::of(rules.castle())
        }
        Sighting::DoubleBack(_) => rules.map().places(),
    }
}

/// A hunter's state after a play (H4 to H6).
pub(in crate::course) fn after(
    rules: &Course,
    before: HunterState,
    play: HunterPlay,
) -> HunterState {
    let params = rules.params();
    // A hunter without life is new, or comes from the hospital (H5).
    let life = if before.life == 0 { params.start_life } else { before.life };
    let dracula = if play.met.dracula { params.life_loss_dracula } else { 0 };
    let traps = params.life_loss_trap.saturating_mul(play.met.traps);
    let life = life.saturating_sub(traps).saturating_sub(dracula);
    if life == 0 {
        return HunterState { at: Some(rules.hospital()), life };
    }
    let rested = before.at == Some(play.to);
    let gain = if rested { params.life_gain_rest } else { 0 };
    HunterState { at: Some(play.to), life: life.saturating_add(gain).min(params.start_life) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "GBE.... SBR.... HLO.... MCA....";

    fn possible(past: &str) -> PossiblePlaces {
        let rules = Course::default();
        let mut places = PossiblePlaces::new(&rules);
        places.update(&HuntersView::parse(&rules, past).unwrap(), &rules);
        places
    }

    fn set(codes: &str) -> PlaceSet {
        let rules = Course::default();
        codes.split(' ').map(|code| rules.place(code).unwrap()).collect()
    }

    #[test]
    fn an_unseen_start_on_land_is_not_the_castle_the_hospital_or_a_hunters_city() {
        let rules = Course::default();
        let now = possible(&format!("{START} DC?.V..")).now();
        let land = rules.map().places() - rules.seas();
        assert_eq!(now, land - set("CD JM BE BR LO CA"));
    }

    #[test]
    fn a_city_entered_in_vain_is_not_in_the_trail() {
        let past = format!("{START} DC?.V.. GSJ....");
        assert!(!possible(&past).now().contains(set("SJ").min().unwrap()));
    }

    #[test]
    fn after_a_meeting_he_is_next_door_or_stays_seen() {
        let past = format!("{START} DSJ.V.. GSJVD.. SBR.... HLO.... MCA.... DC?T...");
        // Roads lead to Belgrade, Sofia, Valona, Zagreb and the hospital.
        assert_eq!(possible(&past).now(), set("BE SO VA ZA"));
    }

    #[test]
    fn a_double_back_is_where_the_move_it_points_to_was() {
        let past = format!("{START} DC?.V.. GBE.... SBR.... HLO.... MCA.... DS?.... ");
        let past = format!("{past}GBE.... SBR.... HLO.... MCA.... DD2T...");
        let places = possible(&past);
        assert_eq!(places.at(2), places.at(0));
        // So he started in a port.
        assert!(places.now().contains(set("AM").min().unwrap()));
        assert!(!places.now().contains(set("MU").min().unwrap()));
    }

    #[test]
    fn what_was_possible_shrinks_when_a_later_move_is_seen() {
        let past = format!("{START} DC?.V.. GBE.... SBR.... HLO.... MCA.... DC?T...");
        let before = possible(&past);
        let after = possible(&past.replace("DC?T", "DCDT"));
        // Two roads lead to the castle, and he may have hidden in neither place.
        assert_eq!(after.at(0), set("GA KL"));
        assert!(after.at(0).is_subset(before.at(0)));
    }
}
