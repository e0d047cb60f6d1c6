use super::*;
use stoker_engine::course::{Params, State};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Chance, Game as _, Guess as _, Purpose, Rng, Seat, Seed, Turn, Viewer, below};

fn rng() -> Rng {
    Seed(5).rng(None, None, Purpose::BOT)
}

fn all_styles() -> impl Iterator<Item = Styles> {
    let with = |hunters| DraculaStyle::ALL.map(|dracula| Styles { hunters, dracula });
    HunterStyle::ALL.into_iter().flat_map(with)
}

fn all_rules() -> impl Iterator<Item = Course> {
    let maps = [BuiltinMap::COURSE, BuiltinMap::TINY];
    let short = Params { trail: 2, double_back: 1, rail_divisor: 3, ..Params::default() };
    let long = Params { trail: 10, double_back: 9, rail_divisor: 8, ..Params::default() };
    let rich = Params {
        blood_loss_hunter: 1_000,
        blood_gain_castle: 1_000,
        blood_loss_sea: 1_000,
        start_life: 100,
        life_gain_rest: 100,
        ..Params::default()
    };
    let odd = [short, long, rich];
    let params = Params::presets().into_iter().map(|preset| preset.params).chain(odd);
    params.flat_map(move |params| maps.map(|map| Course::on(params.clone(), map.load()).unwrap()))
}

/// Asserts that the true places are among the possible ones.
fn assert_truth_is_possible(playout_state: &PlayoutState) {
    for (age, mv) in playout_state.position.trail().moves().iter().enumerate() {
        assert!(
            playout_state.possible.at(age).contains(mv.place),
            "age {age} of {playout_state:?}"
        );
    }
}

#[test]
fn every_style_plays_legal_moves_to_the_end_and_rules_nothing_true_out() {
    let mut rng = rng();
    for rules in all_rules() {
        let tables = Tables::new(&rules);
        let playout = Playout::new(&rules, &tables);
        for styles in all_styles() {
            let noise = Noise::draw(&mut rng);
            let mut playout_state = PlayoutState::start(&rules);
            let mut decisions = 0;
            while !playout_state.position.board().is_over() {
                let mv = playout.choose(&playout_state, styles, noise);
                assert!(playout_state.position.is_legal(&rules, mv), "{mv:?} in {playout_state:?}");
                playout_state.play(&rules, mv);
                assert_truth_is_possible(&playout_state);
                decisions += 1;
            }
            assert!(decisions <= rules.max_decisions());
        }
    }
}

/// The possible places after the plays of a game, told by an observer who sees everything.
fn possible_after(rules: &Course, state: &State) -> PossibleTrail {
    let mut playout_state = PlayoutState::start(rules);
    for play in state.history().plays() {
        playout_state.play(rules, Move::from(*play));
    }
    playout_state.possible
}

/// All hidden histories that explain what the hunters have seen give the same playout knowledge.
/// Their playouts get nothing that real hunters could not know, even if the sea costs no blood
/// (K6).
#[test]
fn only_what_is_public_counts() {
    let free = [0, 1, 3].map(|city_encounters| {
        let params = Params { blood_loss_sea: 0, city_encounters, ..Params::default() };
        Course::on(params, BuiltinMap::COURSE.load()).unwrap()
    });
    let mut rng = rng();
    let mut compared = 0;
    for rules in all_rules().chain(free) {
        let mut state = rules.start(Chance::seeded(Seed(3)));
        while let Turn::ToMove(seat) = rules.turn(&state)
            && state.position().board().round() < 8
        {
            let moves: Vec<_> = state.position().moves(&rules).collect();
            let pick = below(&mut rng, u32::try_from(moves.len()).unwrap());
            rules.play(&mut state, moves[pick as usize].into()).unwrap();
            if seat == Seat(4) {
                let possible = possible_after(&rules, &state);
                let guesses = rules.guesses(&rules.view(&state, Viewer(0))).unwrap();
                for _ in 0..8 {
                    let other = rules.sample(&guesses, &mut rng);
                    compared += u32::from(other.history() != state.history());
                    assert_eq!(possible_after(&rules, &other), possible, "{other:?}");
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn the_same_noise_gives_the_same_playout_and_other_noise_another() {
    let rules = Course::default();
    let tables = Tables::new(&rules);
    let mut rng = rng();
    for styles in all_styles() {
        let play = |noise| {
            let mut playout_state = PlayoutState::start(&rules);
            let turns = Playout::new(&rules, &tables).play_turns(
                &mut playout_state,
                styles,
                u32::MAX,
                noise,
            );
            (turns, playout_state)
        };
        let [first, other] = [0; 2].map(|_| Noise::draw(&mut rng));
        assert_eq!(play(first), play(first));
        assert_ne!(play(first), play(other));
    }
}

#[test]
fn a_playout_stops_after_the_turns_asked_for() {
    let rules = Course::default();
    let tables = Tables::new(&rules);
    let styles = Styles { hunters: HunterStyle::Seeker, dracula: DraculaStyle::Evader };
    let mut playout_state = PlayoutState::start(&rules);
    let turns = Playout::new(&rules, &tables).play_turns(
        &mut playout_state,
        styles,
        17,
        Noise::draw(&mut rng()),
    );
    assert_eq!((turns, playout_state.position.board().round()), (17, 3));
}

fn mean_score(hunters: HunterStyle, dracula: DraculaStyle) -> i32 {
    let rules = Course::default();
    let tables = Tables::new(&rules);
    let mut rng = rng();
    let score = |_| {
        let mut playout_state = PlayoutState::start(&rules);
        let noise = Noise::draw(&mut rng);
        Playout::new(&rules, &tables).play_turns(
            &mut playout_state,
            Styles { hunters, dracula },
            u32::MAX,
            noise,
        );
        playout_state.position.board().score()
    };
    (0..200).map(score).sum::<i32>() / 200
}

#[test]
fn the_best_styles_are_better_than_random_play_by_far() {
    use {DraculaStyle as D, HunterStyle as H};
    for hunters in H::ALL {
        println!("{hunters:?}: {:?}", D::ALL.map(|dracula| mean_score(hunters, dracula)));
    }
    for dracula in D::ALL {
        let [best, random] = [H::Seeker, H::Random].map(|hunters| mean_score(hunters, dracula));
        assert!(best > random + 50, "{dracula:?}: {best} and {random}");
    }
    let [best, random] = [D::Evader, D::Random].map(|dracula| mean_score(H::Patrol, dracula));
    assert!(best < random - 50, "{best} and {random}");
}

#[test]
fn noise_is_even_and_of_its_own_for_each_thing() {
    let rules = Course::default();
    let board = *PlayoutState::start(&rules).position.board();
    let noise = Noise::draw(&mut rng());
    let mut counts = [0u32; 10];
    for thing in 0..=255 {
        counts[noise.below(&board, thing, 10) as usize] += 1;
    }
    assert!(counts.iter().all(|&count| (10..45).contains(&count)), "{counts:?}");
    assert_eq!(noise.below(&board, 0, 1), 0);
}
