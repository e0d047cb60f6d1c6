//! `stoker maps`: lists the maps.

use serde_json::{Map, to_value};

use crate::arguments::maps::MapsArgs;
use crate::registry::{AnyRuleset, Registry};
use crate::terminal::io::{CommandExit, Io, print_json};
use crate::terminal::show::{Output, align_right, table, text_of};

pub(crate) fn maps(
    registry: &Registry,
    args: &MapsArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let infos = registry.rulesets().map(AnyRuleset::info).collect::<anyhow::Result<Vec<_>>>()?;
    if args.json.output() == Output::Json {
        let entries = infos.iter().map(|info| Ok((info.name.to_owned(), to_value(&info.maps)?)));
        print_json(io.out, &entries.collect::<Result<Map<_, _>, serde_json::Error>>()?.into())?;
        return Ok(CommandExit::Done);
    }
    let mut maps = table(&["map", "title", "of ruleset", "places", "seas"], io.out_to);
    for info in &infos {
        for map in &info.maps {
            let (places, seas) = (map.places.to_string(), map.seas.to_string());
            maps.add_row([map.name, map.title.as_str(), info.name, &places, &seas]);
        }
    }
    align_right(&mut maps, &[0, 1, 2]);
    io.out.write_all(text_of(&maps).as_bytes())?;
    Ok(CommandExit::Done)
}
