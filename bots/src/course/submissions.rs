//! The programs that were written for the course from 2013 to 2020.

mod kit;

use stoker_engine::Game;
use stoker_engine::course::Course;

use crate::Codes;
use crate::submissions::{
    CKit, Calls, Deciding, Functions, Later, SideForm, SubmissionForm, Telling, Year,
};

/// The form of the course's programs.
pub const SUBMISSIONS: &SubmissionForm = &SubmissionForm {
    word: Course::NAME,
    sides: &[
        SideForm {
            kind: HUNTERS,
            source: "hunter.c",
            word: "hunter",
            names: &["hunter", "hunters"],
            views: &["hunterview"],
            program: "stoker-hunters",
            flags: &[],
        },
        SideForm {
            kind: DRACULA,
            source: "dracula.c",
            word: "drac",
            names: &["drac", "dracs", "dracula"],
            views: &["dracview", "draculaview"],
            program: "stoker-dracula",
            flags: &["-DI_AM_DRACULA"],
        },
    ],
    years: &[Y2013, Y2014, Y2018, Y2019, Y2020],
    known_years: "2013 to 2016, 2018, 2019 or 2020",
    telling: TELLING,
    kit: CKit {
        files: kit::FILES,
        main: "player.c",
        year: "STOKER_INTERFACE",
        library: "libstoker_course.a",
        prepares: "stoker_course_prepare",
        defines: &["main", "registerBestPlay", "register_best_play"],
        told: "`main` or `registerBestPlay`",
        replaces: &["player", "hunterplayer", "draculaplayer", "dracplayer"],
    },
};

const HUNTERS: &str = "hunters";
const DRACULA: &str = "dracula";
const BOTH: &[&str] = &[HUNTERS, DRACULA];

/// The folder of the headers that programs of every year may include.
const NOTE: &str = "note/";

const Y2013: &Year = &Year {
    name: "2013",
    span: (2013, 2013),
    sides: &[HUNTERS],
    codes: Codes::Earlier,
    headers: &["years/common/", "years/2013/", NOTE],
    functions: Functions::OfTheTeam,
};
const Y2014: &Year = &Year {
    name: "2014",
    span: (2014, 2016),
    sides: BOTH,
    codes: Codes::Earlier,
    headers: &["years/common/", "years/2014/", NOTE],
    functions: Functions::OfTheTeam,
};
const Y2018: &Year = &Year {
    name: "2018",
    span: (2018, 2018),
    sides: BOTH,
    codes: Codes::Earlier,
    headers: &["years/common/", "years/2014/", "years/2018/", NOTE],
    functions: Functions::OfTheTeam,
};
/// Before that year, `IS` was the Irish Sea.
const Y2019: &Year = &Year {
    name: "2019",
    span: (2019, 2019),
    sides: BOTH,
    codes: Codes::Today,
    headers: &["years/common/", "years/2019/", NOTE],
    functions: Functions::OfTheTeam,
};
const Y2020: &Year = &Year {
    name: "2020",
    span: (2020, 2020),
    sides: BOTH,
    codes: Codes::Today,
    headers: &["include/", NOTE],
    functions: Functions::OfTheKit,
};

/// Only these names count: students keep the `player.c` of other years, and name their own types in
/// many ways.
const TELLING: Telling = Telling {
    // Some programs have functions of their own called `decideMove`.
    deciding: &[
        Deciding { name: "decideHunterMove", side: HUNTERS, shows: None },
        Deciding { name: "decideDraculaMove", side: DRACULA, shows: None },
        Deciding { name: "decide_hunter_move", side: HUNTERS, shows: Some(Y2019) },
        Deciding { name: "decide_dracula_move", side: DRACULA, shows: Some(Y2019) },
        Deciding { name: "decideMove", side: HUNTERS, shows: Some(Y2013) },
    ],
    parameters: &[("DracView", Y2014), ("DraculaView", Y2020)],
    makers: &[
        ("hv_new", Y2019),
        ("dv_new", Y2019),
        ("HvNew", Y2020),
        ("DvNew", Y2020),
        ("newHunterView", Y2014),
        ("newDracView", Y2014),
    ],
    headers: &[
        ("hunter_view.h", Y2019),
        ("dracula_view.h", Y2019),
        ("draculaview.h", Y2020),
        ("dracview.h", Y2014),
    ],
    calls: &[
        (Calls::Exactly("giveMeTheRound"), Y2014),
        (Calls::Exactly("giveMeTheScore"), Y2014),
        (Calls::Exactly("giveMeTheTrail"), Y2014),
        (Calls::Exactly("howHealthyIs"), Y2014),
        (Calls::Exactly("lastMove"), Y2014),
        (Calls::Exactly("whatsThere"), Y2014),
        (Calls::Exactly("whereCanIgo"), Y2014),
        (Calls::Exactly("whereCanTheyGo"), Y2014),
        (Calls::Exactly("whereIs"), Y2014),
        (Calls::Exactly("whoAmI"), Y2014),
        (Calls::ThenLower("hv_"), Y2019),
        (Calls::ThenLower("dv_"), Y2019),
        (Calls::ThenUpper("Hv"), Y2020),
        (Calls::ThenUpper("Dv"), Y2020),
    ],
    weak_headers: &[("globals.h", Y2014)],
    // Flags have been `bool` since 2018.
    later: Later {
        than: Y2014,
        year: Y2018,
        parameter: "bool",
        files: &["hunterview.", "dracview.", "gameview."],
    },
    usual: Y2020,
};
