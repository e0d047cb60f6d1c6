use super::*;
use crate::testing::*;

fn play(layout: Layout, lineup: &[Make], starts: Starts, seed: u64) -> (Played, String) {
    let entrants: Vec<_> = lineup.iter().map(|&make| entrant("x", make)).collect();
    let lineup: Vec<_> = entrants.iter().collect();
    let mut referee = Referee::new(Toy::of(layout, 23), starts);
    let played = referee.play(Seed(seed), &lineup, Clock::Off, &mut ()).unwrap();
    (played, referee.plays().to_owned())
}

fn marks(plays: &str) -> String {
    plays.lines().map(|line| line.as_bytes()[1] as char).collect()
}

#[test]
fn a_match_opens_at_random_and_forced_moves_come_as_they_must() {
    let (played, plays) = play(Layout::Pair, &[RANDOM, FIRST], Starts::Random, 3);
    assert_eq!(marks(&plays)[..12], *"~~  =    =  ");
    assert_eq!(played.faults, []);
    assert_eq!(played.decisions as usize, plays.lines().count());
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_one_another() {
    let game = |seed| play(Layout::Pair, &[RANDOM, RANDOM], Starts::Free, seed);
    assert_eq!(game(1), game(1));
    assert_ne!(game(1).0.hash, game(2).0.hash);
}

#[test]
fn an_illegal_move_silences_its_seat_alone() {
    let (played, plays) = play(Layout::Pair, &[CHEAT, RANDOM], Starts::Free, 2);
    let [left, right] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((left.seat, left.decision, left.kind), (Seat(0), 6, FaultKind::IllegalMove));
    assert_eq!((right.seat, right.decision, right.side), (Seat(1), 7, SideId(0)));
    assert!(left.reason.starts_with("illegal move `M"), "{}", left.reason);
    assert_eq!(marks(&plays)[4..13], *"= !! =! !");
}

#[test]
fn a_panic_silences_every_seat_of_the_bot_and_is_booked_once() {
    let (played, plays) = play(Layout::Pair, &[FAINT, RANDOM], Starts::Free, 2);
    let [crash] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((crash.seat, crash.decision, crash.kind), (Seat(0), 6, FaultKind::Crash));
    assert!(crash.reason.starts_with("fainted at 6 (testing.rs:"), "{}", crash.reason);
    assert_eq!(marks(&plays)[4..13], *"= !! =! !");
}

/// Panics at the fourth decision from 0, where there is nothing to choose.
struct Startled;
impl stoker_engine::Bot<Toy> for Startled {
    fn choose(&mut self, view: &ToyView, _: &mut stoker_engine::Decision<'_, u8>) -> Choice<u8> {
        assert!(view.decision != 4, "startled");
        ((view.last + 1) % 4).into()
    }
}

#[test]
fn a_panic_at_a_forced_move_is_no_fault_until_the_bot_is_missed() {
    let (played, plays) = play(Layout::Pair, &[|_| Box::new(Startled), RANDOM], Starts::Free, 2);
    assert_eq!(marks(&plays)[..9], *"    = !! ");
    let [crash] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((crash.seat, crash.decision, crash.kind), (Seat(0), 6, FaultKind::Crash));
    assert!(crash.reason.starts_with("startled"), "{}", crash.reason);
}

#[test]
fn a_bot_that_cannot_be_made_has_crashed_before_the_first_decision() {
    let (played, plays) = play(Layout::Pair, &[RANDOM, STILLBORN], Starts::Free, 2);
    let [crash] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((crash.seat, crash.decision), (Seat(2), 0));
    assert_eq!(marks(&plays)[..5], *"  ! =");
}

#[test]
fn a_panic_when_let_go_is_a_crash_after_the_last_decision() {
    let entrants = [entrant("x", FAINT)];
    let mut referee = Referee::new(Toy::of(Layout::Solo, 4), Starts::Free);
    let played = referee.play(Seed(1), &[&entrants[0]], Clock::Off, &mut ()).unwrap();
    let [crash] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((crash.decision, crash.kind), (4, FaultKind::Crash));
}

#[test]
fn only_timed_matches_have_times() {
    let entrants = [entrant("x", RANDOM)];
    let mut referee = Referee::new(Toy::of(Layout::Solo, 9), Starts::Free);
    let mut times =
        |clock| referee.play(Seed(1), &[&entrants[0]], clock, &mut ()).unwrap().times.len();
    assert_eq!((times(Clock::Off), times(Clock::On), times(Clock::Off)), (0, 9, 0));
}
