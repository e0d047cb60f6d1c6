use std::fs;
use std::os::unix::fs::symlink;

use stoker_bots::course::SUBMISSIONS;
use tempfile::TempDir;

use super::*;

const BOT: &str = "protocol = \"lines\"\n[run]\nhunters = [\"./bot\"]\n";

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn submission(found: &FoundSubmission) -> &Submission {
    match found {
        FoundSubmission::Submission(submission) => submission,
        FoundSubmission::Misfit(misfit) => panic!("{}: {}", misfit.name, misfit.reason),
    }
}

fn reason(found: &FoundSubmission) -> &str {
    match found {
        FoundSubmission::Submission(submission) => panic!("{}", submission.name),
        FoundSubmission::Misfit(misfit) => &misfit.reason,
    }
}

/// The sides of a course submission.
fn sides(found: &FoundSubmission) -> Vec<&'static str> {
    match &submission(found).kind {
        SubmissionKind::Sources(program) => program.sides().collect(),
        SubmissionKind::OwnCommands(told) => panic!("{told:?}"),
    }
}

fn find(path: &Path) -> Result<Vec<FoundSubmission>, FindError> {
    super::find(path, Some(SUBMISSIONS))
}

/// The only result at a path.
fn one(path: &Path) -> FoundSubmission {
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
fn a_source_of_a_side_makes_a_course_submission_with_and_without_a_makefile() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a/Makefile", "");
    write(folder.path(), "a/dracula.c", "");
    assert_eq!(sides(&one(&folder.path().join("a"))), ["dracula"]);
    write(folder.path(), "b/hunter.c", "");
    assert_eq!(sides(&one(&folder.path().join("b"))), ["hunters"]);
    write(folder.path(), "c/Makefile", "");
    assert!(reason(&one(&folder.path().join("c"))).contains("nor hunter.c or dracula.c"));
}

#[test]
fn a_dracula_beside_hunters_of_2013_is_left_out() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a/hunter.c", "void decideMove(HunterView v) {}");
    write(folder.path(), "a/dracula.c", "void decideDraculaMove(DracView v) {}");
    assert_eq!(sides(&one(&folder.path().join("a"))), ["hunters"]);
    write(folder.path(), "a/bot.toml", "[course]\nyear = 2014");
    assert_eq!(sides(&one(&folder.path().join("a"))), ["hunters", "dracula"]);
    write(folder.path(), "a/bot.toml", "# x\n[course]\ndracula = \"dracula.c\"");
    let refused = one(&folder.path().join("a"));
    assert!(
        reason(&refused)
            .starts_with("bot.toml:2: `dracula` is named, but this is a program of 2013")
    );
}

#[test]
fn a_course_table_names_the_files_that_decide_where_they_have_other_names() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a/ai/vlad.c", "void decide_dracula_move(dracula_view *v) {}");
    write(folder.path(), "a/bot.toml", "name = \"fox\"\n[course]\ndracula = \"ai/vlad.c\"");
    let found = one(&folder.path().join("a"));
    assert_eq!((found.name(), sides(&found)), ("fox", vec!["dracula"]));
    write(folder.path(), "a/bot.toml", "[course]\nyear = 2019");
    let refused = one(&folder.path().join("a"));
    assert!(reason(&refused).starts_with("bot.toml:1: there is no hunter.c or dracula.c here"));
    // A link is not a file in the folder, whatever its target.
    symlink("/etc/hostname", folder.path().join("a/etc.c")).unwrap();
    write(folder.path(), "a/bot.toml", "[course]\nhunters = \"etc.c\"");
    let refused = one(&folder.path().join("a"));
    assert!(reason(&refused).starts_with("bot.toml:2: `etc.c` is not a file in the folder"));
}

#[test]
fn a_source_that_lies_about_does_not_hide_a_folder_of_submissions() {
    let folder = TempDir::new().unwrap();
    let names = || -> Vec<String> {
        find(folder.path()).unwrap().iter().map(|found| found.name().to_owned()).collect()
    };
    write(folder.path(), "hunter.c", "");
    write(folder.path(), "old/hunter.c", "");
    assert_eq!(names(), [after_folder(folder.path())], "a copy of an old version");
    write(folder.path(), "fox/hunter.c", "");
    assert_eq!(names(), ["fox", "old"]);
    write(folder.path(), "Makefile", "");
    assert_eq!(names(), [after_folder(folder.path())]);
}

