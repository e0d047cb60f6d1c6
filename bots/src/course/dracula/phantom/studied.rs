//! `phantom` with another network, to learn from his matches.

use std::sync::Arc;

use stoker_engine::Rng;
use stoker_engine::course::{Course, DraculaMove, DraculaView};

use super::{Judge, PARAMS, Phantom};
use crate::ParamError;
use crate::course::dracula::danger::{ActiveInputs, Network};
use crate::entry::Setup;
use crate::values::Values;

/// A `phantom` whose decisions can be studied.
///
/// He plays one match, so he has to be asked for each of its moves.
pub struct StudiedPhantom(Phantom);

impl StudiedPhantom {
    /// The bot before the first turn, with a setting such as `whim=3`. Without a network, he has
    /// the one that comes with the program.
    ///
    /// # Errors
    /// If the bot does not accept the setting.
    pub fn new(
        rules: &Arc<Course>,
        setting: &str,
        network: Option<Arc<Network>>,
    ) -> Result<Self, ParamError> {
        let values = Values::parse(setting, PARAMS)?;
        let setup = Setup { game: rules, values: &values, side: Course::DRACULA, seats: 4..5 };
        let mut judge = Judge::new(&setup);
        if let Some(network) = network {
            judge.network = network;
        }
        Ok(Self(Phantom { judge, whim: values.decimal("whim") }))
    }

    /// His move, with what the network is told about it; `None` for the first, which is judged
    /// without it.
    pub fn choose(
        &mut self,
        view: &DraculaView,
        rng: &mut Rng,
    ) -> (DraculaMove, Option<ActiveInputs>) {
        let mv = self.0.decide(view, rng);
        (mv, self.0.judge.inputs(view, mv))
    }
}
