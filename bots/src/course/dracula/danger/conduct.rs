//! What the hunters have done in the match so far, seen by Dracula.

use stoker_engine::course::{ByHunter, Course, DraculaView, Hunter, HunterPlay, Play};
use stoker_engine::map::Place;

use crate::course::shared::tables::Tables;

/// Share of the earlier rounds that is left in an average after each round.
const MEMORY: f32 = 0.9;

/// Distances above this many turns count as this many.
const MOST_TURNS: u8 = 6;

/// Plays in a round: those of the hunters, and Dracula's.
const PLAYS: usize = Hunter::ALL.len() + 1;

/// What the hunters have done in the match so far. In averages, older rounds count less.
#[derive(Debug, Clone, Default)]
pub(in crate::course) struct HuntersConduct {
    /// Number of plays that are counted.
    plays: usize,
    /// Where each hunter is, and was a round before.
    at: ByHunter<Option<Place>>,
    before: ByHunter<Option<Place>>,
    /// The meetings that were expected of the present round.
    expected: f32,
    /// Average share of the hunters who rest, 0 to 1.
    pub(super) rests: f32,
    /// Average share of rounds that end with a hunter within a turn of the castle, 0 to 1.
    watch: f32,
    /// Average number of meetings in a round, less those that were expected.
    pub(super) surprise: f32,
    /// Average number of turns by which a hunter comes nearer to him in a round.
    pub(super) approach: f32,
    /// Number of meetings in the match.
    pub(super) meetings: u16,
    /// The round of the last.
    pub(super) last_meeting: Option<u16>,
}

/// What the hunters did in one round.
#[derive(Debug, Clone, Copy, Default)]
struct RoundConduct {
    rests: u8,
    meetings: u8,
    /// Turns by which they have come nearer, all together.
    nearer: i16,
}

impl HuntersConduct {
    /// Takes in the hunters' plays since his last turn, on his turn.
    pub(in crate::course) fn update(
        &mut self,
        rules: &Course,
        tables: &Tables,
        view: &DraculaView,
    ) {
        let plays = view.plays();
        if plays.len() == self.plays {
            return;
        }
        let board = view.position().board();
        let mut done = RoundConduct::default();
        for (index, play) in plays.iter().enumerate().skip(self.plays) {
            if let Play::Hunter(play) = play {
                let round = u16::try_from(index / PLAYS).unwrap_or(u16::MAX);
                // He has not moved since the hunters did.
                self.add(&mut done, tables, (round, view.position().dracula()), play);
            }
        }
        self.plays = plays.len();
        self.before = std::mem::replace(&mut self.at, ByHunter(Hunter::ALL.map(|it| board.at(it))));
        // In round 0 there was nobody to look for.
        if board.round() > 0 {
            self.end_round(rules, tables, board.round(), done);
        }
    }

    fn add(
        &mut self,
        done: &mut RoundConduct,
        tables: &Tables,
        (round, dracula): (u16, Option<Place>),
        play: &HunterPlay,
    ) {
        let from = self.at[play.hunter];
        if let (Some(from), Some(dracula)) = (from, dracula) {
            let turns = |at| tables.hunter_turns(play.hunter, round, at, dracula).min(MOST_TURNS);
            done.nearer += i16::from(turns(from)) - i16::from(turns(play.to));
        }
        done.rests += u8::from(from == Some(play.to));
        if play.met.dracula {
            done.meetings += 1;
            self.meetings = self.meetings.saturating_add(1);
            self.last_meeting = Some(round);
        }
    }

    fn end_round(&mut self, rules: &Course, tables: &Tables, round: u16, done: RoundConduct) {
        let watches = |hunter| {
            let turns = |at| tables.hunter_turns(hunter, round + 1, at, rules.castle());
            self.at[hunter].is_some_and(|at| turns(at) <= 1)
        };
        let watched = f32::from(u8::from(Hunter::ALL.into_iter().any(watches)));
        let each = 1.0 / Hunter::ALL.len() as f32;
        let blend = |old: &mut f32, new: f32| *old = MEMORY * *old + (1.0 - MEMORY) * new;
        blend(&mut self.rests, f32::from(done.rests) * each);
        blend(&mut self.watch, watched);
        blend(&mut self.surprise, f32::from(done.meetings) - self.expected);
        blend(&mut self.approach, f32::from(done.nearer) * each);
    }

