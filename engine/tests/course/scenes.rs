//! Tests that scenes show all that their viewers know, and nothing else.

use stoker_engine::course::{Course, Encounter, HospitalStreak, Move, Mover, Params, State, View};
use stoker_engine::map::{BuiltinMap, Place};
use stoker_engine::scene::{Card, Scene, Scenery};
use stoker_engine::toy::Toy;
use stoker_engine::{Chance, Game, Guess, Purpose, Rng, Seed, Turn, Viewer, below};

use crate::common::scenes::check_form;

const VIEWERS: [Viewer; 2] = [Viewer(0), Viewer(1)];

/// The course with rules of all kinds, on both maps.
fn rulesets() -> Vec<Course> {
    let odd = Params {
        trail: 3,
        double_back: 2,
        start_score: 90,
        blood_gain_castle: 3,
        start_life: 4,
        life_loss_trap: 3,
        city_encounters: 2,
        vampire_period: 3,
        research_rests: 2,
        hospital_streak: HospitalStreak::Reset,
        ..Params::default()
    };
    let long = Params { trail: 10, double_back: 9, research_rests: 1, ..Params::default() };
    let params = Params::presets().into_iter().map(|preset| preset.params).chain([odd, long]);
    let maps = |params: Params| {
        [BuiltinMap::COURSE, BuiltinMap::TINY]
            .map(|map| Course::on(params.clone(), map.load()).unwrap())
    };
    params.flat_map(maps).collect()
}

/// Any legal move. Hunters often stay, so they rest and research.
fn choose(rules: &Course, state: &State, rng: &mut Rng) -> Move {
    let position = state.position();
    if let Mover::Hunter(hunter) = position.board().to_move()
        && let Some(at) = position.board().at(hunter)
        && below(rng, 2) == 0
    {
        return Move::Hunter(at);
    }
    let mut moves = position.moves(rules);
    let index = below(rng, u32::try_from(moves.len()).unwrap());
    moves.nth(index as usize).unwrap()
}

/// Visits all states of some random games, each with the one before it.
fn each_turn(mut visit: impl FnMut(&Course, &State, &State)) {
    for rules in rulesets() {
        for seed in 0..6 {
            let mut rng = Seed(seed).rng(None, None, Purpose::new("play"));
            let mut state = rules.start(Chance::seeded(Seed(seed)));
            while let Turn::ToMove(_) = rules.turn(&state) {
                let before = state.clone();
                let mv = choose(&rules, &state, &mut rng);
                rules.play(&mut state, mv.into()).unwrap();
                if state.history().plays().len() < 60 || below(&mut rng, 8) == 0 {
                    visit(&rules, &before, &state);
                }
            }
        }
    }
}

fn code(rules: &Course, place: Place) -> String {
    rules.map().code(place).to_string()
}

#[test]
fn scenes_name_spots_and_panels_of_the_scenery_and_go_through_json() {
    each_turn(|rules, _, state| {
        let scenery = rules.scenery();
        check_form(&scenery, &rules.scene_of_all(state));
        for viewer in VIEWERS {
            check_form(&scenery, &rules.scene(&rules.view(state, viewer)));
        }
    });
}

#[test]
fn scenery_is_of_the_whole_map_and_goes_through_json() {
    let scenery = Course::default().scenery();
    let board = &scenery.boards[0];
    assert_eq!((board.spots.len(), board.links.len()), (71, 198));
    let marked =
        board.spots.iter().filter_map(|spot| Some((&*spot.key, spot.landmark.as_deref()?)));
    assert_eq!(marked.collect::<Vec<_>>(), [("CD", "castle"), ("JM", "hospital")]);
    let json = serde_json::to_string(&scenery).unwrap();
    assert_eq!(serde_json::from_str::<Scenery>(&json).unwrap(), scenery);
}

/// The place, encounter and secrecy that a trail's card shows.
fn card(card: &Card) -> (Option<&str>, Option<&str>, bool) {
    (card.at.as_deref(), card.on.first().map(String::as_str), card.hidden)
}

