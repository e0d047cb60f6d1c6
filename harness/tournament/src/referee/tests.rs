use std::sync::atomic::Ordering;

use stoker_bots::Values;
use stoker_engine::boss::Boss;
use stoker_engine::scene::Note;
use stoker_external::contract::waiting;
use stoker_external::fault::Loses;
use stoker_external::line_marks;

use super::*;
use crate::entrant::{BotSource, Entrant};
use crate::testing::*;

fn play(layout: Layout, lineup: &[Make], starts: Starts, seed: u64) -> (Played, String) {
    let entrants: Vec<_> = lineup.iter().map(|&make| entrant("x", make)).collect();
    let lineup: Vec<_> = entrants.iter().collect();
    let mut referee = Referee::new(Toy::of(layout, 23), starts);
    let played = referee.play(Seed(seed), &lineup, AnswerTiming::Off, &mut ()).unwrap();
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
fn a_panic_silences_every_seat_of_the_bot_and_is_recorded_once() {
    let (played, plays) = play(Layout::Pair, &[FAINT, RANDOM], Starts::Free, 2);
    let [crash] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((crash.seat, crash.decision, crash.kind), (Seat(0), 6, FaultKind::Crash));
    assert!(crash.reason.starts_with("fainted at 6 (testing.rs:"), "{}", crash.reason);
    assert_eq!(marks(&plays)[4..13], *"= !! =! !");
}

/// Panics at decision 4, counted from 0, where there is nothing to choose.
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
    let (played, plays) = play(Layout::Pair, &[RANDOM, PANICS_WHEN_MADE], Starts::Free, 2);
    let [crash] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((crash.seat, crash.decision), (Seat(2), 0));
    assert_eq!(marks(&plays)[..5], *"  ! =");
}

#[test]
fn a_panic_when_let_go_is_a_crash_after_the_last_decision() {
    let entrants = [entrant("x", FAINT)];
    let mut referee = Referee::new(Toy::of(Layout::Solo, 4), Starts::Free);
    let played = referee.play(Seed(1), &[&entrants[0]], AnswerTiming::Off, &mut ()).unwrap();
    let [crash] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((crash.decision, crash.kind), (4, FaultKind::Crash));
}

#[test]
fn only_timed_matches_have_times() {
    let entrants = [entrant("x", RANDOM)];
    let mut referee = Referee::new(Toy::of(Layout::Solo, 9), Starts::Free);
    let mut times =
        |timing| referee.play(Seed(1), &[&entrants[0]], timing, &mut ()).unwrap().times.len();
    assert_eq!(
        (times(AnswerTiming::Off), times(AnswerTiming::On), times(AnswerTiming::Off)),
        (0, 9, 0)
    );
}

fn play_under(policy: FaultPolicy, lineup: &[Make]) -> (Played, String) {
    let entrants: Vec<_> = lineup.iter().map(|&make| entrant("x", make)).collect();
    let lineup: Vec<_> = entrants.iter().collect();
    let referee_settings = RefereeSettings { starts: Starts::Free, policy, slot: 0 };
    let mut referee = Referee::new(Toy::of(Layout::Pair, 23), referee_settings);
    let played = referee.play(Seed(2), &lineup, AnswerTiming::Off, &mut ()).unwrap();
    (played, referee.plays().to_owned())
}

#[test]
fn a_lenient_house_goes_on_asking_a_seat_that_moved_illegally() {
    let (played, plays) = play_under(FaultPolicy::Lenient, &[CHEAT, RANDOM]);
    let defaults = marks(&plays).matches('!').count();
    assert_eq!(played.faults.len(), defaults);
    assert!(played.faults.iter().all(|fault| fault.loses == Loses::Turn));
    let of_left = played.faults.iter().filter(|fault| fault.seat == Seat(0)).count();
    assert!(of_left > 1, "{:?}", played.faults);
}

#[test]
fn who_forfeits_gets_the_worst_score_and_the_other_side_wins() {
    let (played, plays) = play_under(FaultPolicy::Forfeit, &[CHEAT, RANDOM]);
    let [fault] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!((fault.loses, fault.side), (Loses::Match, SideId(0)));
    assert_eq!((played.ending.reason, played.ending.scores[0]), ("forfeit", 0));
    assert!(played.ending.winners.contains(SideId(1)));
    assert!(!played.ending.winners.contains(SideId(0)));
    // No bot is asked any more.
    assert!(marks(&plays)[6..].chars().all(|mark| matches!(mark, '!' | '=')), "{plays}");
}

fn forfeited_by(layout: Layout, lineup: &[Make]) -> Played {
    let entrants: Vec<_> = lineup.iter().map(|&make| entrant("x", make)).collect();
    let lineup: Vec<_> = entrants.iter().collect();
    let policy = FaultPolicy::Forfeit;
    let mut referee = Referee::new(
        Toy::of(layout, 23),
        RefereeSettings { starts: Starts::Free, policy, slot: 0 },
    );
    referee.play(Seed(2), &lineup, AnswerTiming::Off, &mut ()).unwrap()
}

