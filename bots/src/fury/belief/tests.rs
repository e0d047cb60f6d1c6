//! The truth always has weight, and the belief is what enumeration gives.

use stoker_engine::fury::{Fury, Params, Step, View};
use stoker_engine::{Chance, Game, Purpose, Seed, Turn, Viewer, one_of};

use super::*;

fn rules(play: Step) -> Fury {
    let params = Params { play, ..Params::default() };
    Fury::with(params, stoker_engine::map::BuiltinMap::FURY.load()).unwrap()
}

/// Random games; the hunters' belief sees every view in which they are asked.
fn games(
    play: Step,
    seeds: std::ops::Range<u64>,
    cap: usize,
    mut look: impl FnMut(&Belief, &View),
) -> u32 {
    let rules = rules(play);
    let mut contradictions = 0;
    for seed in seeds {
        let mut rng = Seed(seed).rng(None, None, Purpose::new("play"));
        let mut state = rules.start(Chance::seeded(Seed(seed)));
        let mut belief = Belief::new(&rules).with_cap(cap);
        while let Turn::ToMove(seat) = rules.turn(&state) {
            let view = rules.view(&state, rules.sides().viewer_of(seat));
            if let View::Hunters(view) = &view {
                belief.update(view);
                look(&belief, &rules.view(&state, Viewer(0)));
            }
            let mv = one_of(&mut rng, rules.legal_moves(&view)).unwrap();
            rules.play(&mut state, mv.into()).unwrap();
        }
        contradictions += belief.contradictions();
    }
    contradictions
}

fn assert_truth(belief: &Belief, truth: &View) {
    let View::Dracula(truth) = truth else { panic!("his view") };
    let Some(place) = truth.own.place else { return };
    assert!(belief.here()[place] > 0.0, "round {}", truth.table.round);
}

#[test]
fn the_truth_always_has_weight() {
    for play in [Step::Hunt, Step::Combat, Step::Full] {
        let mut views = 0;
        let contradictions = games(play, 0..100, 500, |belief, truth| {
            assert_truth(belief, truth);
            views += 1;
        });
        println!("{play:?}: {views} views, {contradictions} contradictions");
        // Events move Dracula in ways that a hunter's view does not tell apart.
        assert!(play == Step::Full || contradictions == 0, "{play:?}: {contradictions}");
        assert!(views > 10_000, "{views}");
    }
}

/// The backs of a game in which Dracula only goes, hides and feeds, and the hunters stay.
struct Seen {
    rules: Fury,
    atlas: Atlas,
    hunters: PlaceSet,
    backs: Vec<Sight>,
}

impl Seen {
    /// All trails that show these backs: the place of each slot, with Hide as `None`, and where he
    /// is at the end. Written down from the rules, move by move, without merging anything.
    fn trails(&self) -> Vec<(Vec<Option<Place>>, Place)> {
        let castle = self.atlas.castle.map_or(PlaceSet::EMPTY, PlaceSet::of);
        let starts = self.atlas.cities - castle - self.hunters;
        let first = |start: Place| (vec![Some(start)], start, 0);
        let mut trails: Vec<_> = starts.into_iter().map(first).collect();
        for sight in &self.backs[1..] {
            let mut next = vec![];
            for (trail, here, own) in &trails {
                self.grow(sight, trail, *here, *own, &mut next);
            }
            trails = next;
        }
        trails.into_iter().map(|(trail, here, _)| (trail, here)).collect()
    }

    fn grow(
        &self,
        sight: &Sight,
        trail: &[Option<Place>],
        here: Place,
        own: usize,
        next: &mut Vec<(Vec<Option<Place>>, Place, usize)>,
    ) {
        let kept = &trail[trail.len().saturating_sub(5)..];
        let is_sea = |at: Place| self.atlas.seas.contains(at);
        for to in self.atlas.adjacent(here) {
            let fits = match sight.back {
                Back::SomeSea => is_sea(to),
                Back::SomeCity(_) => {
                    !is_sea(to) && Some(to) != self.atlas.castle && !self.hunters.contains(to)
                }
                Back::Place(place, _) => to == place,
                _ => false,
            };
            if fits && !kept.contains(&Some(to)) {
                next.push((with(trail, Some(to)), to, trail.len()));
            }
        }
        let stays = !is_sea(here) && trail.len() - own < 5;
        let hides = matches!(sight.back, Back::SomeCity(_)) && !kept.contains(&None);
        let feeds = sight.back == Back::Power;
        // Feed lies on the trail as a card without a place that is not Hide.
        if stays && (hides || feeds) {
            let shown = if hides { None } else { Some(self.feed()) };
            next.push((with(trail, shown), here, own));
        }
    }

