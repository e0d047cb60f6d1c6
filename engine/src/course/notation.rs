//! The text form of moves, plays and past plays (H7, E6, P3).

use std::fmt::{self, Write};

use super::Course;
use super::moves::{DraculaMove, Move, Sighting};
use super::play::{DraculaPlay, Encounter, HunterPlay, Play};
use super::view::{DraculaView, HuntersView};
use crate::map::Place;

/// Characters of a play.
pub(super) const PLAY_LEN: usize = 7;

/// A two-character code.
pub(super) type CodeBytes = [u8; 2];

impl Course {
    /// A place's code, or `??` for a place that is not on this map.
    pub(super) fn place_code(&self, place: Place) -> CodeBytes {
        let known = self.map.places().contains(place);
        if known { self.map.code(place).bytes() } else { *b"??" }
    }

    /// The two characters that name a move.
    #[must_use]
    pub fn move_code(&self, mv: Move) -> CodeBytes {
        match mv {
            Move::Hunter(place) | Move::Dracula(DraculaMove::To(place)) => self.place_code(place),
            Move::Dracula(mv) => self.sighting_code(Sighting::of(mv)),
        }
    }

    /// The two characters that the hunters see for a move.
    #[must_use]
    pub fn sighting_code(&self, sighting: Sighting) -> CodeBytes {
        match sighting {
            Sighting::At(place) => self.place_code(place),
            Sighting::SomeCity => *b"C?",
            Sighting::SomeSea => *b"S?",
            Sighting::Hide => *b"HI",
            Sighting::DoubleBack(steps) => [b'D', b'0' + u8::from(steps)],
            Sighting::Teleport => *b"TP",
        }
    }

    /// Dracula's play as he sees it, or a hunter's: seven characters.
    #[must_use]
    pub fn play_text(&self, play: Play<DraculaMove>) -> [u8; PLAY_LEN] {
        self.text_of(play.map(Sighting::of))
    }

    /// A play as the hunters see it: seven characters.
    #[must_use]
    pub fn text_of(&self, play: Play<Sighting>) -> [u8; PLAY_LEN] {
        match play {
            Play::Hunter(play) => self.hunter_text(play),
            Play::Dracula(play) => self.dracula_text(play),
        }
    }

    fn hunter_text(&self, play: HunterPlay) -> [u8; PLAY_LEN] {
        let [a, b] = self.place_code(play.to);
        let mut text = [play.hunter.letter(), a, b, b'.', b'.', b'.', b'.'];
        let traps = std::iter::repeat_n(b'T', usize::from(play.met.traps));
        let vampires = std::iter::repeat_n(b'V', usize::from(play.met.vampires));
        let dracula = std::iter::repeat_n(b'D', usize::from(play.met.dracula));
        for (slot, letter) in text[3..].iter_mut().zip(traps.chain(vampires).chain(dracula)) {
            *slot = letter;
        }
        text
    }

    fn dracula_text(&self, play: DraculaPlay<Sighting>) -> [u8; PLAY_LEN] {
        let [a, b] = self.sighting_code(play.mv);
        let letter = |what, encounter, letter| if what == Some(encounter) { letter } else { b'.' };
        let left = match play.left {
            Some(Encounter::Trap) => b'M',
            Some(Encounter::Vampire) => b'V',
            None => b'.',
        };
        let trap = letter(play.placed, Encounter::Trap, b'T');
        let vampire = letter(play.placed, Encounter::Vampire, b'V');
        [b'D', a, b, trap, vampire, left, b'.']
    }
}

impl HuntersView {
    /// The past plays as the hunters see them now (P3).
    #[must_use]
    pub fn past_plays(&self, rules: &Course) -> String {
        join(self.plays.iter().map(|&play| rules.text_of(play)))
    }
}

impl DraculaView {
    /// The past plays as Dracula sees them (P3).
    #[must_use]
    pub fn past_plays(&self, rules: &Course) -> String {
        join(self.plays.iter().map(|&play| rules.play_text(play)))
    }
}

fn join(plays: impl ExactSizeIterator<Item = [u8; PLAY_LEN]>) -> String {
    let mut text = String::with_capacity(plays.len() * (PLAY_LEN + 1));
    for play in plays {
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend(play.map(char::from));
    }
    text
}

/// Writes ASCII bytes.
pub(super) fn write_ascii(out: &mut dyn Write, text: &[u8]) -> fmt::Result {
    text.iter().try_for_each(|&byte| out.write_char(char::from(byte)))
}
