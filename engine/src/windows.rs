//! Windows in which any of several seats may act: "any player, now".

use crate::seats::Seat;

/// A window in which any of several seats may act, one at a time.
///
/// The seats are gone through in an order that all know. Only seats that hold something to play are
/// asked, and who does is a secret. So a seat that is [skipped](Self::ask) and one that
/// [passes](Self::pass) must look alike to all others: neither is an event for anybody but the seat
/// that passes. Each question is an event of its own, for the seat asked alone, and never part of
/// another event: otherwise the pieces in which news comes tell who was asked in between.
///
/// It belongs in a game's state. It is no part of a view, and so cannot be serialized. At most `N`
/// seats are gone through.
///
/// # Examples
/// Five seats, of which three hold a card; after a card the window starts again:
/// ```
/// use stoker_engine::Seat;
/// use stoker_engine::windows::{Then, Window};
///
/// let mut cards = [0, 1, 0, 1, 1];
/// let holds = |cards: &[i32; 5]| {
///     let cards = *cards;
///     move |seat: Seat| cards[usize::from(seat.0)] > 0
/// };
/// let mut window: Window = Window::of(Seat(2).others_clockwise(5));
/// assert_eq!(window.ask(holds(&cards)), Some(Seat(3)));
/// window.pass();
/// assert_eq!(window.ask(holds(&cards)), Some(Seat(4)));
/// cards[4] = 0;
/// window.act(Then::Restart);
/// assert_eq!(window.ask(holds(&cards)), Some(Seat(3)));
/// window.pass();
/// assert_eq!(window.ask(holds(&cards)), Some(Seat(1)));
/// window.pass();
/// assert_eq!(window.ask(holds(&cards)), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window<const N: usize = 8> {
    /// The seats in the order of asking; only the first `count` mean something.
    seats: [Seat; N],
    count: usize,
    /// The place in the order of the seat that is asked, or the first that can be.
    at: usize,
}

/// The way in which a window goes on after a seat has acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// It starts again from its first seat.
    Restart,
    /// The same seat is asked again, until it passes.
    Again,
    /// The next seat is asked.
    Next,
    /// Nobody is asked any more.
    Close,
}

impl<const N: usize> Window<N> {
    /// A window for these seats, in the order of asking.
    ///
    /// # Panics
    /// If there are more than `N`, which is a bug of the ruleset.
    #[must_use]
    pub fn of(order: impl IntoIterator<Item = Seat>) -> Self {
        let mut window = Self { seats: [Seat(0); N], count: 0, at: 0 };
        for seat in order {
            assert!(window.count < N, "a window has at most {N} seats");
            window.seats[window.count] = seat;
            window.count += 1;
        }
        window
    }

    /// The seat to ask: the first, of those that have not passed, that has something to play now.
    /// The seats before it are skipped; `None` closes the window.
    ///
    /// A ruleset calls this when the window opens and after every answer. Between the two the seat
    /// is [asked](Self::asked).
    pub fn ask(&mut self, mut can_act: impl FnMut(Seat) -> bool) -> Option<Seat> {
        while let Some(seat) = self.asked() {
            if can_act(seat) {
                return Some(seat);
            }
            self.at += 1;
        }
        None
    }

    /// The seat that [`ask`](Self::ask) found; `None` if the window is closed.
    #[must_use]
    pub fn asked(&self) -> Option<Seat> {
        self.seats[..self.count].get(self.at).copied()
    }

    /// The seat asked passes.
    pub fn pass(&mut self) {
        self.at += 1;
    }

    /// The seat asked acts. All that follows from it comes first; then the window goes on.
    pub fn act(&mut self, then: Then) {
        self.at = match then {
            Then::Restart => 0,
            Then::Again => self.at,
            Then::Next => self.at + 1,
            Then::Close => self.count,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window() -> Window<3> {
        Window::of([Seat(4), Seat(0), Seat(1)])
    }

    /// The seats asked in a window when one of them acts once, and then goes on like this.
    fn asked(holders: &[u8], acts: u8, then: Then) -> Vec<u8> {
        let (mut window, mut acted, mut asked) = (window(), false, vec![]);
        while let Some(seat) = window.ask(|seat| holders.contains(&seat.0)) {
            asked.push(seat.0);
            if seat.0 == acts && !acted {
                acted = true;
                window.act(then);
            } else {
                window.pass();
            }
        }
        asked
    }

    #[test]
    fn seats_are_asked_in_order_until_all_have_passed_in_a_row() {
        assert_eq!(asked(&[4, 0, 1], 0, Then::Restart), [4, 0, 4, 0, 1]);
        assert_eq!(asked(&[4, 0, 1], 0, Then::Again), [4, 0, 0, 1]);
        assert_eq!(asked(&[4, 0, 1], 0, Then::Next), [4, 0, 1]);
        assert_eq!(asked(&[4, 0, 1], 0, Then::Close), [4, 0]);
    }

    #[test]
    fn a_seat_with_nothing_to_play_is_skipped() {
        assert_eq!(asked(&[0], 9, Then::Restart), [0]);
        assert_eq!(asked(&[], 9, Then::Restart), [0; 0]);
        assert_eq!(window().ask(|_| false), None);
    }

    #[test]
    fn a_seat_that_can_act_only_after_another_has_is_asked_when_the_window_starts_again() {
        let mut window = window();
        assert_eq!(window.ask(|seat| seat.0 == 1), Some(Seat(1)));
        window.act(Then::Restart);
        assert_eq!(window.ask(|seat| seat.0 == 4), Some(Seat(4)));
    }

    #[test]
    fn a_closed_window_stays_closed() {
        let mut window = window();
        assert_eq!(window.ask(|_| false), None);
        window.pass();
        assert_eq!((window.asked(), window.ask(|_| true)), (None, None));
    }
}
