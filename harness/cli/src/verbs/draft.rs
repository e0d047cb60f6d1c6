//! From a configuration to a plan.

mod recorded;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::field::HeldOut;
use stoker_bots::{BotEntry, Ruleset, remedy};
use stoker_engine::{Game, Seed, Sides};
use stoker_external::build::{Again, Kit, Store, Workbench};
use stoker_external::prepare::{Prepared, Terms, prepare};
use stoker_external::spec::{PERSON, Spec, What};
use stoker_external::{Conditions, Program};
use stoker_stats::sprt::{TestQuestion, usual_max_pairs};
use stoker_tournament::data_hash::data_hash;
use stoker_tournament::entrant::{BotSource, Entrant, Values, builtin};
use stoker_tournament::map_id::MapId;
use stoker_tournament::plan::{
    Compared, Draft, Format, FormatAsked, Games, Keep, Meetings, Plan, Schedule, ScheduleAsked,
    draws_by_default,
};
use stoker_tournament::referee::RefereeSettings;
use stoker_tournament::starts::{Beginning, Starts};

use super::external::{check_typed, conditions};
use super::setup::{RulesWanted, configure, configure_on, find_files};
use super::sweep::swept;
use crate::arguments::config::{Entrants, LeagueConfig, ProgramSearch, RecordedEntrants};
use crate::arguments::rules::GameFiles;
use crate::terminal::interrupt::stop_flag;

/// The default number of matches per pairing.
pub(crate) const MATCHES: u64 = 100;
/// The default seed.
pub(crate) const SEED: Seed = Seed(1);
/// The records that are kept by default.
pub(crate) const RECORDS: Keep = Keep::Sample(100);

/// Resolves a configuration. Missing values have their defaults.
///
/// An error that the configuration's file alone causes names that file.
pub(crate) fn draft<G: Game>(
    ruleset: &Ruleset<G>,
    config: &LeagueConfig,
) -> anyhow::Result<Draft<G>> {
    let map = config.files.map.as_deref().or_else(|| map_of_run::<G>(config));
    let files = GameFiles { map, data: config.files.data.as_deref() };
    let wanted =
        RulesWanted { preset: config.rules.preset.as_deref(), files, params: &config.params };
    let found = of_file(config, |c| c.files.clone(), find_files::<G>(files))?;
    let rules = |c: &LeagueConfig| (c.rules.preset.clone(), c.params.clone());
    let configured = of_file(config, rules, configure_on::<G>(wanted, found))?;
    of_file(config, |c| c.files.map.clone(), check_map::<G>(config, &configured.game))?;
    of_file(config, |c| c.files.data.clone(), check_data::<G>(config, &configured.game))?;
    check_typed(config, &programs(ruleset, config))?;
    let mut conditions = of_file(config, |c| (c.limits, c.programs.still), conditions(config))?;
    let game = &configured.game;
    let entrants = match &config.entrants {
        Entrants::Named(specs) => {
            let found = entrants(ruleset, game, specs, config.compare, &conditions);
            of_file(config, |c| c.entrants.clone(), found)?
        }
        Entrants::WithPeople(specs) => with_people(ruleset, game, specs, &conditions)?,
        Entrants::Recorded(recorded) => {
            let (entrants, changed) = recorded::entrants(ruleset, game, recorded, &conditions)?;
            conditions.changed = changed;
            entrants
        }
    };
    if !config.sweep.vary.is_empty() {
        refuse_held_out(ruleset, &entrants)?;
    }
    let external = entrants.iter().any(|entrant| matches!(entrant.source, BotSource::External(_)));
    let own = entrants.iter().any(|entrant| match &entrant.source {
        BotSource::Builtin(bot, _) => !ruleset.came_with_stoker(bot),
        BotSource::External(_) | BotSource::Person => false,
    });
    let schedule = schedule(config, wanted, game, &entrants)?;
    let matches = config.pairings.matches.unwrap_or_else(|| match config.compare {
        Some(question) => usual_max_pairs(question.effect, Compared::usual_results(&**game)),
        None => MATCHES,
    });
    Ok(Draft {
        version: crate::VERSION,
        program: own.then(program).transpose()?,
        starts: Beginning::of(config.play.starts, configured.game.sides(), &entrants).starts,
        game: configured.game,
        preset: configured.preset.map(str::to_owned),
        schedule,
        entrants,
        matches,
        games: of_file(config, |c| c.pairings.games, games(config))?,
        seed: config.play.seed.unwrap_or(SEED),
        keep: config.play.records.unwrap_or(RECORDS),
        policy: config.play.fault_policy.unwrap_or_default(),
        conditions: external.then_some(conditions),
    })
}