/// Name, spec and subfolder of the submissions at a path.
fn places(path: &Path) -> Vec<(String, String, Option<String>)> {
    let show = |found: &FoundSubmission| {
        let Submission { name, spec, inside, folder, .. } = submission(found);
        let inside = inside.as_ref().map(|inside| inside.to_str().unwrap().to_owned());
        let whole = Path::new(spec).join(inside.as_deref().unwrap_or_default());
        assert_eq!(&whole.canonicalize().unwrap(), folder);
        // The spec finds the same submission again, as resuming a run requires.
        let again = one(Path::new(spec));
        assert_eq!((&submission(&again).spec, &submission(&again).folder), (spec, folder));
        let spec = Path::new(spec).strip_prefix(path).unwrap().to_str().unwrap();
        (name.clone(), spec.to_owned(), inside)
    };
    find(path).unwrap().iter().map(show).collect()
}

fn place(name: &str, spec: &str, inside: Option<&str>) -> (String, String, Option<String>) {
    (name.to_owned(), spec.to_owned(), inside.map(str::to_owned))
}

#[test]
fn a_folder_around_one_submission_stands_for_it() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    write(here, "subs/owl/repo-main/hunter.c", "");
    write(here, "subs/owl/repo-main/old/hunter.c", "");
    write(here, "subs/owl/__MACOSX/hunter.c", "");
    write(here, "subs/owl/notes/a.txt", "");
    write(here, "subs/fox/a/b/bot.toml", BOT);
    write(here, "subs/hen/dracula.c", "");
    let found = [
        place("fox", "fox", Some("a/b")),
        place("hen", "hen", None),
        place("owl", "owl", Some("repo-main")),
    ];
    assert_eq!(places(&here.join("subs")), found);
    write(here, "subs/fox/a/b/bot.toml", &format!("name = \"red\"\n{BOT}"));
    assert_eq!(places(&here.join("subs"))[0], place("red", "fox", Some("a/b")));
}

#[test]
fn a_folder_of_one_submission_is_called_after_that() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "owl/repo/fox/hunter.c", "");
    assert_eq!(places(folder.path()), [place("owl", "", Some("owl/repo/fox"))]);
    write(folder.path(), "notes/todo.txt", "");
    assert_eq!(places(folder.path()), [place("owl", "", Some("owl/repo/fox"))]);
    write(folder.path(), "hen/bot.toml", "protocl = 1");
    let found = find(folder.path()).unwrap();
    assert_eq!(
        found.iter().map(FoundSubmission::name).collect::<Vec<_>>(),
        ["hen", "notes", "owl"]
    );
    assert!(reason(&found[1]).contains("this is not a submission"));
}

#[test]
fn a_typed_folder_around_a_submission_gives_it_its_name() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "fox/src/hunter.c", "");
    write(folder.path(), "fox/notes/todo.txt", "");
    let fox = folder.path().join("fox");
    assert_eq!(places(&fox), [place("fox", "", Some("src"))]);
    write(&fox, "src/bot.toml", &format!("name = \"red\"\n{BOT}"));
    assert_eq!(places(&fox), [place("red", "", Some("src"))]);
    write(&fox, "src/bot.toml", "protocl = 1");
    let broken = one(&fox);
    assert_eq!(broken.name(), "fox");
    assert!(reason(&broken).starts_with("in src: bot.toml:1: unknown key"), "{broken:?}");
}

/// The deciding sources of a course submission, the hunters' last.
fn deciding(found: &FoundSubmission) -> Vec<&str> {
    match &submission(found).kind {
        SubmissionKind::Sources(program) => program.entries.values().map(String::as_str).collect(),
        SubmissionKind::OwnCommands(told) => panic!("{told:?}"),
    }
}

#[test]
fn a_makefile_above_the_only_folder_of_sources_makes_a_submission_of_its_own_folder() {
    let folder = TempDir::new().unwrap();
    let fox = folder.path().join("fox");
    write(&fox, "Makefile", "");
    write(&fox, "include/Game.h", "");
    write(&fox, "lib/src/hunter.c", "");
    write(&fox, "lib/src/dracula.c", "");
    write(&fox, "lib/src/old/hunter.c", "");
    write(folder.path(), "owl/repo/Makefile", "");
    write(folder.path(), "owl/repo/src/hunter.c", "");
    let found = [place("fox", "fox", None), place("owl", "owl", Some("repo"))];
    assert_eq!(places(folder.path()), found);
    assert_eq!(places(&fox), [place("fox", "", None)]);
    assert_eq!(deciding(&one(&fox)), ["lib/src/dracula.c", "lib/src/hunter.c"]);
    write(&fox, "bot.toml", "[course]\ncflags = [\"-O2\"]\nhunters = \"lib/src/old/hunter.c\"");
    assert_eq!(deciding(&one(&fox)), ["lib/src/dracula.c", "lib/src/old/hunter.c"]);
}