/// Both that cannot be made have crashed before the first decision; the first one loses the match.
#[test]
fn of_several_who_crash_the_first_forfeits_and_all_others_win() {
    let lineup = [PANICS_WHEN_MADE, PANICS_WHEN_MADE, RANDOM];
    let Played { ending, faults, .. } = forfeited_by(Layout::Three, &lineup);
    assert_eq!(faults.iter().map(|fault| fault.side).collect::<Vec<_>>(), [SideId(0), SideId(1)]);
    let won = [0, 1, 2].map(|side| ending.winners.contains(SideId(side)));
    assert_eq!((won, ending.scores[0]), ([false, true, true], 0));
}

/// A state of the game in which a vampire is dead: all attack whenever they can.
fn with_a_dead_vampire(game: &Boss) -> (<Boss as Game>::State, Seat) {
    let mut state = game.start(Chance::seeded(Seed(1)));
    while let Turn::ToMove(seat) = game.turn(&state) {
        let dead = game.sides().iter().find(|(side, _)| game.is_out(&state, *side));
        if let Some((side, _)) = dead {
            return (state, Seat(side.0));
        }
        let view = game.view(&state, game.sides().viewer_of(seat));
        let mv = game.legal_moves(&view).next().unwrap();
        game.play(&mut state, mv.into()).unwrap();
    }
    panic!("nobody died")
}

/// The program of a seat that is out can still keep others from answering.
#[test]
fn who_is_out_loses_its_say_and_no_match() {
    let game = Arc::new(Boss::default());
    let source = BotSource::Builtin(stoker_bots::random::<Boss>(), Values::default());
    let (name, spec) = ("random".to_owned(), "random".to_owned());
    let random = Entrant { name, spec, side: None, source, unfit: vec![] };
    let policy = FaultPolicy::Forfeit;
    let settings = RefereeSettings { starts: Starts::Free, policy, slot: 0 };
    let mut referee = Referee::new(Arc::clone(&game), settings);
    referee.play(Seed(1), &[&random; 3], AnswerTiming::Off, &mut ()).unwrap();
    let (state, dead) = with_a_dead_vampire(&game);
    let mut loses = |seat| {
        referee.charge(&state, 9, seat, FaultKind::CpuTimeout, String::new());
        (referee.faults.last().unwrap().loses, referee.forfeit.is_some())
    };
    assert_eq!(loses(dead), (Loses::Bot, false));
    assert_eq!(loses(Seat((dead.0 + 1) % 3)), (Loses::Match, true));
}

#[test]
fn a_forfeited_game_for_one_side_is_lost_by_all() {
    let Played { ending, .. } = forfeited_by(Layout::Solo, &[CHEAT]);
    assert_eq!((ending.winners, ending.reason), (stoker_engine::SideSet::NONE, "forfeit"));
}

/// Draws the number of each decision and a malformed shade; panics while it draws decision 3.
struct Painter;
impl stoker_engine::Bot<Toy> for Painter {
    fn choose(&mut self, view: &ToyView, _: &mut stoker_engine::Decision<'_, u8>) -> Choice<u8> {
        ((view.last + 1) % 4).into()
    }
    fn notes(&self, view: &ToyView) -> Vec<Note> {
        assert!(view.decision != 3, "out of paint");
        let shade = Note::Shade { at: "x".to_owned(), value: 2_000 };
        vec![Note::Text(format!("decision {}", view.decision)), shade]
    }
}

#[test]
fn nothing_but_the_log_depends_on_what_built_in_bots_draw() {
    let entrants = [entrant("x", |_| Box::new(Painter)), entrant("y", RANDOM)];
    let lineup: Vec<_> = entrants.iter().collect();
    let mut referee = Referee::new(Toy::of(Layout::Pair, 23), Starts::Random);
    let mut play = |notes| {
        referee.keep_notes(notes);
        let mut played = referee.play(Seed(3), &lineup, AnswerTiming::Off, &mut ()).unwrap();
        let logs = std::mem::take(&mut played.logs);
        (played, referee.plays().to_owned(), logs)
    };
    let [none, programs, all] =
        [KeptNotes::None, KeptNotes::OfPrograms, KeptNotes::All].map(&mut play);
    assert_eq!((&none.0, &none.1), (&all.0, &all.1));
    assert_eq!(none, programs);
    assert!(none.2.is_empty() && none.0.faults.is_empty());
    let [(side, log)] = &all.2[..] else { panic!("{:?}", all.2) };
    assert_eq!(*side, SideId(0));
    let turn = "stoker: turn 7, seat 1\n@note text decision 7\nstoker: 1 note dropped: `2000` is not \
                a shade: a shade is an integer from 0 to 1000\n";
    assert!(log.contains(turn) && !log.contains("decision 3"), "{log}");
}

/// A program that has this trouble at its first question, and moves by the rules afterwards.
fn troubled(trouble: Trouble) -> Entrant<Toy> {
    elsewhere("x", "", move |_| {
        let mut trouble = Some(trouble.clone());
        let answer = move |last: u8| trouble.take().map_or(Ok(((last + 1) % 4).into()), Err);
        Sitting { log: "x".to_owned(), ..Sitting::new(answer) }
    })
}

