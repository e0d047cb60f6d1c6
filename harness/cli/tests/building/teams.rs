//! A small team of 2014 to 2016, whose two programs answer `LO` and `CD` if they are built right.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{Place, log, work};

const GAME: &str = "\
#ifndef GAME
#define GAME
typedef char PlayerMessage[100];
void registerBestPlay(char *play, PlayerMessage message);
#endif
";
const HUNTER_VIEW: &str = "\
#include \"Game.h\"
typedef struct hunterView *HunterView;
HunterView newHunterView(char *plays, PlayerMessage messages[]);
void disposeHunterView(HunterView view);
int whereIs(HunterView view);
";
const HUNTER_VIEW_C: &str = "\
#include <stdlib.h>
#include \"HunterView.h\"
struct hunterView { char *name; };
HunterView newHunterView(char *plays, PlayerMessage messages[]) {
    HunterView view = malloc(sizeof *view);
    view->name = \"hunters\";
    return view;
}
void disposeHunterView(HunterView view) { free(view); }
int whereIs(HunterView view) { return view->name[0] == 'h'; }
";
const HUNTER: &str = "\
#include \"HunterView.h\"
void decideHunterMove(HunterView view) {
    registerBestPlay(whereIs(view) ? \"LO\" : \"ZZ\", \"\");
}
";
const DRAC_VIEW: &str = "\
#include \"Game.h\"
typedef struct dracView *DracView;
DracView newDracView(char *plays, PlayerMessage messages[]);
void disposeDracView(DracView view);
int whereIs(DracView view);
";
/// As in the course, both views have functions of one name, and structures of their own.
const DRAC_VIEW_C: &str = "\
#include <stdlib.h>
#include \"DracView.h\"
struct dracView { long moves; char *name; };
DracView newDracView(char *plays, PlayerMessage messages[]) {
    DracView view = calloc(1, sizeof *view);
    view->name = \"dracula\";
    return view;
}
void disposeDracView(DracView view) { free(view); }
int whereIs(DracView view) { return view->name[0] == 'd'; }
";
const DRACULA: &str = "\
#include \"DracView.h\"
void decideDraculaMove(DracView view) {
    registerBestPlay(whereIs(view) ? \"CD\" : \"ZZ\", \"\");
}
";
/// The course's own `main`, more or less.
const PLAYER: &str = "\
#include <stdio.h>
#include \"Game.h\"
void registerBestPlay(char *play, PlayerMessage message) { puts(play); }
int main(void) { puts(\"the wrong main\"); return 9; }
";

/// A team without a Dracula whose hunters do this in a turn.
pub(crate) fn team_that(place: &Place, name: &str, act: &str) {
    let write = |file: &str, text: &str| place.write(&format!("subs/{name}/{file}"), text);
    write("Game.h", GAME);
    write("HunterView.h", HUNTER_VIEW);
    write("HunterView.c", HUNTER_VIEW_C);
    let headers = ["alloca", "assert", "signal", "stdio", "stdlib", "unistd"];
    let headers = headers.map(|header| format!("#include <{header}.h>\n")).concat();
    let decide = format!("void decideHunterMove(HunterView view) {{\n{act}\n}}\n");
    write("hunter.c", &format!("{headers}#include \"HunterView.h\"\n{decide}"));
}

/// A team in `subs/team`.
pub(crate) struct Team(pub(crate) Place);

impl Team {
    /// Hunters and Dracula, without a Makefile.
    pub(crate) fn new() -> Self {
        let team = Self::of_hunters();
        for (name, text) in [
            ("DracView.h", DRAC_VIEW),
            ("DracView.c", DRAC_VIEW_C),
            ("dracula.c", DRACULA),
            ("player.c", PLAYER),
        ] {
            team.write(name, text);
        }
        team
    }

    /// Hunters only, without a Makefile.
    pub(crate) fn of_hunters() -> Self {
        let team = Self(Place::new());
        for (name, text) in [
            ("Game.h", GAME),
            ("HunterView.h", HUNTER_VIEW),
            ("HunterView.c", HUNTER_VIEW_C),
            ("hunter.c", HUNTER),
        ] {
            team.write(name, text);
        }
        team
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        self.0.write(&format!("subs/team/{name}"), text);
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path(&format!("subs/team/{name}"))
    }

    pub(crate) fn makefile(self, text: &str) -> Self {
        self.write("Makefile", text);
        self
    }

    /// The result of its build.
    pub(crate) fn build(&self) -> Value {
        self.0.build("subs/team").0.remove(0)
    }

    /// Builds it, and has both programs play a turn, which they only do right if they are built
    /// right.
    pub(crate) fn plays(&self) -> Value {
        let row = self.build();
        assert_eq!(
            row["sides"],
            serde_json::json!(["dracula", "hunters"]),
            "{row:#}\n{}",
            log(&row)
        );
        assert_eq!(
            (move_of(&row, "hunters"), move_of(&row, "dracula")),
            ("LO".into(), "CD".into())
        );
        row
    }

    /// The same for the hunters alone.
    pub(crate) fn hunters_play(&self) -> Value {
        let row = self.build();
        assert_eq!(row["sides"], serde_json::json!(["hunters"]), "{row:#}");
        assert_eq!(move_of(&row, "hunters"), "LO");
        row
    }
}

/// The parts of a side.
pub(crate) fn made_of<'r>(row: &'r Value, side: &str) -> &'r Value {
    &row["course"]["made_of"][side]
}

pub(crate) fn files(row: &Value, side: &str) -> String {
    words(&made_of(row, side)["files"])
}

pub(crate) fn flags(row: &Value, side: &str) -> String {
    words(&made_of(row, side)["flags"])
}

pub(crate) fn how(row: &Value, side: &str) -> String {
    made_of(row, side)["how"].as_str().unwrap().to_owned()
}

/// The reason why a side was not built.
pub(crate) fn failure(row: &Value, side: &str) -> String {
    let failed = row["failed"][side].as_str().unwrap_or_else(|| panic!("{row:#}"));
    failed.trim_start_matches("build failed: ").to_owned()
}

fn words(list: &Value) -> String {
    let words: Vec<&str> =
        list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    words.join(" ")
}

/// The move of a built side in its first turn, or its other output if it makes none.
pub(crate) fn move_of(row: &Value, side: &str) -> String {
    let program = work(row).join(format!("stoker-{side}"));
    let said = answer(&program, "[]");
    let reply: Option<Value> = serde_json::from_str(&said).ok();
    reply.and_then(|reply| Some(reply["move"].as_str()?.to_owned())).unwrap_or(said)
}

/// The answer of a program in a first turn with these messages.
pub(crate) fn answer(program: &Path, messages: &str) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let input = format!(r#"{{"past_plays": "", "messages": {messages}}}"#);
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}