#[test]
fn a_makefile_nearer_to_the_sources_wins_over_one_above() {
    let folder = TempDir::new().unwrap();
    let fox = folder.path().join("fox");
    write(&fox, "Makefile", "");
    write(&fox, "repo/src/hunter.c", "");
    write(&fox, "repo/Makefile", "");
    assert_eq!(places(&fox), [place("fox", "", Some("repo"))]);
    assert_eq!(deciding(&one(&fox)), ["src/hunter.c"]);
    write(&fox, "repo/src/Makefile", "");
    assert_eq!(submission(&one(&fox)).folder, fox.join("repo/src").canonicalize().unwrap());
}

#[test]
fn a_makefile_above_several_teams_is_none_of_theirs() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "Makefile", "");
    write(folder.path(), "fox/hunter.c", "");
    write(folder.path(), "owl/src/hunter.c", "");
    let found = [place("fox", "fox", None), place("owl", "owl", Some("src"))];
    assert_eq!(places(folder.path()), found);
}

#[test]
fn a_team_with_backups_of_its_sources_is_one_submission() {
    let folder = TempDir::new().unwrap();
    for (team, beside) in [("fox", "dracula.c"), ("owl", "HunterView.c")] {
        for path in ["hunter.c", beside, "b1/hunter.c", "b2/hunter.c"] {
            write(folder.path(), &format!("{team}/{path}"), "");
        }
        assert_eq!(places(&folder.path().join(team)), [place(team, "", None)]);
    }
}

#[test]
fn what_lies_too_deep_or_beside_others_is_not_stood_for() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "fox/hunter.c", "");
    write(folder.path(), "owl/a/b/c/hunter.c", "");
    write(folder.path(), "hen/a/hunter.c", "");
    write(folder.path(), "hen/b/c/dracula.c", "");
    symlink("../fox", folder.path().join("hen/link")).unwrap();
    let found = find(folder.path()).unwrap();
    assert_eq!(found.iter().map(FoundSubmission::name).collect::<Vec<_>>(), ["fox", "hen", "owl"]);
    assert_eq!(reason(&found[1]), "it holds several submissions, such as a and b/c: keep one");
    assert!(reason(&found[2]).contains("this is not a submission"));
}

#[test]
fn a_broken_submission_that_is_stood_for_says_where_it_is() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "fox/repo/bot.toml", "protocl = 1");
    write(folder.path(), "hen/hunter.c", "");
    let found = find(folder.path()).unwrap();
    assert_eq!(found[0].name(), "fox");
    assert!(reason(&found[0]).starts_with("in repo: bot.toml:1: unknown key"), "{found:?}");
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
    assert_eq!(
        found.iter().map(FoundSubmission::name).collect::<Vec<_>>(),
        ["a", "b", "c", "d", "e"]
    );
    assert!(reason(&found[0]).contains("bot.toml:1: unknown key `protocl`"));
    assert!(reason(&found[1]).contains("this is not a submission"));
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
    let names: Vec<_> = found.iter().map(FoundSubmission::name).collect();
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
    assert_eq!(reason(&one(&folder.path().join("a"))), "bot.toml is not a regular file");
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
    assert!(find(&folder.path().join("x")).unwrap_err().to_string().contains("is not a folder"));
}

#[test]
fn sources_alone_are_no_submission_where_the_ruleset_has_no_form_of_them() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "fox/hunter.c", "");
    write(folder.path(), "fox/Makefile", "");
    let found = |name: &str| super::find(&folder.path().join(name), None).unwrap().remove(0);
    let none = "this is not a submission: it has no bot.toml, and no subfolder has";
    assert_eq!(reason(&found("fox")), none);
    write(folder.path(), "owl/bot.toml", "[course]\nyear = 2020\n");
    let unknown = "bot.toml:1: unknown key `course`: there are name, ruleset, protocol, run, ";
    assert!(reason(&found("owl")).starts_with(unknown), "{}", reason(&found("owl")));
    write(folder.path(), "owl/bot.toml", BOT);
    assert_eq!(submission(&found("owl")).name, "owl");
}
