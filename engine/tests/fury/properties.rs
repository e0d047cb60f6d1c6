//! Properties of every game, tried on random games of every preset.

use stoker_engine::Game as _;
use stoker_engine::fury::{Fury, State};
use stoker_engine::map::BuiltinMap;

use crate::common::play::Played;
use crate::common::properties::{self, nonsense_never_panics};

impl Played for Fury {
    const GAMES: u64 = 20;

    fn setups() -> Vec<Self> {
        let map = BuiltinMap::FURY.load();
        let presets = Self::presets().into_iter();
        presets.map(|preset| Self::with(preset.params, map.clone()).unwrap()).collect()
    }

    fn same(one: &State, other: &State) -> bool {
        format!("{one:?}") == format!("{other:?}")
    }
}

properties::hold!(Fury);

#[test]
fn nonsense_in_views_and_events_never_panics() {
    nonsense_never_panics(|rules: &Fury, view, _| drop(rules.scene(view)));
}
