use insta::assert_snapshot;
use stoker_engine::toy::{Layout, Toy};
use stoker_engine::{Game as _, SideId};
use stoker_stats::Estimate;
use stoker_tournament::standings::Previous;

use super::*;
use crate::terminal::stream_format::Colour;

fn row(rank: u32, entrant: &str) -> Standing {
    let estimate =
        |value: f64| Some(Estimate { value, interval: Some((value - 12.25, value + 12.25)) });
    let place = f64::from(rank);
    Standing {
        rank: Some(rank),
        rank_interval: Some((1, 2)),
        side: Toy::of(Layout::Pair, 9).sides().side(SideId(0)).kind.to_owned(),
        entrant: entrant.to_owned(),
        status: EntrantStatus::Ok,
        matches: 100,
        voids: 0,
        effective: Effective::Exact(100),
        mean: estimate(200.0 - place),
        rating: estimate(10.0 - place),
        elo: estimate(50.0 - 10.0 * place),
        nash: Some((1.0 / place, 150.0)),
        win_rate: Some(Estimate { value: 0.5, interval: None }),
        mean_rank: None,
        facts: vec![],
        faults: [0; FaultKind::ALL.len()],
        previous: None,
        further: vec![],
    }
}

/// The leaderboard on a terminal of this width, without colours.
fn board(standings: Vec<Standing>, width: usize) -> String {
    let stream_format = StreamFormat { reader: StreamKind::Terminal, ..StreamFormat::plain(width) };
    let game = Toy::of(Layout::Pair, 9);
    let results =
        Results { standings, crosstable: None, duel: None, lineups: None, partners: None };
    let text = leaderboards(&results, game.sides(), game.scores(), stream_format);
    assert!(text.lines().all(|line| columns_of(line) <= stream_format.width), "{text}");
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7}', '\t']), "{text}");
    text
}

/// All that can go wrong with names: length, wide characters, what terminals obey, what turns text
/// around, and what pages would take for their own.
fn hostile() -> Vec<Standing> {
    let long = format!("team-{}-second-version", "x".repeat(100_000));
    let names = [
        "tracker",
        "a-name-that-a-student-found-funny-in-the-middle-of-the-night-v1",
        "a-name-that-a-student-found-funny-in-the-middle-of-the-night-v2",
        "東京の吸血鬼を追う狩人たちの最強のボット",
        &long,
        "\u{1b}[2J\u{1b}]0;owned\u{7}\r\n\t",
        "\u{202e}evil\u{2066}",
        "<script>alert(1)</script>",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        &String::from_utf8_lossy(b"\xff\xfe\xc0"),
    ];
    let mut rows: Vec<_> = (1..).zip(names).map(|(rank, name)| row(rank, name)).collect();
    rows[1].faults[FaultKind::Crash as usize] = 12_345;
    rows[1].faults[FaultKind::NoReply as usize] = 1;
    rows[3].voids = 2;
    rows[4].effective = Effective::Exact(3);
    rows[2].previous = Some(Previous { rank: 1, mean: None });
    let absent = |name: &str, reason: &str| Standing {
        rank: None,
        status: EntrantStatus::Unfit(reason.to_owned()),
        ..row(1, name)
    };
    rows.push(absent(&long, "said \u{1b}[31m \u{202e}something\nin two lines"));
    rows
}

