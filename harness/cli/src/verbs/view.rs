//! `stoker view`: shows the position of a text in a ruleset's notation.

mod believed;

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, ensure};
use stoker_bots::{Believed, PlacedGame, Ruleset};
use stoker_engine::Game;

use super::position::{placed, ruleset_of};
use super::setup::{RulesWanted, configure};
use crate::arguments::verify::ReplayRules;
use crate::arguments::view::ViewArgs;
use crate::registry::Registry;
use crate::terminal::io::{CommandExit, Io, not_text, print_json};
use crate::terminal::scene::{ScenePainter, StreamFormat};
use crate::terminal::viewpoint::{ALL, Viewpoint};

/// The longest text that is read, in bytes.
const MOST: u64 = 1 << 20;

pub(crate) fn view(
    registry: &Registry,
    args: &ViewArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let text = match (&args.position, args.past_plays.as_deref()) {
        (Some(file), _) => {
            let ruleset = ruleset_of(registry, file, args.rules.named.ruleset.as_deref())?;
            let shown = ruleset.view_position(file, args, StreamFormat::of(io.out_to))?;
            writeln!(io.out, "{}", shown.trim_end())?;
            return Ok(CommandExit::Done);
        }
        (None, None | Some("-")) => standard_input()?,
        (None, Some(text)) => text.to_owned(),
    };
    let params = args.rules.params()?;
    let (preset, files) = (args.rules.named.preset.as_deref(), args.rules.files.files());
    let source = ReplayRules { preset, params: &params, files };
    let ruleset = registry.find(args.rules.named.ruleset.as_deref())?;
    let believed = || ruleset.belief(&text, source);
    if args.json {
        print_json(io.out, &believed::json_of(&believed()?))?;
        return Ok(CommandExit::Done);
    }
    let mut shown = ruleset.view(&text, source, StreamFormat::of(io.out_to))?;
    if args.belief {
        shown = format!("{}\n\n{}", shown.trim_end(), believed::text(&believed()?, io.out_to));
    }
    writeln!(io.out, "{}", shown.trim_end())?;
    Ok(CommandExit::Done)
}

/// The verb, once the ruleset is known.
pub(crate) fn draw_view<G: Game>(
    ruleset: &Ruleset<G>,
    text: &str,
    source: ReplayRules<'_>,
    stream_format: StreamFormat,
) -> anyhow::Result<String> {
    let hooks = ruleset.notation_hook().zip(ruleset.scenes_hook());
    let (read, scenes) =
        hooks.with_context(|| format!("ruleset `{}` has no notation of positions", G::NAME))?;
    let game = game::<G>(source)?;
    let scene = read(&game, text).map_err(of_plays)?;
    Ok(ScenePainter::new((scenes.scenery)(&game), stream_format).drawn(&scene))
}

/// The position in a file, once the ruleset is known.
pub(crate) fn draw_position<G: Game>(
    ruleset: &Ruleset<G>,
    file: &Path,
    args: &ViewArgs,
    stream_format: StreamFormat,
) -> anyhow::Result<String> {
    let PlacedGame { rules, state } = placed(ruleset, file, &args.rules)?;
    let view = Some(args.view.as_deref().unwrap_or(ALL));
    match Viewpoint::open(ruleset, &*rules, view, stream_format)? {
        Some(mut viewpoint) => {
            let scene = viewpoint.scene(&rules, &state);
            Ok(viewpoint.painter.drawn(&scene))
        }
        None => {
            let mut board = String::new();
            rules.write_board(&state, &mut board)?;
            Ok(board)
        }
    }
}

/// The belief, once the ruleset is known.
pub(crate) fn belief<G: Game>(
    ruleset: &Ruleset<G>,
    text: &str,
    source: ReplayRules<'_>,
) -> anyhow::Result<Believed> {
    let read = ruleset
        .belief_hook()
        .with_context(|| format!("ruleset `{}` has no model of beliefs", G::NAME))?;
    read(&*game::<G>(source)?, text).map_err(of_plays)
}

fn game<G: Game>(source: ReplayRules<'_>) -> anyhow::Result<Arc<G>> {
    let ReplayRules { preset, params, files } = source;
    let wanted = RulesWanted { preset, files, params };
    Ok(configure::<G>(wanted)?.game)
}

#[expect(clippy::needless_pass_by_value, reason = "it is mapped over errors")]
fn of_plays(error: String) -> anyhow::Error {
    anyhow!("past plays: {error}")
}

fn standard_input() -> anyhow::Result<String> {
    let mut text = String::new();
    std::io::stdin()
        .take(MOST + 1)
        .read_to_string(&mut text)
        .map_err(not_text)
        .context("standard input")?;
    ensure!(text.len() as u64 <= MOST, "standard input has more than {MOST} bytes");
    Ok(text)
}
