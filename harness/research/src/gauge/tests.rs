use stoker_stats::decimals;

use super::reading::readings;
use super::*;

/// Scores of a seed in which every match is a different game.
fn seed(scores: &[i32]) -> GaugeSeedScores {
    static GAMES: AtomicU64 = AtomicU64::new(0);
    let game = || GameHash(GAMES.fetch_add(1, Ordering::Relaxed).into());
    scores.iter().map(|&score| Ok(Score { score, faults: 0, game: game() })).collect()
}

/// One opponent: blind scores 100 and 120, omniscient 300 and 320, measured 200 and 270. The means
/// are 110, 310 and 235, so the share is 125 of 200.
#[test]
fn a_share_is_the_part_of_the_way_between_the_ends() {
    let seeds = [seed(&[100, 300, 200]), seed(&[120, 320, 270])];
    let all = readings(&seeds, 3, 1, 1, Seed(1));
    let shares: Vec<_> = all.iter().map(|row| row.share.unwrap().value).collect();
    assert_eq!(shares, [0.0, 1.0, 0.625, 0.0, 1.0, 0.625]);
    assert_eq!(decimals(all[2].mean.unwrap().value), "235.0000");
}

#[test]
fn the_ends_themselves_have_no_doubt_about_their_share() {
    let seeds: Vec<_> = (0..40).map(|n| seed(&[100 + n % 7, 300 - n % 5, 200])).collect();
    let all = readings(&seeds, 3, 1, 1, Seed(1));
    assert_eq!(all[BLIND].share.unwrap().interval, Some((0.0, 0.0)));
    let (low, high) = all[OMNISCIENT].share.unwrap().interval.unwrap();
    assert!((low - 1.0).abs() < 1e-12 && (high - 1.0).abs() < 1e-12);
    let (low, high) = all[2].share.unwrap().interval.unwrap();
    assert!(low < 0.5 && 0.48 < low && high < 0.53, "{low} {high}");
}

#[test]
fn where_the_omniscient_are_not_better_there_is_no_scale() {
    let seeds = [seed(&[100, 100, 90]), seed(&[110, 110, 95])];
    assert!(readings(&seeds, 3, 1, 1, Seed(1)).iter().all(|row| row.share.is_none()));
    let turned = [seed(&[100, 50, 75]), seed(&[100, 50, 75])];
    let all = readings(&turned, 3, 1, -1, Seed(1));
    assert_eq!(decimals(all[2].share.unwrap().value), "0.5000");
}

#[test]
fn against_all_is_the_mean_over_opponents() {
    let seeds = [seed(&[0, 100, 50, 200, 300, 300]), seed(&[0, 100, 50, 200, 300, 300])];
    let all = readings(&seeds, 3, 2, 1, Seed(1));
    let last = all.last().unwrap();
    assert_eq!((last.opponent, last.matches, last.mean.unwrap().value), (None, 4, 175.0));
    assert_eq!(decimals(last.share.unwrap().value), "0.7500");
}

/// The same as in the first test, with additional seeds on which one of the three is void. The mean
/// of the measured player is (200 + 270 + 30) / 3, over the seeds that it played, but the scale
/// needs all three.
#[test]
fn a_seed_with_a_void_match_does_not_count_for_what_it_is_part_of() {
    let void = |place: usize, scores: &[i32]| {
        let mut seed = seed(scores);
        seed[place] = Err(Void::new("no memory"));
        seed
    };
    let seeds =
        [seed(&[100, 300, 200]), void(2, &[7, 9, 0]), void(1, &[7, 0, 30]), seed(&[120, 320, 270])];
    let all = readings(&seeds, 3, 1, 1, Seed(1));
    assert_eq!(decimals(all[2].mean.unwrap().value), "166.6667");
    assert_eq!(decimals(all[2].share.unwrap().value), "0.6250");
    let counts: Vec<_> = all[..3].iter().map(|row| (row.matches, row.voids)).collect();
    assert_eq!(counts, [(4, 0), (3, 1), (3, 1)]);
    let none = readings(&[void(2, &[1, 2, 0])], 3, 1, 1, Seed(1));
    assert_eq!((none[2].mean, none[2].share), (None, None));
}

#[test]
fn a_match_that_cannot_be_decided_does_not_end_a_measurement() {
    use stoker_tournament::testing::*;
    let fickle = fickle("fickle", |seed| is_first_side_of(seed, &[2]));
    let gauge = Gauge {
        game: Toy::of(Layout::Pair, 23),
        referee_settings: stoker_tournament::starts::Starts::Random.into(),
        side: SideId(0),
        players: vec![entrant("blind", RANDOM).into(), entrant("top", FIRST).into(), fickle.into()],
        opponents: vec![entrant("first", FIRST).into()],
        seed: Seed(1),
        first: 0,
        matches: 4,
    };
    let played = gauge.play(2, &AtomicBool::new(false), &|_| ()).unwrap();
    let voids: Vec<Vec<bool>> =
        played.iter().map(|seed| seed.iter().map(Result::is_err).collect()).collect();
    assert_eq!(voids, [[false; 3], [false; 3], [false, false, true], [false; 3]]);
}

/// Blind, omniscient and measured play the same game whatever the seed, except for one bot that
/// depends on the seed.
#[test]
fn copies_of_one_game_have_no_interval() {
    use stoker_tournament::starts::Starts;
    use stoker_tournament::testing::*;
    let gauge = |blind| Gauge {
        game: Toy::of(Layout::Still, 23),
        referee_settings: Starts::Free.into(),
        side: SideId(0),
        players: [("blind", blind), ("top", FIRST), ("one", FIRST), ("random", RANDOM)]
            .map(|(name, make)| entrant(name, make).into())
            .into(),
        opponents: vec![entrant("first", FIRST).into()],
        seed: Seed(1),
        first: 0,
        matches: 8,
    };
    let mean_rows = |blind| {
        let played = gauge(blind).play(2, &AtomicBool::new(false), &|_| ()).unwrap();
        let all = readings(&played, 4, 1, 1, Seed(1));
        let row = |row: &GaugeReading| (row.one_game, row.mean.unwrap().interval.is_some());
        all.iter().map(row).collect::<Vec<_>>()
    };
    let (one, many) = ((true, false), (false, true));
    let expected = [one, one, one, many];
    assert_eq!(mean_rows(FIRST), [expected, expected].concat());
    assert_eq!(mean_rows(RANDOM)[0], many);
}

/// A share depends on three players, so it lacks an interval only if all three repeat their games.
#[test]
fn a_share_has_an_interval_unless_all_three_repeat_one_game() {
    let game = |game, score| Ok(Score { score, faults: 0, game: GameHash(game) });
    let seeds = |blind: [u128; 3]| {
        blind.map(|number| {
            let low = i32::try_from(number).unwrap();
            vec![game(number, low), game(100, 300), game(200, 150)]
        })
    };
    let share = |blind| readings(&seeds(blind), 3, 1, 1, Seed(1))[2].share.unwrap();
    assert!(share([1, 2, 3]).interval.is_some());
    assert_eq!(share([1, 1, 1]).interval, None);
}
