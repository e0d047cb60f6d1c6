//! A season: teams hand in again and again, and only what has changed is played again.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use crate::common::{Place, text};

const RULES: &str = "[params]\nstart_score = 4\nlife_loss_trap = 0\nlife_loss_dracula = 0\n";

fn copy(files: &[&str], from: &str, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(from);
    for file in files {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
}

/// Two teams that write Python, and one that writes C.
fn submissions(place: &Place) {
    let subs = place.path().join("subs");
    for team in ["ants", "bees"] {
        let to = subs.join(team);
        let files = ["bot.py", "stoker_bot.py", "stoker_course.py", "bot.toml"];
        copy(&files, "../../bots/kits/python", &to);
        let toml = fs::read_to_string(to.join("bot.toml")).unwrap();
        fs::write(to.join("bot.toml"), toml.replace("pursuer", team)).unwrap();
    }
    copy(&["honest.c", "hostile.h"], "tests/hostile/bots", &subs.join("cats"));
    place.write(
        "subs/cats/bot.toml",
        "protocol = \"course\"\n[run]\nhunters = [\"./honest\"]\n\
         [build]\ncommand = [\"cc\", \"-o\", \"honest\", \"honest.c\"]\n",
    );
    place.write("league.toml", format!("records = \"all\"\nmatches = 2\n{RULES}"));
}

/// The number of matches that a league took from an earlier run, and of all its matches.
fn play(place: &Place, args: &str) -> (u64, u64) {
    let line = format!("league {args} --config league.toml --json");
    let output = place.run(&line);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let taken = told.lines().find_map(|line| line.strip_suffix(" matches were played before"));
    (taken.map_or(0, |taken| taken.parse().unwrap()), json["matches_played"].as_u64().unwrap())
}

const TEAMS: &str = "subs/ hunters=patrol dracula=lurker";

#[test]
fn only_the_pairings_of_a_team_that_handed_in_again_are_played_again() {
    let place = Place::new();
    submissions(&place);
    // Hunters: ants, bees, cats, patrol. Dracula: ants, bees, lurker.
    assert_eq!(play(&place, &format!("{TEAMS} --out monday")), (0, 4 * 3 * 2));
    let bot = fs::read_to_string(place.path().join("subs/bees/bot.py")).unwrap();
    place.write("subs/bees/bot.py", bot + "\n# Now with comments.\n");
    // The bees play in 3 + 4 - 1 of 12 pairings.
    let again = format!("{TEAMS} --reuse monday --out tuesday");
    let dry = place.prints(&format!("league {again} --config league.toml --dry-run"));
    assert!(dry.contains("\nreused: 12 matches of the earlier run; 12 to play\n"), "{dry}");
    assert_eq!(play(&place, &again), (6 * 2, 4 * 3 * 2));
    // What the bees do has not changed, so nothing else has either.
    for file in ["matches.csv", "faults.csv", "crosstable.csv", "records.jsonl.zst"] {
        let [monday, tuesday] =
            ["monday", "tuesday"].map(|run| place.read(&format!("{run}/{file}")));
        assert!(monday == tuesday, "{file}");
    }
    let run = text(&place.read("tuesday/run.toml"));
    assert!(run.contains("\n[reuse]\n") && run.contains("\nmatches = 12\n"), "{run}");
    assert_eq!(place.prints("verify tuesday/records.jsonl.zst").lines().count(), 1);
}

#[test]
fn a_folder_of_submissions_may_have_moved() {
    let place = Place::new();
    submissions(&place);
    play(&place, &format!("{TEAMS} --out monday"));
    fs::rename(place.path().join("subs"), place.path().join("week2")).unwrap();
    fs::remove_dir_all(place.path().join("week2/cats")).unwrap();
    let teams = TEAMS.replace("subs", "week2");
    let all = 3 * 3 * 2;
    // The cats, for which matches began free, are gone.
    let again = format!("{teams} --starts free --reuse monday --out tuesday");
    assert_eq!(play(&place, &again), (all, all));
}

#[test]
fn the_leaderboard_shows_who_has_moved() {
    let place = Place::new();
    place.prints("league hunters=random hunters=patrol lurker --matches 8 --quiet --out monday");
    let league = "league hunters=random hunters=patrol lurker hunters=tracker --matches 8";
    let first = place.prints(&format!("{league} --reuse monday --out tuesday"));
    assert!(first.contains("faults  moved\n"), "{first}");
    let moved = |rank: u32, name: &str, moved: &str| {
        let row = first.lines().find(|line| line.contains(&format!("  {name} "))).unwrap();
        let is_there = row.trim_start().starts_with(&format!("{rank} "));
        assert!(is_there && row.ends_with(&format!(" {moved}")), "{first}");
    };
    moved(1, "tracker", "new");
    moved(2, "patrol", "-1");
    moved(3, "random", "-1");
    moved(1, "lurker", "=");
    let board = text(&place.read("tuesday/leaderboard.csv"));
    assert!(board.lines().next().unwrap().ends_with(",previous_rank,previous_mean"), "{board}");
    assert!(first.lines().all(|line| line.chars().count() <= 80), "{first}");
    let again = place.run(&format!("{league} --reuse monday"));
    let results = text(&again.stdout);
    let folder = results.trim_end().rsplit(' ').next().unwrap();
    assert_eq!(place.prints(&format!("diff tuesday {folder}")), "no difference\n");
    let shown = place.run(&format!("{league} --reuse monday"));
    assert!(text(&shown.stderr).contains("already played: the results are in"));
}

#[test]
fn what_cannot_be_taken_from_is_refused_with_the_reason() {
    let place = Place::new();
    place.prints("league random --matches 2 --quiet --out monday");
    let other = place.refuses("league random --matches 2 --starts free --reuse monday");
    assert_eq!(
        other,
        "error: monday was played differently, so none of its matches can be reused: --starts: the \
         earlier run began matches random, this one begins them free; give --starts random"
    );
    let nothing = place.refuses("league random --reuse tuesday");
    assert!(nothing.starts_with("error: tuesday has no run.toml"), "{nothing}");
    let itself = place.refuses("league random --reuse monday --out monday --force");
    assert!(
        itself.starts_with("error: monday holds the earlier run, which is to be reused"),
        "{itself}"
    );
    let shard = "league random --matches 4 --shard 1/2 --quiet --out part";
    place.prints(shard);
    let shard = place.refuses("league random --matches 4 --reuse part");
    assert!(shard.ends_with("join the parts first, with `stoker merge`"), "{shard}");
}
