//! Bots that play the same for every seed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stoker_engine::{Chance, Choice, Game, Seed, SideId, Turn};
use stoker_external::contract::waiting::Waiting;

use crate::entrant::{BotSource, Entrant};
use crate::plan::Plan;
use crate::referee::player::{Occasion, SeatedBot};
use crate::referee::{AnswerTiming, KeptNotes, Seated};
use crate::starts::Starts;

/// The number of decisions of a bot that are compared.
const DECISIONS: usize = 40;
/// The time after which no more decisions are asked for.
const LONGEST: Duration = Duration::from_secs(1);
/// The seeds of the two games that are compared.
const SEEDS: [Seed; 2] = [Seed(0x7374_6561_6479), Seed(0x7374_6561_647a)];

/// The entrants that played the same twice, in a plan whose matches begin free.
///
/// This is a guess: a bot that uses its generator only late in a game looks steady, and so does
/// such a program in a rehearsal of a few turns.
#[derive(Debug)]
pub struct Steady {
    /// By entrant, then kind of side: true if it played the same twice.
    entrants: Vec<Vec<bool>>,
    kinds: Vec<&'static str>,
}

impl Steady {
    /// Tries the entrants of a plan; programs have been rehearsed before.
    pub fn find<G: Game>(plan: &Plan<G>) -> Self {
        let kinds: Vec<_> = plan.game().sides().kinds().collect();
        let is_steady = |entrant: &Entrant<G>, kind: &&'static str| {
            let seen = plan.conditions().map_or(&[][..], |conditions| &conditions.changeable);
            plan.starts() == Starts::Free
                && entrant.plays(kind)
                && is_steady(plan.game(), entrant, kind, seen)
        };
        let of = |entrant| kinds.iter().map(|kind| is_steady(entrant, kind)).collect();
        Self { entrants: plan.entrants().iter().map(of).collect(), kinds }
    }

    /// True if a pairing is likely to repeat one game.
    pub fn repeats<G: Game>(&self, plan: &Plan<G>, pairing: usize) -> bool {
        let sides = plan.game().sides().list();
        let entrants = plan.pairings()[pairing].entrants();
        sides.iter().zip(entrants).all(|(side, &entrant)| {
            let kind = self.kinds.iter().position(|kind| *kind == side.kind);
            kind.is_some_and(|kind| self.entrants[entrant][kind])
        })
    }

    /// True if all pairings are likely to repeat one game each.
    pub fn all_repeat<G: Game>(&self, plan: &Plan<G>) -> bool {
        plan.may_repeat() && (0..plan.pairings().len()).all(|pairing| self.repeats(plan, pairing))
    }
}

/// True if a player played a kind of side in the same way twice. `changeable` are the programs that
/// did not do so in a rehearsal.
pub fn is_steady<'e, G: Game>(
    game: &Arc<G>,
    player: impl Into<Seated<'e, G>>,
    kind: &str,
    changeable: &[String],
) -> bool {
    match player.into() {
        Seated::Entrant(Entrant { name, source: BotSource::External(_), .. }) => {
            !changeable.contains(name)
        }
        Seated::Entrant(Entrant { source: BotSource::Person, .. }) => false,
        player @ (Seated::Entrant(Entrant { source: BotSource::Builtin(..), .. })
        | Seated::Seer(_)) => {
            let side = game.sides().iter().find(|(_, side)| side.kind == kind);
            side.is_some_and(|(side, _)| plays_alike(game, player, side))
        }
    }
}

/// True if a built-in bot makes the same choices with two seeds, in a game without chance.
fn plays_alike<G: Game>(game: &Arc<G>, player: Seated<'_, G>, side: SideId) -> bool {
    let [one, other] = SEEDS.map(|seed| choices(game, player, side, seed));
    let (Some(one), Some(other)) = (one, other) else { return false };
    one.iter().zip(&other).all(|(one, other)| one == other)
}

/// The choices of a bot against default moves; `None` if the rules draw anything, or the bot fails.
fn choices<G: Game>(
    game: &Arc<G>,
    who: Seated<'_, G>,
    side: SideId,
    seed: Seed,
) -> Option<Vec<String>> {
    let began = Instant::now();
    let mut state = game.start(Chance::seeded(SEEDS[0]));
    let viewers = game.sides().viewers().iter().enumerate();
    let own = viewers.filter(|(_, viewer)| viewer.side == side).map(|(number, _)| number);
    if !game.chance(&state).drawn().is_empty() {
        return None;
    }
    let mut players = vec![];
    for viewer in own {
        let (waiting, notes) = (&Waiting::default(), KeptNotes::None);
        let occasion = Occasion { seed, slot: 0, waiting, notes };
        let (player, crash) = SeatedBot::seat(game, occasion, viewer, who, &state);
        if crash.is_some() {
            return None;
        }
        players.push(player);
    }
    let mut chosen = vec![];
    while chosen.len() < DECISIONS
        && began.elapsed() < LONGEST
        && let Turn::ToMove(seat) = game.turn(&state)
    {
        let asked = players.iter_mut().find(|player| player.seats().contains(&seat.0));
        let choice = match asked.filter(|_| game.forced_move(&state).is_none()) {
            None => game.unasked_choice(&mut state),
            Some(player) => {
                let choice = player.choose(&state, seat, AnswerTiming::Off).0.ok()?;
                chosen.push(text(&**game, &choice));
                choice
            }
        };
        // Chance outcomes for default moves do not count: in a match these moves would not be
        // played.
        let drawn = game.chance(&state).drawn().len();
        let play = game.play(&mut state, choice).ok()?;
        if game.chance(&state).drawn().len() > drawn {
            return None;
        }
        players.iter_mut().for_each(|player| player.tell(game, &state, &play));
    }
    Some(chosen)
}

fn text<G: Game>(game: &G, choice: &Choice<G::Move>) -> String {
    let mut text = String::new();
    // A move without a notation is illegal, which ends the game.
    let _ = game.write_move(choice.mv, &mut text);
    format!("{text} {}", choice.message.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Draft;
    use crate::testing::*;

    fn of(make: Make, layout: Layout, starts: Starts) -> bool {
        let entrants = vec![entrant("x", make)];
        let draft = Draft { game: Toy::of(layout, 23), entrants, starts, ..draft(layout, 9) };
        let plan = Plan::new(draft).unwrap();
        Steady::find(&plan).all_repeat(&plan)
    }

    #[test]
    fn bots_that_play_the_same_with_every_seed_are_steady_where_starts_are_free() {
        assert!(of(FIRST, Layout::Still, Starts::Free));
        assert!(!of(RANDOM, Layout::Still, Starts::Free));
        assert!(!of(FIRST, Layout::Still, Starts::Random));
    }

    #[test]
    fn nobody_is_steady_where_the_rules_throw_dice() {
        assert!(!of(FIRST, Layout::Pair, Starts::Free));
    }
}
