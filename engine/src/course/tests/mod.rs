//! Tests of the rules, clause by clause: one fact each, with numbers worked out by hand.

mod dracula;
mod ending;
mod hunters;
mod knowledge;

use super::moves::{Hunter, Move, Mover};
use super::{Course, HospitalStreak, OwnPlace, Params, State, Turned};
use crate::chance::Chance;
use crate::map::{BuiltinMap, Place, PlaceSet};

/// A game on the course's map, played by short words.
struct Table {
    rules: Course,
    state: State,
    last: Option<Turned>,
}

fn preset(name: &str) -> Params {
    Params::presets().into_iter().find(|preset| preset.name == name).unwrap().params
}

/// A game of the preset `course`.
fn course(plays: &str) -> Table {
    with(Params::default(), plays)
}

/// A game with these parameters.
fn with(params: Params, plays: &str) -> Table {
    let rules = Course::on(params, BuiltinMap::COURSE.load()).unwrap();
    let state = State::start(&rules, Chance::recorded(vec![]));
    Table { rules, state, last: None }.then(plays)
}

impl Table {
    /// Plays on: each word is a seat's letter and a code. Skipped hunters go from sea to sea, where
    /// nothing happens, or else wander. `*` lets all hunters who have not moved rest.
    fn then(mut self, plays: &str) -> Self {
        for word in plays.split(' ').filter(|word| !word.is_empty()) {
            if word == "*" {
                while let Mover::Hunter(hunter) = self.mover() {
                    self.play(Move::Hunter(self.state.position().board().at(hunter).unwrap()));
                }
                continue;
            }
            let (seat, code) = word.split_at(1);
            while self.letter() != seat {
                self.pass();
            }
            let mv = if seat == "D" {
                self.rules.dracula_move(code).map(Move::Dracula)
            } else {
                self.rules.place(code).map(Move::Hunter)
            };
            self.play(mv.unwrap_or_else(|| panic!("{word} is no play")));
        }
        self
    }

    fn mover(&self) -> Mover {
        self.state.position().board().to_move()
    }

    fn letter(&self) -> &'static str {
        match self.mover() {
            Mover::Hunter(hunter) => ["G", "S", "H", "M"][hunter as usize],
            Mover::Dracula => "D",
        }
    }

    fn play(&mut self, mv: Move) {
        let turned = self.state.play(&self.rules, mv.into());
        let code = self.rules.move_code(mv);
        let code = String::from_utf8_lossy(&code);
        self.last = Some(turned.unwrap_or_else(|_| panic!("{code} is illegal: {}", self.legal())));
    }

    /// Moves the hunter to a sea, or else to another place that Dracula has not been to.
    fn pass(&mut self) {
        let Mover::Hunter(hunter) = self.mover() else { panic!("Dracula is not passed over") };
        let board = self.state.position().board();
        let trail = self.state.position().trail().moves();
        let mut free = board.hunter_moves(&self.rules, hunter);
        free -= board.at(hunter).map_or(PlaceSet::EMPTY, PlaceSet::of);
        free -= trail.iter().map(|mv| mv.place).collect::<PlaceSet>() - self.rules.seas();
        let seas = free & self.rules.seas();
        let start = PlaceSet::of(self.place("NS"));
        let choice = match board.at(hunter) {
            None => start,
            Some(_) if seas.is_empty() => free,
            Some(_) => seas,
        };
        self.play(Move::Hunter(choice.min().unwrap()));
    }

    fn place(&self, code: &str) -> Place {
        self.rules.place(code).unwrap()
    }

    /// The legal moves, sorted.
    fn legal(&self) -> String {
        let codes = self.state.position().moves(&self.rules).map(|mv| self.rules.move_code(mv));
        let mut codes: Vec<_> =
            codes.map(|code| String::from_utf8(code.to_vec()).unwrap()).collect();
        codes.sort_unstable();
        codes.join(" ")
    }

    /// The latest play, as Dracula sees it.
    fn text(&self) -> String {
        let play = self.last.as_ref().unwrap().play;
        String::from_utf8(self.rules.play_text(play).to_vec()).unwrap()
    }

    /// Dracula's moves as the hunters know them now.
    fn seen(&self) -> String {
        let sightings = self.state.history().sightings().iter();
        let codes = sightings.map(|&sighting| self.rules.sighting_code(sighting));
        let codes: Vec<_> = codes.map(|code| String::from_utf8(code.to_vec()).unwrap()).collect();
        codes.join(" ")
    }

    /// The rounds of the moves that the latest turn revealed.
    fn revealed(&self) -> Vec<u16> {
        self.last.as_ref().unwrap().reveals.iter().map(|reveal| reveal.round).collect()
    }

    fn life(&self) -> [u8; 4] {
        Hunter::ALL.map(|hunter| self.state.position().board().life(hunter))
    }

    /// Godalming's place.
    fn godalming(&self) -> String {
        let at = self.state.position().board().at(Hunter::Godalming).unwrap();
        self.rules.map().code(at).to_string()
    }

    fn blood(&self) -> i32 {
        self.state.position().board().blood()
    }

    fn score(&self) -> i32 {
        self.state.position().board().score()
    }

    fn streak(&self) -> u8 {
        self.state.position().board().streak()
    }

    fn encounters_at(&self, code: &str) -> usize {
        self.state.position().trail().encounters_at(self.place(code))
    }
}