/// Both sides' scenes are made from plays alone, and compared with the position that the rules
/// keep.
#[test]
fn the_trail_is_that_of_the_position_as_far_as_it_is_known() {
    let mut hidden = 0;
    each_turn(|rules, _, state| {
        let all = rules.scene_of_all(state);
        let seen = rules.scene(&rules.view(state, Viewer(0)));
        let moves = state.position().trail().moves();
        assert_eq!((all.rows[0].len(), seen.rows[0].len()), (moves.len(), moves.len()));
        for ((truth, known), mv) in all.rows[0].iter().zip(&seen.rows[0]).zip(moves) {
            let place = code(rules, mv.place);
            let on = mv.encounter.map(|left| match left {
                Encounter::Trap => "trap",
                Encounter::Vampire => "vampire",
            });
            assert_eq!(card(truth), (Some(&*place), on, !mv.place_known));
            assert_eq!(card(known), (mv.place_known.then_some(&*place), on, false));
            hidden += u32::from(!mv.place_known);
        }
    });
    assert!(hidden > 1_000, "{hidden}");
}

#[test]
fn the_news_tells_what_the_hunters_have_just_learnt() {
    let mut learnt = 0;
    each_turn(|rules, before, state| {
        let seen = |state: &State| state.history().as_hunters();
        let (then, now) = (seen(before), seen(state));
        let trail = now.dracula_moves_made().saturating_sub(rules.params().trail.into());
        let is_new = |&round: &usize| {
            then.dracula_place(rules, round).is_none() && now.dracula_place(rules, round).is_some()
        };
        let new = (trail..now.dracula_moves_made()).any(|round| is_new(&round));
        for scene in [
            rules.scene_of_all(state),
            rules.scene(&rules.view(state, Viewer(0))),
            rules.scene(&rules.view(state, Viewer(1))),
        ] {
            let told = scene.news.iter().any(|line| line.contains("the hunters learn"));
            assert_eq!(told, new, "{:?}", scene.news);
        }
        learnt += u32::from(new);
    });
    assert!(learnt > 500, "{learnt}");
}

/// Samples other hidden facts: the hunters' scene stays the same, and holds none of them.
#[test]
fn scenes_of_the_hunters_are_the_same_wherever_dracula_can_be() {
    let (mut rng, mut elsewhere) = (Seed(1).rng(None, None, Purpose::new("deal")), 0);
    each_turn(|rules, _, state| {
        if below(&mut rng, 4) > 0 || state.history().plays().len() > 60 {
            return;
        }
        let view = rules.view(state, Viewer(0));
        let scene = rules.scene(&view);
        assert!(scene.pieces.iter().all(|piece| !piece.hidden), "{scene:?}");
        let Ok(guesses) = rules.guesses(&view) else { panic!("the truth is possible") };
        for _ in 0..3 {
            let other = rules.sample(&guesses, &mut rng);
            assert_eq!(rules.scene(&rules.view(&other, Viewer(0))), scene);
            let [truth, other] = [state, &other].map(|state| state.position().dracula());
            elsewhere += u32::from(truth != other);
        }
    });
    assert!(elsewhere > 300, "{elsewhere}");
}

#[test]
fn choices_are_the_legal_moves_of_whoever_decides() {
    each_turn(|rules, _, state| {
        assert!(rules.scene_of_all(state).choices.is_empty());
        for viewer in VIEWERS {
            let view = rules.view(state, viewer);
            let offers = rules.scene(&view).choices;
            let Turn::ToMove(seat) = rules.turn(state) else {
                assert!(offers.is_empty());
                continue;
            };
            let moves = offers.iter().map(|offer| rules.parse_move(seat, &offer.mv));
            if rules.sides().viewer_of(seat) == viewer {
                let legal: Vec<_> = rules.legal_moves(&view).map(Ok).collect();
                assert_eq!(moves.collect::<Vec<_>>(), legal);
                assert!(offers.iter().all(|offer| offer.at.is_some()), "{offers:?}");
            } else {
                assert!(offers.is_empty());
            }
        }
    });
}

/// A game in short: each play with its news and the kinds of its markers.
fn told(plays: &str, viewer: Viewer) -> String {
    let rules = Course::default();
    let words: Vec<_> = plays.split_whitespace().collect();
    let mut told = String::new();
    for count in 1..=words.len() {
        let state = State::parse(&rules, &words[..count].join(" ")).unwrap();
        let scene = rules.scene(&rules.view(&state, viewer));
        let kinds: Vec<_> = scene.markers.iter().map(|marker| &*marker.kind).collect();
        told += &format!("{}: {}", words[count - 1], scene.news.join("; "));
        told += &if kinds.is_empty() { "\n".into() } else { format!(" [{}]\n", kinds.join(" ")) };
    }
    told
}

const PLAYS: &str = "GMI.... SNP.... HGO.... MSA.... DNS.... GGE.... SRO.... HST.... MIO.... \
                     DEC.... GMR.... SNP.... HCO.... MTS.... DLET... GLETD.. SNP.... HLI.... \
                     MTS.... DPAT... GLE.... SNP.... HPR.... MGO.... DNAT... GNATD.. SBI....";

