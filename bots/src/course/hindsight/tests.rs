use stoker_engine::course::HuntersView;
use stoker_engine::{Chance, Game, Purpose, Seed};

use super::*;

const TELEPORTED: &str =
    "GBE.... SBR.... HLO.... MCA.... DC?.V.. GBE.... SBR.... HLO.... MCA.... DCDT...";

fn rules() -> Arc<Course> {
    Arc::new(Course::default())
}

fn rng() -> Rng {
    Seed(1).rng(None, None, Purpose::BOT)
}

fn hunters(rules: &Course, past: &str) -> View {
    View::Hunters(HuntersView::parse(rules, past).unwrap())
}

/// After D8 he is certainly in the castle, so a hunter who goes there meets him.
#[test]
fn a_teleport_leaves_no_doubt_where_he_is() {
    let rules = rules();
    let mut inference = inference(&rules);
    inference.update(&hunters(&rules, TELEPORTED));
    let [castle, galatz] = ["CD", "GA"].map(|code| Move::Hunter(rules.place(code).unwrap()));
    assert!((inference.chance(castle) - 1.0).abs() < 1e-9);
    assert!(inference.chance(galatz) < 1e-9);
}

#[test]
fn nothing_is_inferred_before_his_first_move() {
    let rules = rules();
    let state = rules.start(Chance::seeded(Seed(1)));
    assert_eq!(inference(&rules).credence(&state), None);
}

/// The guide's two trails, 83.8% and 16.2%, are drawn in proportion.
#[test]
fn positions_are_drawn_as_often_as_the_belief_has_them() {
    let rules = rules();
    let playouts =
        PlayoutYardstick { rules: Arc::clone(&rules), tables: Arc::new(Tables::new(&rules)) };
    let mut follower = Follower { playouts, belief: Belief::new(&rules), now: None };
    let view = hunters(&rules, TELEPORTED);
    follower.see(&view);
    let board = view.hunters().unwrap().board();
    let positions = follower.positions(board, 10_000, &mut rng()).unwrap();
    let galatz = rules.place("GA").unwrap();
    let from_galatz = positions.iter().filter(|it| it.trail().moves()[1].place == galatz).count();
    // Five standard deviations of 10,000 draws are 184.
    assert!(from_galatz.abs_diff(8_380) < 200, "{from_galatz}");
}

#[test]
fn one_draw_gives_every_move_the_same_chance() {
    let rules = rules();
    let mut follower = yardstick(&rules).follow(Viewer(0));
    follower.see(&hunters(&rules, TELEPORTED));
    let to = Move::Hunter(rules.place("BE").unwrap());
    let scores = |draws: &dyn DrawnPositions<Course>| -> Vec<_> {
        (0..8).map(|number| draws.score(number, to)).collect()
    };
    let draws = follower.draw(8, &mut rng()).unwrap();
    let once = scores(&*draws);
    assert_eq!(once, scores(&*draws));
    assert_eq!(once, scores(&*follower.draw(8, &mut rng()).unwrap()));
    assert!(once.iter().any(|score| score != &once[0]), "{once:?}");
    assert_eq!(draws.score(8, to), None);
}
