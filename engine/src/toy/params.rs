//! The constants of the rules, and the sides that follow from them.

use serde::{Deserialize, Serialize};

use crate::game::{ParameterInfo, Preset, ScoreInfo, SetupError};
use crate::seats::{Direction, Knowledge, Side};

/// The constants of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The sides.
    pub layout: Layout,
    /// Decisions of a game, from 0 to 1,200; sixes can end it earlier.
    pub decisions: u32,
}

/// An arrangement of sides and seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// One side.
    Solo,
    /// A team of two that share knowledge, and one opponent who wants a low score.
    Pair,
    /// Three identical sides.
    Three,
    /// One side against two identical sides.
    Mixed,
    /// A pair without dice.
    Still,
    /// A pair in which the lone seat begins.
    Reversed,
    /// One side of two seats that do not share knowledge.
    Partners,
}

const DECISIONS: ParameterInfo =
    ParameterInfo::number("decisions", (0, 1_200), "decisions of a game");

/// The parameters, in the order of the fields of [`Params`].
pub(super) const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::word(
        "layout",
        &["solo", "pair", "three", "mixed", "still", "reversed", "partners"],
        "which sides there are",
    ),
    DECISIONS,
];

/// A bound above every score: a move is at most 3, a die counts at most 5.
const MAX_SCORE: i32 = 9_999;

const SCORES: [&str; 3] = ["points", "points_2", "points_3"];

impl Params {
    pub(super) fn validate(&self) -> Result<(), SetupError> {
        DECISIONS.check(self.decisions.into())
    }

    /// A preset for each layout, the default first.
    pub(super) fn presets() -> Vec<Preset<Self>> {
        let preset = |name, summary, layout| Preset {
            name,
            summary,
            params: Self { layout, decisions: 12 },
        };
        vec![
            preset("toy", "a team against one", Layout::Pair),
            preset("solo", "one side", Layout::Solo),
            preset("three", "three rivals", Layout::Three),
            preset("mixed", "one against two rivals", Layout::Mixed),
            preset("still", "a team against one, without dice", Layout::Still),
            preset("reversed", "a team against one, who begins", Layout::Reversed),
            preset("partners", "two who do not share what they know", Layout::Partners),
        ]
    }
}

impl Layout {
    /// Returns true if the first seat throws a die after its moves.
    pub(super) fn has_dice(self) -> bool {
        self != Self::Still
    }

    pub(super) fn sides(self) -> Vec<Side> {
        let low = |side| Side { direction: Direction::Low, ..side };
        let scoring = |side, score| Side { score, ..side };
        match self {
            Self::Solo => vec![side("solo", "solo", &["solo"])],
            Self::Pair | Self::Still | Self::Reversed => {
                vec![side("team", "team", &["left", "right"]), low(side("lone", "lone", &["lone"]))]
            }
            Self::Three => vec![
                side("first", "each", &["a"]),
                scoring(side("second", "each", &["b"]), 1),
                scoring(side("third", "each", &["c"]), 2),
            ],
            Self::Mixed => vec![
                low(side("one", "one", &["x"])),
                scoring(side("left", "many", &["y"]), 1),
                scoring(side("right", "many", &["z"]), 2),
            ],
            Self::Partners => vec![Side {
                knowledge: Knowledge::PerSeat,
                ..side("partners", "partners", &["near", "far"])
            }],
        }
    }

    /// A score for each side. A team and its opponent share one score.
    pub(super) fn scores(self) -> Vec<ScoreInfo> {
        let count = self.sides().iter().map(|side| side.score + 1).max().unwrap_or(1);
        let range = (0, MAX_SCORE);
        let score = |&name| ScoreInfo { name, unit: "points", range, meaning: "moves and dice" };
        SCORES[..count].iter().map(score).collect()
    }
}

/// A side that shares knowledge and wants a high first score.
fn side(name: &'static str, kind: &'static str, seats: &'static [&'static str]) -> Side {
    let knowledge = Knowledge::Shared;
    Side { name, kind, seats, knowledge, score: 0, direction: Direction::High }
}