fn games(config: &LeagueConfig) -> anyhow::Result<Games> {
    Ok(config.pairings.games.map_or(Ok(Games::ONE), Games::new)?)
}

/// Resolves the pairings, the settings, and the part of the plan that is played.
fn schedule<G: Game>(
    config: &LeagueConfig,
    wanted: RulesWanted<'_>,
    game: &Arc<G>,
    entrants: &[Entrant<G>],
) -> anyhow::Result<Schedule<G>> {
    let seed = config.play.seed.unwrap_or(SEED);
    let sweep = |c: &LeagueConfig| (c.sweep.clone(), c.entrants.clone(), c.params.clone());
    let swept = of_file(config, sweep, swept(config, wanted, game, entrants, seed))?;
    let meetings = |c: &LeagueConfig| (c.pairings.format.clone(), c.entrants.clone());
    let format = match config.compare {
        Some(question) => FormatAsked::Compare(question),
        None => {
            let usual = usual_format(game.sides(), entrants, swept.as_ref());
            let asked = config.pairings.format.as_ref().unwrap_or(&usual);
            of_file(config, meetings, format(asked, entrants))?
        }
    };
    let (shard, until_interval) = (config.shard, config.pairings.until_interval);
    Ok(ScheduleAsked { format, swept, shard, until_interval }.check()?)
}

/// Refuses a map that differs from that of the recorded run, unless a map was named.
fn check_map<G: Game>(config: &LeagueConfig, game: &G) -> anyhow::Result<()> {
    if let (Some(hash), Some(map)) = (&config.map_hash, game.map().map(MapId::of)) {
        ensure!(
            config.files.map.is_some() || *hash == map.hash,
            "that run was not played on the map `{}`: give it with --map FILE",
            map.name
        );
    }
    Ok(())
}

/// Refuses data that differ from those of the recorded run, unless a file was named.
fn check_data<G: Game>(config: &LeagueConfig, game: &G) -> anyhow::Result<()> {
    if let (Some(hash), Some(own)) = (&config.data_hash, data_hash(game)) {
        ensure!(
            config.files.data.is_some() || *hash == own,
            "that run was played with other data (hash {hash}), which is not built in: give \
             its file with --data FILE"
        );
    }
    Ok(())
}

/// Names the configuration's file in an error, if only the file's values led to it.
fn of_file<T, K: PartialEq>(
    config: &LeagueConfig,
    read: impl Fn(&LeagueConfig) -> K,
    found: anyhow::Result<T>,
) -> anyhow::Result<T> {
    found.map_err(|error| match config.file.as_deref() {
        Some((path, alone)) if read(alone) == read(config) => {
            error.context(path.display().to_string())
        }
        Some(_) | None => error,
    })
}

/// The conditions of matches that no plan lists.
pub(crate) struct MatchGround<G> {
    pub(crate) game: Arc<G>,
    pub(crate) referee_settings: RefereeSettings,
    pub(crate) seed: Seed,
}

/// Resolves the game, the house and the seed of a configuration. By default, matches start at
/// random.
pub(crate) fn ground<G: Game>(config: &LeagueConfig) -> anyhow::Result<MatchGround<G>> {
    let LeagueConfig { rules, files, params, .. } = config;
    let (preset, files) = (rules.preset.as_deref(), files.files());
    let game = configure(RulesWanted { preset, files, params })?.game;
    let starts = config.play.starts.unwrap_or(Starts::Random);
    let policy = config.play.fault_policy.unwrap_or_default();
    let seed = config.play.seed.unwrap_or(SEED);
    Ok(MatchGround { game, referee_settings: RefereeSettings { starts, policy, slot: 0 }, seed })
}

