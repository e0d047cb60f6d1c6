//! Repair of malformed past plays, such as those that tests make up.

use crate::places::PlaceId;

/// The letters of the seats, in playing order; the last is Dracula's.
const SEATS: &[u8; 5] = b"GSHMD";
/// Length of a play in characters.
const LENGTH: usize = 7;
/// Shortest play: a seat's letter and a code.
const LEAST: usize = 3;
/// First place of a hunter whose own is unknown: the hospital, as for a hunter who fails to move.
const NO_PLACE: [u8; 2] = *b"JM";

/// Well-formed plays with the meaning of these words, as far as they have one.
///
/// A word is cut into plays where the next seat's letter follows after six to eight characters, and
/// otherwise after seven. The order alone decides whose play it is. A hunter with an unknown code
/// stays in place, and an unknown code of Dracula's becomes `C?`.
pub(crate) fn well_formed(words: &[&str]) -> String {
    let mut plays: Vec<String> = vec![];
    let mut at = [NO_PLACE; 4];
    for word in words {
        let mut rest = word.as_bytes();
        while rest.len() >= LEAST {
            let seat = plays.len() % SEATS.len();
            let (play, more) = rest.split_at(length(rest, SEATS[(seat + 1) % SEATS.len()]));
            rest = more;
            let code = [play[1], play[2]];
            let text = match at.get_mut(seat) {
                Some(at) => hunter(SEATS[seat], at, code, &play[LEAST..]),
                None => dracula(code, &play[LEAST..]),
            };
            plays.push(text.into_iter().map(char::from).collect());
        }
    }
    plays.join(" ")
}

/// The length of the first play, given the letter that begins the next one.
fn length(rest: &[u8], next: u8) -> usize {
    let ends = |&length: &usize| rest.len() == length || rest.get(length) == Some(&next);
    [LENGTH, 6, 8].into_iter().find(ends).unwrap_or(LENGTH).min(rest.len())
}

fn hunter(seat: u8, at: &mut [u8; 2], code: [u8; 2], letters: &[u8]) -> [u8; LENGTH] {
    if PlaceId::of_code(&code).is_some_and(|id| id.place().is_some()) {
        *at = code;
    }
    let mut play = [seat, at[0], at[1], b'.', b'.', b'.', b'.'];
    // The order is traps, then vampires, then Dracula (H7).
    let met = b"TVD".iter().flat_map(|kind| letters.iter().filter(move |letter| *letter == kind));
    play[LEAST..].iter_mut().zip(met).for_each(|(slot, &letter)| *slot = letter);
    play
}

fn dracula(code: [u8; 2], letters: &[u8]) -> [u8; LENGTH] {
    let [a, b] = if PlaceId::of_code(&code).is_some() { code } else { *b"C?" };
    let [trap, vampire] = match letters {
        [b'T', ..] => [b'T', b'.'],
        [b'V', ..] | [_, b'V', ..] => [b'.', b'V'],
        _ => [b'.', b'.'],
    };
    let left = letters.get(2).copied().filter(|left| b"MV".contains(left)).unwrap_or(b'.');
    [b'D', a, b, trap, vampire, left, b'.']
}
