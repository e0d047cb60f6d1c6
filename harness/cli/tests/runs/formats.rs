//! Formats for large fields, from the command line.

use crate::common::{Place, text};

/// Bots of both sides, so many that two rungs are left behind.
fn field() -> String {
    let hunters = (0..18).map(|n| match n {
        0 => "hunters=best@tracker ".to_owned(),
        1..6 => format!("hunters=p{n}@patrol "),
        _ => format!("hunters=r{n}@random "),
    });
    let dracula = (0..10).map(|n| match n {
        0 => "dracula=best@lurker ".to_owned(),
        1..4 => format!("dracula=w{n}@wanderer "),
        _ => format!("dracula=r{n}@random "),
    });
    hunters.chain(dracula).collect()
}

fn ladder(more: &str) -> String {
    format!("league {} --format ladder --matches 3 {more}", field())
}

#[test]
fn a_ladder_finds_the_best_and_lets_the_others_play_less() {
    let place = Place::new();
    place.prints(&ladder("--quiet --out run"));
    let board = text(&place.read("run/leaderboard.csv"));
    let mut reader = csv::Reader::from_reader(board.as_bytes());
    let rows: Vec<std::collections::BTreeMap<String, String>> =
        reader.deserialize().collect::<Result<_, _>>().unwrap();
    for side in ["hunters", "dracula"] {
        let of_side: Vec<_> = rows.iter().filter(|row| row["side"] == side).collect();
        assert_eq!((&*of_side[0]["rank"], &*of_side[0]["entrant"]), ("1", "best"), "{board}");
        let played = |row: usize| of_side[row]["matches"].parse::<u64>().unwrap();
        assert!(played(0) > 3 * played(of_side.len() - 1), "{board}");
    }
    let run = text(&place.read("run/run.toml"));
    assert!(run.contains("format = \"ladder\"") && run.contains("matches = 3\n"), "{run}");
    assert!(run.contains(" --format ladder --matches 3"), "{run}");
}

#[test]
fn a_ladder_is_the_same_on_any_number_of_threads_and_played_again_by_its_run_toml() {
    let place = Place::new();
    place.prints(&ladder("--records all --threads 1 --quiet --out one"));
    place.prints(&ladder("--records all --threads 3 --quiet --out three"));
    assert_eq!(place.prints("diff one three"), "no difference\n");
    place.prints("league --config one/run.toml --quiet --out again");
    for file in ["matches.csv", "leaderboard.csv", "records.jsonl.zst"] {
        let [one, again] = ["one", "again"].map(|run| place.read(&format!("{run}/{file}")));
        assert!(one == again, "{file}");
    }
    let config = place.prints(&ladder("--records all --print-config"));
    place.write("ladder.toml", config);
    place.prints("league --config ladder.toml --quiet --out config");
    assert_eq!(place.prints("diff one config"), "no difference\n");
    let verified = place.prints("verify one/records.jsonl.zst");
    assert!(verified.contains(", 0 mismatches"), "{verified}");
}

#[test]
fn a_dry_run_lists_the_rungs() {
    let place = Place::new();
    let dry = place.prints(&ladder("--dry-run"));
    let rungs = "rungs: 3, matches: 156 (of 180 pairings)\n  \
                 rung 1: 10 dracula, 18 hunters; 3 seeds\n  \
                 rung 2: 8 dracula, 9 hunters; 6 seeds\n  \
                 rung 3: 8 dracula, 8 hunters; 6 seeds\n";
    assert!(dry.starts_with(rungs), "{dry}");
    let json = place.prints(&ladder("--dry-run --json"));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["rungs"][1],
        serde_json::json!({
            "entrants": { "dracula": 8, "hunters": 9 }, "seeds": 6
        })
    );
}

#[test]
fn what_a_ladder_cannot_do_is_refused_with_the_reason() {
    let place = Place::new();
    let refuses = |args: &str| place.refuses(&format!("league random {args}"));
    assert_eq!(
        refuses("--format ladder --shard 1/2"),
        "error: a shard of a ladder cannot tell which entrants climb: leave --shard out, or play a round-robin"
    );
    assert_eq!(
        refuses("--format ladder --until-interval 2"),
        "error: a ladder ends with its last rung: leave --until-interval out"
    );
    assert_eq!(refuses("--format ladder:0"), "error: a ladder cannot have 0 rungs: give 1 to 20");
    let output = place.run("league random --format ladder:x");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`ladder:x` is not a ladder: give `ladder`"));
    place.prints("league random --matches 2 --quiet --out before");
    assert!(refuses("--format ladder --reuse before").contains("`ladder` is neither"));
}