/// The external programs that are about to be run, as they were typed.
fn programs<G: Game>(ruleset: &Ruleset<G>, config: &LeagueConfig) -> Vec<String> {
    match &config.entrants {
        Entrants::Recorded(RecordedEntrants { look: ProgramSearch::Nowhere, .. }) => vec![],
        Entrants::Recorded(RecordedEntrants { rows, .. }) => {
            rows.iter().filter(|row| row.hash.is_some()).map(|row| row.spec.clone()).collect()
        }
        Entrants::Named(specs) | Entrants::WithPeople(specs) => {
            let is_outside = |spec: &&Spec| {
                let what = or_folder(ruleset, spec.what.clone());
                matches!(what, What::Folder(_) | What::Command(..))
            };
            specs.iter().filter(is_outside).map(ToString::to_string).collect()
        }
    }
}

/// The bots that do not search.
pub(super) fn quick<G: Game>(ruleset: &Ruleset<G>) -> Vec<Spec> {
    let quick = ruleset.bots().iter().filter(|bot| !bot.searches);
    quick.map(|bot| Spec::of_bot(bot.name)).collect()
}

/// The entrants that were named, or the bots that do not search if none was named.
fn entrants<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    specs: &[Spec],
    compare: Option<TestQuestion>,
    conditions: &Conditions,
) -> anyhow::Result<Vec<Entrant<G>>> {
    let named = if specs.is_empty() { quick(ruleset) } else { specs.to_vec() };
    let lists = named.iter().enumerate().map(|(place, spec)| {
        // Each of the two bots compared is a single one; their opponents may come in folders.
        match compare.is_some() && place < 2 {
            true => Ok(vec![entrant(ruleset, game, spec, conditions)?]),
            false => entrants_of(ruleset, game, spec, conditions),
        }
    });
    let lists: anyhow::Result<Vec<_>> = lists.collect();
    Ok(lists?.into_iter().flatten().collect())
}

/// The entrants that were named, people among them.
fn with_people<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    specs: &[Spec],
    conditions: &Conditions,
) -> anyhow::Result<Vec<Entrant<G>>> {
    let lists = specs.iter().map(|spec| match spec {
        Spec { side, name, what: What::Person } => {
            let name = name.as_deref().unwrap_or(PERSON).to_owned();
            Ok(vec![Entrant::person(name, side.clone())])
        }
        spec => entrants_of(ruleset, game, spec, conditions),
    });
    let lists: anyhow::Result<Vec<_>> = lists.collect();
    Ok(lists?.into_iter().flatten().collect())
}

/// The embedded map that a run was played on.
pub(super) fn map_of_run<G: Game>(config: &LeagueConfig) -> Option<&'static str> {
    let hash = config.map_hash.as_deref()?;
    G::MAPS.iter().find(|map| MapId::of(&map.load()).hash == hash).map(|map| map.name)
}

/// A hash of the executable, which identifies bots that did not come with stoker.
#[expect(clippy::disallowed_methods, reason = "the executable of stoker itself")]
fn program() -> anyhow::Result<String> {
    let path = std::env::current_exe().context("cannot find the file of this program")?;
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(blake3::hash(&bytes).to_hex()[..32].to_owned())
}

/// The entrant that a spec names.
pub(crate) fn entrant<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    spec: &Spec,
    conditions: &Conditions,
) -> anyhow::Result<Entrant<G>> {
    let mut entrants = entrants_of(ruleset, game, spec, conditions)?;
    let count = entrants.len();
    match (entrants.pop(), count) {
        (Some(entrant), 1) => Ok(entrant),
        _ => bail!("`{spec}` names {count} entrants: name one of them"),
    }
}

