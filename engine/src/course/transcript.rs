//! Checks of games from the course's own runner against this engine.
//!
//! A transcript is one game: a JSON object with every fact that an engine must agree on, turn by
//! turn. Its format is that of [`Transcript`] and [`TranscriptTurn`].

use serde::Deserialize;

use super::Course;
use super::moves::{DraculaMove, Hunter, Move, Mover};
use super::play::{Play, Turned};
use super::position::{Position, TurnEffects};
use super::state::State;
use crate::chance::Chance;
use crate::map::PlaceSet;

/// A whole game, as another engine saw it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    /// Number of the game, unique within its file.
    pub id: u64,
    /// The policy that chose the moves.
    pub policy: String,
    /// The turns, oldest first.
    pub turns: Vec<TranscriptTurn>,
    /// The score at the end, raw.
    pub final_score: i32,
    /// Completed rounds.
    pub rounds: u16,
    /// `hunters` if Dracula's blood is gone, else `dracula`.
    pub winner: String,
    /// The final past plays as Dracula sees them.
    pub past_dracula: String,
    /// The final past plays as the hunters see them.
    pub past_hunters: String,
}

/// One turn of a [`Transcript`]. Facts are those after the turn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranscriptTurn {
    /// The seat, 0..=4.
    pub p: u8,
    /// The mover's legal moves before the move, sorted codes; `ALL` in round 0.
    pub legal: String,
    /// The code of the move made.
    #[serde(rename = "move")]
    pub mv: String,
    /// The play as Dracula sees it.
    pub dplay: String,
    /// The play as the hunters see it; only in Dracula's turns.
    pub hplay: Option<String>,
    /// Round and code of each earlier Dracula move that the hunters learnt.
    #[serde(default)]
    pub reveal: Vec<(u16, String)>,
    /// The score.
    pub score: i32,
    /// The hunters' life; a hunter sent to the hospital shows full life at once.
    pub hp: [u8; 4],
    /// Dracula's blood.
    pub blood: i32,
    /// The places of the five seats: codes joined by spaces, `--` before a seat's first move.
    pub loc: String,
}

/// A fact on which a transcript and this engine differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Index of the turn, from 0; the number of turns for facts of the whole game.
    pub turn: usize,
    /// Name of the fact.
    pub fact: &'static str,
    /// The transcript's value.
    pub expected: String,
    /// This engine's value.
    pub got: String,
}

impl Transcript {
    /// Every fact on which the game in progress differs from the transcript, in order.
    ///
    /// The comparison stops at a move that cannot be played.
    #[must_use]
    pub fn differences(&self, rules: &Course) -> Vec<Difference> {
        let mut found = Differences::default();
        let mut state = State::start(rules, Chance::recorded(vec![]));
        for (turn, told) in self.turns.iter().enumerate() {
            found.turn = turn;
            found.same("p", told.p, state.position().board().to_move().seat().0);
            found.same("legal", &told.legal, legal(rules, state.position()));
            let Some(turned) = told.choose(rules).and_then(|mv| state.play(rules, mv.into()).ok())
            else {
                found.same("move", told.mv.as_str(), "not legal");
                return found.all;
            };
            told.compare(rules, &state, &turned, &mut found);
        }
        found.turn = self.turns.len();
        self.compare_end(rules, &state, &mut found);
        found.all
    }

    /// Every fact on which a bare [`Position`] differs from the transcript, in order. It cannot
    /// compare the past plays, and the reveals of moves that have left the trail.
    #[must_use]
    pub fn differences_of_position(&self, rules: &Course) -> Vec<Difference> {
        let mut found = Differences::default();
        let mut position = Position::start(rules);
        for (turn, told) in self.turns.iter().enumerate() {
            found.turn = turn;
            found.same("p", told.p, position.board().to_move().seat().0);
            found.same("legal", &told.legal, legal(rules, &position));
            let before = position;
            let Some(outcome) = told.choose(rules).and_then(|mv| position.play(rules, mv).ok())
            else {
                found.same("move", told.mv.as_str(), "not legal");
                return found.all;
            };
            told.compare_position(rules, &position, outcome.play, &mut found);
            told.compare_trail(rules, &before, &position, outcome, &mut found);
        }
        found.turn = self.turns.len();
        self.compare_result(&position, &mut found);
        found.all
    }

    fn compare_end(&self, rules: &Course, state: &State, found: &mut Differences) {
        let history = state.history();
        self.compare_result(state.position(), found);
        found.same("past_dracula", &self.past_dracula, history.past_plays(rules));
        found.same("past_hunters", &self.past_hunters, history.as_hunters().past_plays(rules));
    }

    fn compare_result(&self, position: &Position, found: &mut Differences) {
        let board = position.board();
        found.same("final_score", self.final_score, board.score());
        found.same("rounds", self.rounds, board.round());
        let winner = if board.blood() <= 0 { "hunters" } else { "dracula" };
        found.same("winner", self.winner.as_str(), winner);
        found.same("over", true, board.is_over());
    }
}

