use std::fs;
use std::os::unix::fs::symlink;

use tempfile::TempDir;

use super::*;

const BOT: &str = "protocol = \"lines\"\n[run]\nhunters = [\"./bot\"]\n";

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn submission(found: &Found) -> &Submission {
    match found {
        Found::Submission(submission) => submission,
        Found::Misfit(misfit) => panic!("{}: {}", misfit.name, misfit.reason),
    }
}

fn reason(found: &Found) -> &str {
    match found {
        Found::Submission(submission) => panic!("{}", submission.name),
        Found::Misfit(misfit) => &misfit.reason,
    }
}

/// The sides of a course submission.
fn sides(found: &Found) -> Vec<&'static str> {
    match &submission(found).kind {
        Kind::Course(program) => program.sides().collect(),
        Kind::Told(told) => panic!("{told:?}"),
    }
}

/// The one thing found at a path.
fn one(path: &Path) -> Found {
    let mut found = find(path).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn a_folder_with_a_bot_toml_is_a_submission_called_after_its_folder() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "team 7/bot.toml", BOT);
    let found = one(&folder.path().join("team 7/"));
    assert_eq!(submission(&found).name, "team-7");
    assert!(submission(&found).spec.ends_with("/team 7"));
    write(folder.path(), "team 7/bot.toml", &format!("name = \"fox\"\n{BOT}"));
    assert_eq!(one(&folder.path().join("team 7")).name(), "fox");
}

#[test]
fn a_makefile_with_a_source_of_a_side_is_a_course_submission() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a/Makefile", "");
    write(folder.path(), "a/dracula.c", "");
    let found = one(&folder.path().join("a"));
    assert_eq!(sides(&found), ["dracula"]);
    write(folder.path(), "b/hunter.c", "");
    assert!(reason(&one(&folder.path().join("b"))).contains("a Makefile with hunter.c"));
}

#[test]
fn a_folder_of_submissions_is_all_of_them_by_name_with_the_broken_ones() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    write(here, "c/bot.toml", BOT);
    write(here, "a/bot.toml", "protocl = 1");
    write(here, "b/notes.txt", "");
    write(here, "e/Makefile", "");
    write(here, "e/hunter.c", "");
    write(here, ".git/config", "");
    write(here, "readme.txt", "");
    symlink("/", here.join("d")).unwrap();
    let found = find(here).unwrap();
    assert_eq!(found.iter().map(Found::name).collect::<Vec<_>>(), ["a", "b", "c", "d", "e"]);
    assert!(reason(&found[0]).contains("bot.toml:1: unknown key `protocl`"));
    assert!(reason(&found[1]).contains("this is no submission"));
    assert!(reason(&found[3]).contains("symbolic link"));
    submission(&found[2]);
    submission(&found[4]);
}

#[test]
fn nobody_can_take_the_name_of_another_submission() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a/bot.toml", &format!("name = \"b\"\n{BOT}"));
    write(folder.path(), "b/bot.toml", BOT);
    write(folder.path(), "c/bot.toml", &format!("name = \"x\"\n{BOT}"));
    write(folder.path(), "d/bot.toml", &format!("name = \"x\"\n{BOT}"));
    write(folder.path(), "e e/bot.toml", BOT);
    write(folder.path(), "e-e/bot.toml", &format!("name = \"y\"\n{BOT}"));
    write(folder.path(), "e#e/bot.toml", BOT);
    let found = find(folder.path()).unwrap();
    let names: Vec<_> = found.iter().map(Found::name).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e-e", "e-e-2", "y"]);
}

#[test]
fn what_cannot_be_a_submission_says_why() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a/bot.toml", BOT);
    write(folder.path(), "a/file", "");
    std::os::unix::net::UnixListener::bind(folder.path().join("a/socket")).unwrap();
    assert!(reason(&one(&folder.path().join("a"))).contains("`socket` is neither a file"));
    fs::remove_file(folder.path().join("a/socket")).unwrap();
    fs::remove_file(folder.path().join("a/bot.toml")).unwrap();
    symlink("/etc/hostname", folder.path().join("a/bot.toml")).unwrap();
    assert_eq!(reason(&one(&folder.path().join("a"))), "bot.toml is no plain file");
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert!(reason(&one(&folder.path().join("empty"))).contains("neither a bot.toml"));
    symlink("a", folder.path().join("link")).unwrap();
    assert!(reason(&one(&folder.path().join("link/"))).contains("symbolic link"));
}

#[test]
fn bot_toml_files_that_are_huge_or_no_text_are_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.toml"), vec![b'#'; 65 << 10]).unwrap();
    assert_eq!(reason(&one(folder.path())), "bot.toml has more than 64 KiB");
    fs::write(folder.path().join("bot.toml"), [0xff]).unwrap();
    assert_eq!(reason(&one(folder.path())), "bot.toml is not UTF-8 text");
}

#[test]
fn a_path_that_leads_nowhere_is_an_error() {
    let folder = TempDir::new().unwrap();
    assert!(find(&folder.path().join("x")).unwrap_err().to_string().contains("No such file"));
    write(folder.path(), "x", "");
    assert!(find(&folder.path().join("x")).unwrap_err().to_string().contains("is no folder"));
}
