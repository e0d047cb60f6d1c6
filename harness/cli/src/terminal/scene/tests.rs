//! Drawings can be read: nothing overlaps, nothing is too wide, and nothing controls a terminal.

use stoker_engine::course::{Course, State};
use stoker_engine::map::BuiltinMap;
use stoker_engine::scene::{Marker, Offer, Scene, Scenery};
use stoker_engine::toy::{Layout as ToyLayout, Toy};
use stoker_engine::{Chance, Game, Seed, Turn, Viewer};

use super::*;
use crate::terminal::stream_format::Colour;

const PLAIN: Colour = Colour::None;

fn painter(scenery: Scenery, width: usize, colour: Colour) -> ScenePainter {
    ScenePainter::new(scenery, StreamFormat { colour, ..StreamFormat::plain(width) })
}

/// The states of random games on the course's map.
fn each_state(mut visit: impl FnMut(&Course, &State)) {
    let rules = Course::default();
    for seed in 0..4 {
        let mut state = rules.start(Chance::seeded(Seed(seed)));
        for _ in 0..300 {
            let Turn::ToMove(seat) = rules.turn(&state) else { break };
            let opening = rules.opening_choice(&mut state);
            let view = rules.view(&state, rules.sides().viewer_of(seat));
            let mut moves = rules.legal_moves(&view);
            let index = state.history().plays().len() * 7 % moves.len();
            let choice = opening.unwrap_or_else(|| moves.nth(index).unwrap().into());
            rules.play(&mut state, choice).unwrap();
            visit(&rules, &state);
        }
    }
}

#[test]
fn no_spot_is_written_over_another_and_all_fit() {
    for map in [BuiltinMap::COURSE, BuiltinMap::TINY] {
        let rules = Course::on(stoker_engine::course::Params::default(), map.load()).unwrap();
        let board = &rules.scenery().boards[0];
        for width in [60, 80, 100, 140, 200] {
            let layout = BoardLayout::new(board, width);
            let text = layout.sheet.text(PLAIN);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            let mut words: Vec<_> = text.split_whitespace().collect();
            words.sort_unstable();
            let sign = |key: &str| match board.spots.iter().find(|spot| spot.key == key).unwrap() {
                spot if spot.kind == "sea" => format!("~{key}"),
                spot => match spot.landmark.as_deref() {
                    Some("castle") => format!("{key}^"),
                    Some(_) => format!("{key}+"),
                    None => key.to_owned(),
                },
            };
            let mut expected: Vec<_> = board.spots.iter().map(|spot| sign(&spot.key)).collect();
            expected.sort_unstable();
            assert_eq!(words, expected, "{width}\n{text}");
        }
    }
}

/// All pieces of a spot stand together in brackets, and no line is too long.
#[test]
fn every_piece_is_on_the_map() {
    let rules = Course::default();
    for width in [80, 140] {
        let painter = painter(rules.scenery(), width, PLAIN);
        each_state(|rules, state| {
            let scene = rules.scene_of_all(state);
            let text = painter.drawn(&scene);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            let drawn = board::drawn(&painter.layouts[0], &scene, PLAIN);
            let lines: Vec<_> = drawn.lines().collect();
            assert!(lines.last().unwrap().starts_with("  ~ sea"), "{drawn}");
            let mut spots: Vec<_> = scene.pieces.iter().map(|piece| &piece.at).collect();
            spots.sort_unstable();
            spots.dedup();
            assert_eq!(drawn.matches('[').count(), spots.len(), "{drawn}");
            let labels: usize = scene.pieces.iter().map(|piece| piece.label.len()).sum();
            let inside = drawn.split('[').skip(1).map(|rest| rest.find(']').unwrap());
            assert_eq!(inside.sum::<usize>(), labels, "{drawn}");
        });
    }
}

#[test]
fn colour_changes_nothing_but_the_colour() {
    let rules = Course::default();
    let [plain, ansi] = [PLAIN, Colour::Ansi].map(|colour| painter(rules.scenery(), 80, colour));
    each_state(|rules, state| {
        let scene = rules.scene(&rules.view(state, Viewer(0)));
        let (plain, coloured) = (plain.drawn(&scene), ansi.drawn(&scene));
        assert!(coloured.contains('\u{1b}') && !plain.contains('\u{1b}'));
        let mut parts = coloured.split('\u{1b}');
        let first = parts.next().unwrap().to_owned();
        let stripped = parts.fold(first, |text, part| text + part.split_once('m').unwrap().1);
        assert_eq!(stripped, plain);
    });
}

#[test]
fn a_row_with_a_hidden_card_is_drawn_without_knowing_the_game() {
    let toy = Toy::of(ToyLayout::Pair, 9);
    let mut state = toy.start(Chance::seeded(Seed(5)));
    for mv in [2, 0, 1] {
        toy.play(&mut state, mv.into()).unwrap();
    }
    let painter = painter(toy.scenery(), 80, PLAIN);
    insta::assert_snapshot!(painter.drawn(&toy.scene_of_all(&state)), @r"
    next: left
      points 7, dice 4 points, decisions left 6
     M0          M1[lo]      M2          M3
      lo lone     M1 1 (the move of lone)
      dice: (4)
    ");
    insta::assert_snapshot!(painter.drawn(&toy.scene(&toy.view(&state, Viewer(1)))), @r"
    next: left
      points ?, dice ? points, decisions left 6
     M0          M1[lo]      M2          M3
      lo lone     M1 1 (the move of lone)
      dice: (?)
    ");
}

#[test]
fn what_is_too_narrow_for_a_board_has_the_rest() {
    let rules = Course::default();
    let state = rules.start(Chance::seeded(Seed(1)));
    let scene = rules.scene_of_all(&state);
    let narrow = painter(rules.scenery(), 30, PLAIN);
    assert_eq!(narrow.drawn(&scene), narrow.told(&scene));
    assert!(narrow.told(&scene).contains("next: Lord Godalming"));
}

/// Every text of a scene holds something that a terminal must not obey.
#[test]
fn hostile_texts_are_shown_as_text() {
    const HOSTILE: &str = "a\u{1b}[2Jb\u{202e}c\u{7}\r\nd";
    let bad = || HOSTILE.to_owned();
    let rules = Course::default();
    let (mut scenery, mut scene) = (rules.scenery(), Scene::default());
    each_state(|rules, state| scene = rules.scene_of_all(state));
    let board = &mut scenery.boards[0];
    board.name = bad();
    board.spots[0].key = bad();
    board.spots[0].name = bad();
    board.spots[0].kind = bad();
    board.spots[0].landmark = Some(bad());
    scenery.boards.push(scenery.boards[0].clone());
    scenery.viewers[0].seats[0] = bad();
    scenery.panels[0].name = bad();
    scenery.panels[0].unit = bad();
    scenery.rows[0].name = bad();
    for piece in &mut scene.pieces {
        (piece.name, piece.label, piece.at) = (bad(), bad(), bad());
    }
    for card in &mut scene.rows[0] {
        (card.label, card.name, card.at, card.on) = (bad(), bad(), Some(bad()), vec![bad()]);
    }
    scene.news = vec![bad(), bad()];
    scene.markers = vec![Marker { kind: bad(), label: bad(), importance: 1 }];
    scene.choices = vec![Offer { mv: bad(), label: bad(), at: None }];
    scene.shadings.insert(bad(), [(bad(), 1_000)].into());
    let text = painter(scenery, 80, PLAIN).drawn(&scene) + &ScenePainter::news(&scene).join("\n");
    let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!text.contains(obeyed), "{text:?}");
    assert!(!text.lines().any(|line| line.starts_with('d')), "{text}");
}