impl TranscriptTurn {
    fn choose(&self, rules: &Course) -> Option<Move> {
        if usize::from(self.p) < Hunter::ALL.len() {
            rules.place(&self.mv).map(Move::Hunter)
        } else {
            rules.dracula_move(&self.mv).map(Move::Dracula)
        }
    }

    fn compare(&self, rules: &Course, state: &State, turned: &Turned, found: &mut Differences) {
        self.compare_position(rules, state.position(), turned.play, found);
        if let Some(told) = &self.hplay {
            let seen = state.for_hunters(turned).play;
            found.same("hplay", told, text(&rules.text_of(seen)));
        }
        let mut reveals: Vec<_> = turned
            .reveals
            .iter()
            .map(|reveal| (reveal.round, text(&rules.sighting_code(reveal.sighting))))
            .collect();
        reveals.sort_unstable();
        found.same("reveal", sorted(&self.reveal), format!("{reveals:?}"));
    }

    fn compare_position(
        &self,
        rules: &Course,
        position: &Position,
        play: Play<DraculaMove>,
        found: &mut Differences,
    ) {
        let board = position.board();
        found.same("dplay", &self.dplay, text(&rules.play_text(play)));
        found.same("score", self.score, board.score());
        let hp = Hunter::ALL.map(|hunter| board.life_at_turn(rules, hunter));
        found.same("hp", format!("{:?}", self.hp), format!("{hp:?}"));
        found.same("blood", self.blood, board.blood());
        let hunters = Hunter::ALL.map(|hunter| board.at(hunter));
        let places = hunters.into_iter().chain([position.dracula()]);
        let places = places.map(|place| place.map_or(*b"--", |place| rules.place_code(place)));
        let places: Vec<_> = places.map(|code| text(&code)).collect();
        found.same("loc", &self.loc, places.join(" "));
    }

    /// Compares the reveals within the trail: the moves whose code has become known.
    fn compare_trail(
        &self,
        rules: &Course,
        before: &Position,
        after: &Position,
        outcome: TurnEffects,
        found: &mut Differences,
    ) {
        let drawn = usize::from(matches!(outcome.play, Play::Dracula(_)));
        let made = usize::from(after.board().round());
        let mut seen: Vec<(usize, String)> = vec![];
        for (index, mv) in after.trail().moves().iter().enumerate().skip(drawn) {
            let known = before.trail().moves()[index - drawn].code_known;
            if mv.code_known && !known {
                seen.push((made - 1 - index, text(&rules.move_code(Move::Dracula(mv.code)))));
            }
        }
        seen.sort_unstable();
        let oldest = made - after.trail().moves().len();
        let told = self.reveal.iter().filter(|(round, _)| usize::from(*round) >= oldest);
        let told: Vec<_> = told.cloned().collect();
        found.same("reveal", sorted(&told), format!("{seen:?}"));
        if let (Some(hplay), Some(latest)) = (&self.hplay, after.trail().latest()) {
            let known = !hplay.starts_with("DC?") && !hplay.starts_with("DS?");
            found.same("code_known", known, latest.code_known);
        }
    }
}

fn legal(rules: &Course, position: &Position) -> String {
    if position.board().round() == 0 {
        let all = rules.map().places();
        let hospital = PlaceSet::of(rules.hospital());
        let expected = match position.board().to_move() {
            Mover::Hunter(_) => all,
            Mover::Dracula => all - hospital,
        };
        let found: PlaceSet = position
            .moves(rules)
            .filter_map(|mv| match mv {
                Move::Hunter(place) | Move::Dracula(DraculaMove::To(place)) => Some(place),
                Move::Dracula(_) => None,
            })
            .collect();
        let complete = found == expected && position.moves(rules).len() == expected.len();
        return if complete { "ALL" } else { "not ALL" }.to_owned();
    }
    let mut codes: Vec<_> = position.moves(rules).map(|mv| text(&rules.move_code(mv))).collect();
    codes.sort_unstable();
    codes.join(" ")
}

fn sorted(reveals: &[(u16, String)]) -> String {
    let mut reveals = reveals.to_vec();
    reveals.sort_unstable();
    format!("{reveals:?}")
}

fn text(ascii: &[u8]) -> String {
    String::from_utf8_lossy(ascii).into_owned()
}

#[derive(Default)]
struct Differences {
    turn: usize,
    all: Vec<Difference>,
}

impl Differences {
    #[expect(clippy::needless_pass_by_value, reason = "numbers, texts and references alike")]
    fn same<E: ToString, G: ToString>(&mut self, fact: &'static str, expected: E, got: G) {
        let (expected, got) = (expected.to_string(), got.to_string());
        if expected != got {
            self.all.push(Difference { turn: self.turn, fact, expected, got });
        }
    }
}