    /// A place that stands for Feed: one that is not on the map.
    fn feed(&self) -> Place {
        let places = self.rules.map().map_or(0, stoker_engine::map::Map::len);
        Place::new(u8::try_from(places).unwrap()).unwrap()
    }
}

fn with(trail: &[Option<Place>], next: Option<Place>) -> Vec<Option<Place>> {
    trail.iter().copied().chain([next]).collect()
}

fn is_plain(mv: stoker_engine::fury::Move) -> bool {
    use stoker_engine::fury::{Move, Word};
    matches!(
        mv,
        Move::To(_)
            | Move::Encounter(_)
            | Move::Word(Word::Hide | Word::Feed | Word::Mature | Word::No)
    )
}

/// Backs and places of the first moves of a game, and the belief after them.
fn plain_game(seed: u64, moves: usize) -> Option<(Seen, Belief)> {
    let rules = rules(Step::Hunt);
    let mut rng = Seed(seed).rng(None, None, Purpose::new("play"));
    let mut state = rules.start(Chance::seeded(Seed(seed)));
    let mut belief = Belief::new(&rules).with_cap(usize::MAX);
    let mut seen: Vec<Sight> = vec![];
    let mut hunters = PlaceSet::EMPTY;
    while let Turn::ToMove(seat) = rules.turn(&state) {
        let view = rules.view(&state, rules.sides().viewer_of(seat));
        let legal: Vec<_> = rules.legal_moves(&view).collect();
        let mut chosen =
            one_of(&mut rng, legal.iter().copied().filter(|mv| is_plain(*mv)).collect::<Vec<_>>())?;
        if let View::Hunters(view) = &view {
            belief.update(view);
            let now = Scenery::of_hunters(view);
            for sight in now.slots.iter().filter(|sight| matches!(sight.lies, Lies::Space(_))) {
                if usize::from(sight.id.0) == seen.len() {
                    seen.push(*sight);
                }
            }
            if view.table.round > 0 {
                hunters = now.table.cities_of_hunters();
                chosen = *legal.last()?;
            }
            if seen.len() == moves {
                let atlas = Atlas::new(&rules);
                return Some((Seen { rules, atlas, hunters, backs: seen }, belief));
            }
        }
        rules.play(&mut state, chosen.into()).unwrap();
    }
    None
}

#[test]
fn the_worlds_are_those_that_enumeration_finds() {
    let (mut compared, mut hidden) = (0, 0);
    for seed in 0..60 {
        let Some((seen, belief)) = plain_game(seed, 5) else { continue };
        // A hunter who is met turns cards up, which the enumeration leaves out.
        if seen.backs.iter().any(|sight| sight.face == Face::Up) {
            continue;
        }
        let feed = seen.feed();
        let cell = |at: &Option<Place>| match at {
            None => HIDE,
            Some(at) if *at == feed => UNKNOWN,
            Some(at) => cell_of(*at),
        };
        let trails = seen.trails();
        let mut expected: Vec<(Vec<u8>, Place)> =
            trails.iter().map(|(trail, here)| (trail.iter().map(cell).collect(), *here)).collect();
        let order: Vec<usize> = (0..5).map(|id| belief.column(SlotId(id)).unwrap()).collect();
        let mut found: Vec<(Vec<u8>, Place)> = (belief.worlds.iter())
            .map(|world| {
                let cells = order.iter().map(|column| world.cells[*column]).collect();
                (cells, world.place().unwrap())
            })
            .collect();
        for list in [&mut expected, &mut found] {
            list.sort_unstable();
            list.dedup();
        }
        assert_eq!(found, expected, "seed {seed}");
        compared += 1;
        hidden += u32::from(found.iter().any(|(cells, _)| cells.contains(&HIDE)));
    }
    assert!(compared > 10 && hidden > 5, "{compared} {hidden}");
}

/// However few worlds are kept, the truth is among them.
#[test]
fn a_belief_that_forgets_keeps_the_truth_and_says_so() {
    let mut forgot = 0;
    let _ = games(Step::Full, 0..20, 40, |belief, truth| {
        assert_truth(belief, truth);
        // Above the cap, worlds know no slot but the one where he is.
        let own = |world: &World| {
            let cells = world.cells[..belief.columns.len()].iter().enumerate();
            cells
                .filter(|(_, cell)| **cell != UNKNOWN)
                .all(|(at, _)| at == usize::from(world.current))
        };
        assert!(belief.len() <= 40 || belief.worlds.iter().all(own), "{}", belief.len());
        forgot += u32::from(!belief.is_exact());
    });
    assert!(forgot > 100, "{forgot}");
}