#[test]
fn a_game_is_told_with_what_one_may_want_to_jump_to() {
    let all = told(PLAYS, Viewer(1));
    let lines: Vec<_> = all.lines().collect();
    assert_eq!(lines[0], "GMI....: Lord Godalming starts in Milan");
    assert_eq!(lines[4], "DNS....: Dracula starts in the North Sea");
    assert_eq!(lines[9], "DEC....: Dracula goes to the English Channel");
    assert_eq!(lines[14], "DLET...: Dracula goes to Le Havre and leaves a trap");
    assert_eq!(
        lines[15],
        "GLETD..: Lord Godalming goes to Le Havre, springs a trap and meets Dracula; the hunters \
         learn that he is in Le Havre [encounter find]"
    );
    assert_eq!(lines[18], "MTS....: Mina Harker rests in the Tyrrhenian Sea");
    assert_eq!(
        lines[25],
        "GNATD..: Lord Godalming goes to Nantes, springs a trap and meets Dracula; Lord Godalming \
         has no life left and is taken to the hospital; the hunters learn that he is in Nantes \
         [encounter find death]"
    );
    let seen = told(PLAYS, Viewer(0));
    let lines: Vec<_> = seen.lines().collect();
    assert_eq!(lines[4], "DNS....: Dracula is on some sea");
    assert_eq!(lines[19], "DPAT...: Dracula is in some city and leaves a trap");
}

#[test]
fn pieces_keep_their_keys_and_dracula_is_where_he_was_last_known() {
    let rules = Course::default();
    let words: Vec<_> = PLAYS.split_whitespace().take(20).collect();
    let state = State::parse(&rules, &words.join(" ")).unwrap();
    let pieces = |scene: Scene| -> Vec<_> {
        scene.pieces.into_iter().map(|piece| (piece.key, piece.at, piece.hidden)).collect()
    };
    let owned = |list: &[(&str, &str, bool)]| -> Vec<_> {
        list.iter().map(|&(key, at, hidden)| (key.to_owned(), at.to_owned(), hidden)).collect()
    };
    let hunters = [("G", "LE", false), ("S", "NP", false), ("H", "LI", false), ("M", "TS", false)];
    let seen = [&hunters[..], &[("dracula-last", "LE", false)]].concat();
    assert_eq!(pieces(rules.scene(&rules.view(&state, Viewer(0)))), owned(&seen));
    let all = [&hunters[..], &[("dracula", "PA", true), ("trap-3", "PA", true)]].concat();
    assert_eq!(pieces(rules.scene_of_all(&state)), owned(&all));
}

#[test]
fn a_view_that_says_nonsense_is_drawn_in_peace() {
    let rules = Course::default();
    let state = State::parse(&rules, PLAYS).unwrap();
    let text = serde_json::to_string(&rules.view(&state, Viewer(0))).unwrap();
    let other = Course::on(Params::default(), BuiltinMap::TINY.load()).unwrap();
    for turns in [r#""seat":0"#, r#""seat":3"#] {
        let view: View = serde_json::from_str(&text.replace(turns, r#""seat":1"#)).unwrap();
        let _ = rules.scene(&view);
        // Its places are not on this map.
        let scene = other.scene(&view);
        assert!(scene.pieces.iter().any(|piece| piece.at == "??"), "{scene:?}");
    }
}

#[test]
fn the_toy_shows_the_dice_to_those_who_see_them_alone() {
    for preset in Toy::presets() {
        let toy = Toy::with(preset.params).unwrap();
        let scenery = toy.scenery();
        let viewers: Vec<_> = (0..).map(Viewer).take(toy.sides().viewers().len()).collect();
        let mut state = toy.start(Chance::seeded(Seed(7)));
        while let Turn::ToMove(_) = toy.turn(&state) {
            let choice = toy.unasked_choice(&mut state);
            toy.play(&mut state, choice).unwrap();
            check_form(&scenery, &toy.scene_of_all(&state));
            for &viewer in &viewers {
                let scene = toy.scene(&toy.view(&state, viewer));
                check_form(&scenery, &scene);
                let dice = scene.rows[0].iter().map(|card| &*card.label);
                assert_eq!(
                    dice.filter(|&label| label == "?").count() == 0,
                    viewer.0 == 0 || scene.rows[0].is_empty()
                );
            }
        }
    }
}
