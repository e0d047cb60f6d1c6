//! `--position`: a bot is asked, and a board is shown, in the middle of a game.

use insta::assert_snapshot;

use crate::common::{Place, text};

/// The example of the docs.
const POSITION: &str = include_str!("../../../../docs/position-kosmos.json");

fn place() -> Place {
    let place = Place::new();
    place.write("moment.json", POSITION);
    place
}

#[test]
fn a_bot_is_asked_in_a_position() {
    let place = place();
    let told = place.prints("check careful --position moment.json");
    assert!(told.contains("moment.json") && told.contains("it plays `"), "{told}");
    assert!(told.ends_with("careful: 1 check, 0 failed\n"), "{told}");
}

#[test]
fn the_example_of_every_ruleset_is_shown_and_asks_its_bots() {
    for (name, position, bot) in [
        ("boss", include_str!("../../../../docs/position-boss.json"), "greedy"),
        ("fury", include_str!("../../../../docs/position-fury.json"), "sweep"),
        ("masters", include_str!("../../../../docs/position-masters.json"), "planner"),
    ] {
        let place = Place::new();
        place.write("moment.json", position);
        assert!(place.prints("view --position moment.json").len() > 500, "{name}");
        let told = place.prints(&format!("check {bot} --position moment.json"));
        assert!(told.ends_with(&format!("{bot}: 1 check, 0 failed\n")), "{told}");
    }
}

#[test]
fn a_position_is_shown_to_each_side() {
    let place = place();
    let shown = ["all", "dracula", "hunter"]
        .map(|view| place.prints(&format!("view --position moment.json --view {view}")));
    assert_eq!(place.prints("view --position moment.json"), shown[0]);
    assert!(shown[0] != shown[1] && shown[1] != shown[2], "{shown:?}");
}

#[test]
fn a_position_that_is_none_is_refused_with_the_reason() {
    let place = place();
    place.write("cut.json", &POSITION[..100]);
    place.write("play.json", POSITION.replace("\"asks\": \"walk\"", "\"asks\": \"play\""));
    place.write("course.json", POSITION.replace("kosmos", "course"));
    place.write("empty.json", "{}");
    let refuses = |args: &str| place.refuses(&format!("view --position {args}"));
    assert_snapshot!(refuses("cut.json"), @"error: cut.json: not a position: EOF while parsing a string at line 7 column 8");
    assert_snapshot!(refuses("play.json"), @"error: play.json: truth, `asks`: a game goes on only from `walk`, with 0 `steps`");
    assert_snapshot!(refuses("course.json"), @"error: ruleset `course` reads no positions in the middle of a game");
    assert_snapshot!(refuses("empty.json"), @"error: empty.json: not a position: missing field `ruleset` at line 1 column 2");
    assert_snapshot!(refuses("moment.json --ruleset course"), @"error: --ruleset course contradicts the position, which is one of `kosmos`: leave it out");
    assert_snapshot!(refuses("moment.json --param lives=5"), @"error: --param lives=5 contradicts the position, where it is 4: leave it out");
    assert_snapshot!(refuses("moment.json --preset strict-barriers"), @"error: --preset strict-barriers contradicts the position, which has other parameters: leave it out");
    assert_snapshot!(refuses("moment.json --view nobody"), @"error: there is no point of view `nobody`: there are all, dracula, hunter");
    assert_snapshot!(place.refuses("check hunter=careful --position moment.json"), @"error: `hunter=careful` does not play `dracula`, the side that is asked in the position");
    let usage = place.run("view moves --position moment.json");
    assert_eq!(usage.status.code(), Some(2), "{}", text(&usage.stderr));
}