/// The folder of this name, if there is one and no bot has the name.
#[expect(clippy::disallowed_methods, reason = "nothing is opened")]
fn or_folder<G: Game>(ruleset: &Ruleset<G>, what: What) -> What {
    match what {
        What::Builtin { bot, params }
            if params.is_empty()
                && ruleset.nameable().iter().all(|entry| entry.name != bot)
                && ruleset.field_group(&bot).is_none()
                && Path::new(&bot).is_dir() =>
        {
            What::Folder(format!("./{bot}"))
        }
        what @ (What::Builtin { .. } | What::Folder(_) | What::Command(..) | What::Person) => what,
    }
}

/// The entrants that a spec names: several, if it is a folder of submissions or a group of the
/// field.
pub(crate) fn entrants_of<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    spec: &Spec,
    conditions: &Conditions,
) -> anyhow::Result<Vec<Entrant<G>>> {
    let Spec { side, name, what } = spec.clone();
    let what = or_folder(ruleset, what);
    ensure!(
        what != What::Person,
        "`{spec}` is a person: people enter a league of `stoker play --league DIR`; without one, \
         `stoker play` lets them play the sides that are not named"
    );
    if let What::Builtin { bot, params } = &what {
        if let Some(group) = ruleset.field_group(bot) {
            return field_entrants(game, spec, &group);
        }
        if ruleset.references_hook().iter().any(|two| two.omniscient.name == bot) {
            bail!("`{bot}` is told the hidden state: only `stoker gauge` plays it");
        }
        let (source, spec) = builtin(bot, params, &ruleset.nameable())?;
        let name = name.unwrap_or_else(|| spec.clone());
        ensure!(
            name == spec || ruleset.may_be_fitted_against(bot).is_ok(),
            "`{spec}` cannot be called `{name}`: `stoker fit` knows the records of held-out bots \
             by their names"
        );
        return Ok(vec![Entrant { name, spec, side, source, unfit: vec![] }]);
    }
    let entrants = prepared_entrants(ruleset, game, &what, name.as_deref(), conditions)?;
    Ok(entrants.into_iter().map(|entrant| restricted(game, entrant, side.clone())).collect())
}

/// The entrants of a group of the field. If a side is named, they are those that play it.
fn field_entrants<G: Game>(
    game: &G,
    spec: &Spec,
    group: &[BotEntry<G>],
) -> anyhow::Result<Vec<Entrant<G>>> {
    let Spec { side, name, what } = spec;
    let plain = matches!(what, What::Builtin { params, .. } if params.is_empty());
    ensure!(name.is_none() && plain, "`{spec}` is a group of bots: give no name or parameters");
    let mut sides = game.sides().list().iter();
    let kind = side.as_ref().map(|name| {
        let found = sides.find(|side| side.name == name || side.kind == name);
        found.map_or(name.as_str(), |side| side.kind)
    });
    let plays = |bot: &&BotEntry<G>| kind.is_none_or(|kind| bot.sides.contains(&kind));
    let entrants = group.iter().filter(plays).map(|bot| Entrant {
        name: bot.name.to_owned(),
        spec: bot.name.to_owned(),
        side: side.clone(),
        source: BotSource::Builtin(*bot, Values::defaults(bot.params)),
        unfit: vec![],
    });
    let entrants: Vec<_> = entrants.collect();
    ensure!(!entrants.is_empty(), "`{spec}`: no bot of the field plays that side");
    Ok(entrants)
}

/// Refuses entrants of the held-out half of the field, for commands that fit bots.
pub(super) fn refuse_held_out<G: Game>(
    ruleset: &Ruleset<G>,
    entrants: &[Entrant<G>],
) -> Result<(), HeldOut> {
    entrants.iter().try_for_each(|entrant| match &entrant.source {
        BotSource::Builtin(bot, _) => ruleset.may_be_fitted_against(bot.name),
        BotSource::External(_) | BotSource::Person => Ok(()),
    })
}

/// An entrant restricted to one kind of side, if one is named. Reasons why it cannot play other
/// sides are dropped.
fn restricted<G: Game>(game: &G, mut entrant: Entrant<G>, side: Option<String>) -> Entrant<G> {
    if let Some(name) = &side {
        let mut sides = game.sides().list().iter();
        // A match names a side, a league a kind of side.
        let kind = sides.find(|side| side.name == name || side.kind == name);
        entrant.unfit.retain(|unfit| kind.is_some_and(|side| side.kind == unfit.side));
    }
    Entrant { side, ..entrant }
}

