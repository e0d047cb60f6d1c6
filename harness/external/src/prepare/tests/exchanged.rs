//! Submissions that are exchanged for other things while they are copied.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::*;

const BOT: &str = "protocol = \"lines\"\n[run]\nhunters = [\"./bot\"]\n";

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn submission(found: FoundSubmission) -> Submission {
    match found {
        FoundSubmission::Submission(submission) => *submission,
        FoundSubmission::Misfit(misfit) => panic!("{}: {}", misfit.name, misfit.reason),
    }
}

/// A text that only privileged users may read.
const SECRET: &str = "the key to everything";

/// The text of all files in a folder; links are not followed.
fn all_text(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            continue;
        }
        text += &match path.is_dir() {
            true => all_text(&path),
            false => fs::read_to_string(&path).unwrap(),
        };
    }
    text
}

#[test]
fn a_submission_that_is_exchanged_for_a_link_is_not_followed() {
    let place = TempDir::new().unwrap();
    write(place.path(), "tutor/repo/bot.toml", &format!("{BOT}# {SECRET}"));
    write(place.path(), "subs/fox/repo/bot.toml", BOT);
    write(place.path(), "subs/owl/bot.toml", BOT);
    let path = |name: &str| place.path().join(name);
    let (store, subs) = (Store::at(path("store")), path("subs"));
    for (own, foreign) in [("subs/fox", "tutor"), ("subs/fox/repo", "tutor/repo")] {
        let mut found = find(&subs, TERMS.form).unwrap();
        fs::rename(path(own), path("away")).unwrap();
        symlink(path(foreign), path(own)).unwrap();
        let refused = take_in(submission(found.remove(0)), TERMS.form, &store).unwrap_err();
        assert!(refused.to_string().starts_with("its folder cannot be opened: "), "{refused}");
        fs::remove_file(path(own)).unwrap();
        fs::rename(path("away"), path(own)).unwrap();
    }
    take_in(submission(find(&subs, TERMS.form).unwrap().remove(0)), TERMS.form, &store).unwrap();
    assert!(!all_text(&place.path().join("store")).contains(SECRET));
}

#[test]
fn files_that_are_exchanged_for_links_again_and_again_bring_nothing_foreign_in() {
    let place = TempDir::new().unwrap();
    write(place.path(), "secret", SECRET);
    write(place.path(), "tutor/notes", SECRET);
    write(place.path(), "fox/bot.toml", BOT);
    write(place.path(), "fox/data/notes", "mine");
    let (fox, secret) = (place.path().join("fox"), place.path().join("secret"));
    let (store, stop) = (Store::at(place.path().join("store")), AtomicBool::new(false));
    let exchange = |own: &str, other: &Path| {
        let (path, away) = (fox.join(own), place.path().join("away"));
        fs::rename(&path, &away).unwrap();
        symlink(other, &path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::rename(&away, &path).unwrap();
    };
    let seconds = std::env::var("STOKER_SWAPS").ok();
    let longest = seconds.map(|text| Duration::from_secs(text.parse().expect("seconds")));
    let begun = Instant::now();
    // Most attempts meet a link and are refused.
    let (most, mut tried, mut copies) = (100, 0, 0);
    let goes_on = |tried, copies| match longest {
        Some(longest) => begun.elapsed() < longest,
        None => copies < most && tried < 1_000_000,
    };
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                exchange("bot.toml", &secret);
                exchange("data", &place.path().join("tutor"));
            }
        });
        while goes_on(tried, copies) {
            tried += 1;
            if let FoundSubmission::Submission(found) = find(&fox, TERMS.form).unwrap().remove(0) {
                copies += usize::from(take_in(*found, TERMS.form, &store).is_ok());
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    println!("{copies} copies, {} refused", tried - copies);
    assert!(copies > 0);
    take_in(submission(find(&fox, TERMS.form).unwrap().remove(0)), TERMS.form, &store).unwrap();
    let text = all_text(&place.path().join("store"));
    assert!(text.contains("mine") && !text.contains(SECRET));
}