fn play_elsewhere(trouble: Trouble) -> Result<(Played, String), RefereeError> {
    let entrants = [troubled(trouble), entrant("y", RANDOM)];
    let lineup: Vec<_> = entrants.iter().collect();
    let mut referee = Referee::new(Toy::of(Layout::Pair, 23), Starts::Free);
    let played = referee.play(Seed(2), &lineup, AnswerTiming::Off, &mut ())?;
    Ok((played, referee.plays().to_owned()))
}

#[test]
fn a_fault_of_a_bot_elsewhere_silences_its_seat_alone() {
    let trouble = Trouble::Fault(FaultKind::WallTimeout, "too slow".to_owned());
    let (played, plays) = play_elsewhere(trouble).unwrap();
    let [fault] = &played.faults[..] else { panic!("{:?}", played.faults) };
    assert_eq!(
        (fault.kind, fault.seat, fault.loses),
        (FaultKind::WallTimeout, Seat(0), Loses::Seat)
    );
    assert_eq!(marks(&plays)[..5], *"!  !=");
    let [(side, text)] = &played.logs[..] else { panic!("{:?}", played.logs) };
    assert_eq!(*side, SideId(0));
    // It says `x` at each decision and at the end; the fault has a line of its own.
    let told = "stoker: turn 0, seat 0\nx\nstoker: fault of left (seat 0, against y), turn 0: wall_timeout: too slow\n";
    let said = text.strip_prefix(told).unwrap_or_else(|| panic!("{text}"));
    let words: String = said.lines().filter(|line| line_marks::turn_of(line).is_none()).collect();
    assert_eq!(words, "x".repeat(played.decisions as usize));
    assert!(said.starts_with("stoker: turn 1, seat 1\nx"), "{said}");
}

#[test]
fn an_error_of_the_machine_voids_the_match_and_is_charged_to_nobody() {
    let error = play_elsewhere(Trouble::Void("no memory".to_owned())).unwrap_err();
    assert_eq!(error, RefereeError::Void("no memory".to_owned()));
}

/// A bot that could think while others do, and counts how often it was told to rest.
#[derive(Default)]
struct Restless(std::sync::atomic::AtomicU32);

impl waiting::Thinker for Restless {
    fn is_awake(&self) -> bool {
        true
    }
    fn rest(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn all_others_rest_while_a_bot_searches_and_only_then() {
    for searches in [true, false] {
        let restless = Arc::new(Restless::default());
        let seated = Arc::clone(&restless);
        let roused = elsewhere("x", "", move |seating| {
            seating.waiting.join(Seat(seating.seats.start), &seated);
            Sitting::new(|last| Ok(((last + 1) % 4).into()))
        });
        let mut other = entrant("y", RANDOM);
        if let crate::entrant::BotSource::Builtin(bot, _) = &mut other.source {
            bot.searches = searches;
        }
        let entrants = [roused, other];
        let lineup: Vec<_> = entrants.iter().collect();
        let game = Toy::of(Layout::Pair, 23);
        let mut referee = Referee::new(Arc::clone(&game), Starts::Free);
        referee.play(Seed(2), &lineup, AnswerTiming::Off, &mut ()).unwrap();
        let seats = referee.plays().lines().map(|line| Seat(line.as_bytes()[0] - b'0'));
        let asked = seats.filter(|&seat| game.sides().side_of(seat) == SideId(1)).count();
        let expected = if searches { asked } else { 0 };
        assert_eq!(restless.0.load(Ordering::Relaxed) as usize, expected);
        assert!(asked > 3);
    }
}

/// A spectator that leaves after three decisions.
struct Bored(u32);
impl Spectator<Toy> for Bored {
    fn wants_more(&self) -> bool {
        self.0 < 3
    }
    fn played(&mut self, _: &Toy, _: &ToyState, _: &DecisionStep<u8>, _: &ToyPlay) {
        self.0 += 1;
    }
}

#[test]
fn a_match_ends_when_its_spectator_has_seen_enough() {
    let entrants = [entrant("x", RANDOM)];
    let mut referee = Referee::new(Toy::of(Layout::Solo, 9), Starts::Free);
    let mut bored = Bored(0);
    let played = referee.play(Seed(1), &[&entrants[0]], AnswerTiming::Off, &mut bored);
    assert_eq!((played, bored.0), (Err(RefereeError::Stopped), 3));
}

#[test]
fn a_bot_that_panics_when_let_go_does_no_harm_where_its_match_is_void() {
    let entrants = [troubled(Trouble::Void(String::new())), entrant("y", FAINT)];
    let lineup: Vec<_> = entrants.iter().collect();
    let mut referee = Referee::new(Toy::of(Layout::Pair, 23), Starts::Free);
    for seed in 0..3 {
        let played = referee.play_valid(Seed(seed), &lineup, AnswerTiming::Off, &mut ());
        assert_eq!(played, Err(RefereeError::Void(String::new())));
    }
}