/// External programs, on every side that they can play, with a name if one was given.
fn prepared_entrants<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    what: &What,
    called: Option<&str>,
    conditions: &Conditions,
) -> anyhow::Result<Vec<Entrant<G>>> {
    let kinds: Vec<_> = game.sides().kinds().collect();
    let terms = Terms { ruleset: G::NAME, kinds: &kinds, form: ruleset.submission_form() };
    let prepared = prepare(what, terms, conditions.limits, &workbench(ruleset, conditions)?)?;
    if let (Some(name), 2..) = (called, prepared.len()) {
        bail!("{} submissions cannot all be called `{name}`: leave the name out", prepared.len());
    }
    let prepared = prepared.into_iter();
    prepared.map(|prepared| seated(ruleset, prepared, called, conditions)).collect()
}

/// An entrant of a prepared program, with a name if one was given.
fn seated<G: Game>(
    ruleset: &Ruleset<G>,
    prepared: Prepared,
    called: Option<&str>,
    conditions: &Conditions,
) -> anyhow::Result<Entrant<G>> {
    let Prepared { name: own, spec, runnable, unfit, inside: _, built: _ } = prepared;
    let name = called.map_or(own, str::to_owned);
    let setting = Arc::clone(&conditions.sandbox_options);
    let program = Program::new(&name, runnable, ruleset.plays_form_hook(), setting)?;
    let source = BotSource::External(Arc::new(program));
    Ok(Entrant { name, spec, side: None, source, unfit })
}

/// The tools that build submissions.
fn workbench<'c, G: Game>(
    ruleset: &Ruleset<G>,
    conditions: &'c Conditions,
) -> anyhow::Result<Workbench<'c>> {
    Ok(Workbench {
        sandbox_options: &conditions.sandbox_options,
        store: Store::own()?,
        kit: ruleset.submission_form().map(Kit::own),
        again: Again::IfChanged,
        slot: 0,
        wall: Workbench::WALL,
        stop: stop_flag(),
    })
}

/// The format if none is asked for. The lineups of rivals are drawn, except in a sweep, which plays
/// the same in every setting.
fn usual_format<G: Game, S>(sides: &Sides, entrants: &[Entrant<G>], swept: Option<&S>) -> Format {
    match swept.is_none() && draws_by_default(sides, entrants) {
        true => Format::Lineups,
        false => Format::RoundRobin,
    }
}

/// The format of a plan if none had been asked for.
pub(crate) fn usual_format_of<G: Game>(plan: &Plan<G>) -> Format {
    usual_format(plan.game().sides(), plan.entrants(), plan.swept())
}

fn format<G: Game>(asked: &Format, entrants: &[Entrant<G>]) -> anyhow::Result<FormatAsked> {
    Ok(match asked {
        Format::RoundRobin => FormatAsked::League(Meetings::RoundRobin),
        Format::Lineups => FormatAsked::League(Meetings::Lineups),
        Format::Gauntlet(name) => FormatAsked::League(Meetings::Gauntlet(named(name, entrants)?)),
        Format::Ladder(rungs) => FormatAsked::Ladder(*rungs),
    })
}

/// The entrant of this name, or typed like this.
fn named<G: Game>(name: &str, entrants: &[Entrant<G>]) -> anyhow::Result<usize> {
    if let Some(exact) = entrants.iter().position(|entrant| entrant.typed() == name) {
        return Ok(exact);
    }
    let so_called = |entrant: &&Entrant<G>| entrant.name == name || entrant.spec == name;
    match entrants.iter().filter(so_called).count() {
        0 => {
            let names = entrants.iter().map(|entrant| entrant.name.as_str());
            bail!("no entrant is called `{name}`: {}", remedy(name, names))
        }
        1 => Ok(entrants.iter().position(|entrant| so_called(&entrant)).unwrap_or(0)),
        _ => bail!("several entrants are called `{name}`: write its side too, as in SIDE={name}"),
    }
}