#[test]
fn a_leaderboard_fits_eighty_columns_whatever_its_names_are() {
    assert_snapshot!(board(hostile(), 80), @r#"
    team (points in points, high is better)
         rank  entrant                     mean    95% interval   wins  void  faults
      1 (1-2)  tracker                   199.00  186.8 to 211.2  50.0%     0       0
      2 (1-2)  a-name-that-a-...ight-v1  198.00  185.8 to 210.2  50.0%     0   12346
      3 (1-2)  a-name-that-a-...ight-v2  197.00  184.8 to 209.2  50.0%     0       0
      4 (1-2)  東京の吸血鬼を...ボット   196.00  183.8 to 208.2  50.0%     2       0
      5 (1-2)  team-xxxxxxxxxxxxxxxx...  195.00  182.8 to 207.2  50.0%     0       0
      6 (1-2)  �[2J�]0;owned�            194.00  181.8 to 206.2  50.0%     0       0
      7 (1-2)  �evil�                    193.00  180.8 to 205.2  50.0%     0       0
      8 (1-2)  <script>alert(...script>  192.00  179.8 to 204.2  50.0%     0       0
      9 (1-2)  é́́́́́́�                        191.00  178.8 to 203.2  50.0%     0       0
     10 (1-2)  ���                       190.00  177.8 to 202.2  50.0%     0       0
     team-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...: unfit: said �[31m �something in tw...

    lone (points in points, low is better)
     rank  entrant  mean  95% interval  wins  matches  faults
    "#);
}

#[test]
fn a_leaderboard_uses_a_hundred_and_forty_columns() {
    assert_snapshot!(board(hostile(), 140), @r#"
    team (points in points, high is better)
         rank  entrant                                     mean    95% interval  elo  nash weight   wins  matches  void  distinct  faults  moved
      1 (1-2)  tracker                                   199.00  186.8 to 211.2   40         1.00  50.0%      100     0       100       0    new
      2 (1-2)  a-name-that-a-student-fou...the-night-v1  198.00  185.8 to 210.2   30         0.50  50.0%      100     0       100   12346    new
      3 (1-2)  a-name-that-a-student-fou...the-night-v2  197.00  184.8 to 209.2   20         0.33  50.0%      100     0       100       0     -2
      4 (1-2)  東京の吸血鬼を追う狩人たちの最強のボット  196.00  183.8 to 208.2   10         0.25  50.0%      100     2       100       0    new
      5 (1-2)  team-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...  195.00  182.8 to 207.2    0         0.20  50.0%      100     0         3       0    new
      6 (1-2)  �[2J�]0;owned�                            194.00  181.8 to 206.2  -10         0.17  50.0%      100     0       100       0    new
      7 (1-2)  �evil�                                    193.00  180.8 to 205.2  -20         0.14  50.0%      100     0       100       0    new
      8 (1-2)  <script>alert(1)</script>                 192.00  179.8 to 204.2  -30         0.12  50.0%      100     0       100       0    new
      9 (1-2)  é́́́́́́�                                        191.00  178.8 to 203.2  -40         0.11  50.0%      100     0       100       0    new
     10 (1-2)  ���                                       190.00  177.8 to 202.2  -50         0.10  50.0%      100     0       100       0    new
     team-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...: unfit: said �[31m �something in two lines

    lone (points in points, low is better)
     rank  entrant  mean  95% interval  wins  matches  faults
    "#);
}

#[test]
fn further_scores_are_shown_beside_the_one_that_ranks() {
    let further = |mean| vec![FurtherMean { score: "progress".to_owned(), mean }];
    let rows = vec![
        Standing { further: further(Some(62.5)), ..row(1, "tracker") },
        Standing { further: further(None), ..row(2, "patrol") },
    ];
    assert_snapshot!(board(rows, 80), @r#"
    team (points in points, high is better)
        rank  entrant    mean    95% interval   wins  mean progress  matches  faults
     1 (1-2)  tracker  199.00  186.8 to 211.2  50.0%          62.50      100       0
     2 (1-2)  patrol   198.00  185.8 to 210.2  50.0%              -      100       0

    lone (points in points, low is better)
     rank  entrant  mean  95% interval  wins  matches  faults
    "#);
}

#[test]
fn a_narrow_leaderboard_keeps_what_matters() {
    assert_snapshot!(board(hostile(), 60), @r#"
    team (points in points, high is better)
         rank  entrant                       mean   wins  faults
      1 (1-2)  tracker                     199.00  50.0%       0
      2 (1-2)  a-name-that-a-st...ight-v1  198.00  50.0%   12346
      3 (1-2)  a-name-that-a-st...ight-v2  197.00  50.0%       0
      4 (1-2)  東京の吸血鬼を追...ボット   196.00  50.0%       0
      5 (1-2)  team-xxxxxxxxxxxxxxxxxx...  195.00  50.0%       0
      6 (1-2)  �[2J�]0;owned�              194.00  50.0%       0
      7 (1-2)  �evil�                      193.00  50.0%       0
      8 (1-2)  <script>alert(1)</script>   192.00  50.0%       0
      9 (1-2)  é́́́́́́�                          191.00  50.0%       0
     10 (1-2)  ���                         190.00  50.0%       0
     team-xxxxxxxxxxxxxxxxxxxxxx...: unfit: said �[31m �somet...

    lone (points in points, low is better)
     rank  entrant  mean  95% interval  wins  matches  faults
    "#);
}

#[test]
fn on_a_terminal_who_leads_and_who_faults_can_be_seen_at_once() {
    let mut rows = vec![row(1, "tracker"), row(2, "patrol")];
    rows[1].faults[0] = 3;
    let game = Toy::of(Layout::Pair, 9);
    let results =
        Results { standings: rows, crosstable: None, duel: None, lineups: None, partners: None };
    let stream_format = StreamFormat { colour: Colour::Ansi, ..StreamFormat::plain(80) };
    let text = leaderboards(&results, game.sides(), game.scores(), stream_format);
    let shown = text.replace('\u{1b}', "ESC");
    assert!(shown.contains("ESC[1mtrackerESC[0m"), "{shown}");
    assert!(shown.contains("ESC[31m     3ESC[0m"), "{shown}");
    assert!(shown.contains("ESC[1mteam ("), "{shown}");
}