    /// Notes the number of meetings that are expected before his next turn.
    pub(in crate::course) fn expect(&mut self, meetings: f32) {
        self.expected = meetings;
    }

    /// Average share of rounds that end with a hunter within a turn of the castle, 0 to 1.
    pub(in crate::course) fn watch(&self) -> f32 {
        self.watch
    }

    /// The number of hunters whose last move brought them nearer to a place.
    pub(super) fn closing_in(&self, tables: &Tables, round: u16, to: Place) -> usize {
        let nearer = |&hunter: &Hunter| {
            let turns = |from| tables.hunter_turns(hunter, round, from, to);
            let moved = self.before[hunter].zip(self.at[hunter]);
            moved.is_some_and(|(before, at)| turns(at) < turns(before))
        };
        Hunter::ALL.into_iter().filter(nearer).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::{DraculaMove, Move, View};
    use stoker_engine::{Chance, Game, Seed, Viewer};

    /// The meetings that are expected of the second round, twice as many as of the first.
    const EXPECTED: f32 = 0.5;

    /// The conduct after these plays: hunters' places, and every fifth Dracula's.
    fn after(rules: &Course, plays: &[&str]) -> HuntersConduct {
        let tables = Tables::new(rules);
        let mut state = rules.start(Chance::seeded(Seed(1)));
        let mut conduct = HuntersConduct::default();
        for (index, code) in plays.iter().enumerate() {
            let place = rules.place(code).expect("a place of the map");
            let mut mv = Move::Hunter(place);
            if index % 5 == 4 {
                let view: View = rules.view(&state, Viewer(1));
                conduct.update(rules, &tables, view.dracula().expect("his view"));
                conduct.expect(EXPECTED * (index + 1) as f32 / 10.0);
                mv = Move::Dracula(DraculaMove::To(place));
            }
            rules.play(&mut state, mv.into()).expect("a legal move");
        }
        let view = rules.view(&state, Viewer(1));
        conduct.update(rules, &tables, view.dracula().expect("his view"));
        conduct
    }

    #[test]
    fn rests_approaches_and_meetings_are_noted() {
        let rules = Course::default();
        let tables = Tables::new(&rules);
        // Godalming goes from Geneva by Marseilles to Toulouse, where Dracula is; Seward comes from
        // Le Havre to Paris; the others rest.
        let first = ["GE", "LE", "GA", "VR", "CF"];
        let second = ["MR", "PA", "GA", "VR", "TO"];
        let third = ["TO", "PA", "GA", "VR"];
        let two = after(&rules, &[&first[..], &second[..4]].concat());
        assert!((two.rests - 0.1 * 0.5).abs() < 1e-6, "two of four rest: {}", two.rests);
        let place = |code| rules.place(code).expect("a place of the map");
        assert_eq!(two.closing_in(&tables, 2, place("CF")), 1, "Seward, from Le Havre to Paris");

        assert!((two.watch() - 0.1).abs() < 1e-6, "Galatz is a turn from the castle");
        assert_eq!((two.meetings, two.last_meeting), (0, None));
        let three = after(&rules, &[&first[..], &second[..], &third[..]].concat());
        assert_eq!((three.meetings, three.last_meeting), (1, Some(2)));
        // Half of it was expected of the first of the two rounds, in which nobody met him.
        let surprise = 0.9 * 0.1 * -(EXPECTED / 2.0) + 0.1 * (1.0 - EXPECTED);
        assert!((three.surprise - surprise).abs() < 1e-6, "{}", three.surprise);
        assert_eq!(after(&rules, &first[..4]).rests.to_bits(), 0.0f32.to_bits(), "openings");
    }
}
