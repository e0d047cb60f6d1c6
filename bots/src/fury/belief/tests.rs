//! The truth always has weight, and the belief is what enumeration gives.

use stoker_engine::fury::{ByHunter, Face, Form, Fury, Params, Phase, Step, Told, View};
use stoker_engine::map::PlaceSet;
use stoker_engine::{Chance, Game, Purpose, Seed, Turn, Viewer, one_of};

use super::history::{HIDE, UNKNOWN, cell_of};
use super::sight::{Back, FollowedSide, Sight, SlotPosition};
use super::*;

fn rules(play: Step) -> Fury {
    let params = Params { play, ..Params::default() };
    Fury::with(params, stoker_engine::map::BuiltinMap::FURY.load()).unwrap()
}

/// The side that follows a game by its belief.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Hunters,
    Dracula,
}

/// Random games; the belief sees every view in which its side is asked.
fn games(
    rules: &Fury,
    seeds: std::ops::Range<u64>,
    by: By,
    cap: usize,
    mut look: impl FnMut(&Belief, &DraculaView),
) -> u32 {
    let mut contradictions = 0;
    for seed in seeds {
        let mut rng = Seed(seed).rng(None, None, Purpose::new("play"));
        let mut state = rules.start(Chance::seeded(Seed(seed)));
        let mut belief = Belief::new(rules).with_cap(cap);
        while let Turn::ToMove(seat) = rules.turn(&state) {
            let view = rules.view(&state, rules.sides().viewer_of(seat));
            let followed = match (&view, by) {
                (View::Hunters(view), By::Hunters) => {
                    belief.update(view);
                    true
                }
                (View::Dracula(view), By::Dracula) => {
                    belief.update_for_dracula(view);
                    true
                }
                _ => false,
            };
            let View::Dracula(truth) = rules.view(&state, Viewer(0)) else { panic!("his view") };
            if followed {
                look(&belief, &truth);
            }
            let mv = one_of(&mut rng, rules.legal_moves(&view)).unwrap();
            rules.play(&mut state, mv.into()).unwrap();
        }
        contradictions += belief.contradictions();
    }
    contradictions
}

fn assert_truth(belief: &Belief, truth: &DraculaView) {
    let Some(place) = truth.own.place else { return };
    assert!(belief.here()[place] > 0.0, "round {}", truth.table.round);
    for slot in truth.trail.spaces.iter().chain(&truth.trail.lairs).flatten() {
        let Some((place, column)) = slot.place().zip(belief.column(slot.id)) else { continue };
        let fits = |history: &History| {
            let cell = history.cells[column];
            cell == UNKNOWN || cell == cell_of(place)
        };
        assert!(belief.histories.iter().any(fits), "{:?}", slot.id);
    }
}

#[test]
fn the_truth_always_has_weight() {
    for play in [Step::Hunt, Step::Combat, Step::Full] {
        for by in [By::Hunters, By::Dracula] {
            let mut views = 0;
            let contradictions = games(&rules(play), 0..60, by, 500, |belief, truth| {
                assert_truth(belief, truth);
                views += 1;
            });
            println!("{play:?}, {by:?}: {views} views, {contradictions} contradictions");
            // Events move Dracula in ways that a view does not tell apart.
            assert!(play == Step::Full || contradictions == 0, "{play:?}: {contradictions}");
            assert!(views > 3_000, "{views}");
        }
    }
}

/// Dracula's estimate of the hunters' belief never says less than they know: where he is certain,
/// they are.
#[test]
fn dracula_takes_the_hunters_to_know_no_more_than_they_do() {
    let rules = rules(Step::Combat);
    for seed in 0..10 {
        let mut rng = Seed(seed).rng(None, None, Purpose::new("play"));
        let mut state = rules.start(Chance::seeded(Seed(seed)));
        let [mut theirs, mut his] = [Belief::new(&rules), Belief::new(&rules)];
        while let Turn::ToMove(seat) = rules.turn(&state) {
            let view = rules.view(&state, rules.sides().viewer_of(seat));
            if let View::Dracula(view) = &view {
                his.update_for_dracula(view);
                let View::Hunters(shown) = rules.view(&state, Viewer(1)) else { panic!("theirs") };
                theirs.update(&shown);
                let possible = |belief: &Belief| -> PlaceSet {
                    let here = belief.here();
                    let all = belief.atlas.everywhere().into_iter();
                    all.filter(|&at| here[at] > 0.0).collect()
                };
                if theirs.is_exact() && his.is_exact() {
                    assert!((possible(&theirs) - possible(&his)).is_empty(), "seed {seed}");
                }
            } else if let View::Hunters(view) = &view {
                theirs.update(view);
            }
            let mv = one_of(&mut rng, rules.legal_moves(&view)).unwrap();
            rules.play(&mut state, mv.into()).unwrap();
        }
    }
}

/// A scenery of Dracula's phase with these slots: their numbers, backs and spaces from 0.
fn scenery(slots: &[(u16, Back, u8)]) -> ViewFacts {
    let sight = |&(id, back, space): &(u16, Back, u8)| {
        let face = if matches!(back, Back::Place(..)) { Face::Up } else { Face::Down };
        Sight { id: SlotId(id), back, face, lies: SlotPosition::Space(space), empty: true }
    };
    ViewFacts {
        reader: FollowedSide::Hunters,
        slots: slots.iter().map(sight).collect(),
        round: 1,
        phase: Phase::Night,
        places: ByHunter::default(),
        holy: PlaceSet::EMPTY,
        mist: false,
        told: Told::Nothing,
    }
}

/// D9: all slots but his own are gone, and that one is on space 1, or on space 2 if he has moved on
/// in the same phase (V6, Unearthly Swiftness).
#[test]
fn a_trapped_dracula_is_followed() {
    let rules = rules(Step::Full);
    let map = rules.map().unwrap();
    let athens = map.find(*b"AT").unwrap();
    let (city, up) = (Back::SomeCity(Form::Plain), Back::Place(athens, Form::Plain));
    let stayed = [
        scenery(&[(0, city, 0)]),
        scenery(&[(1, Back::Power, 0), (0, city, 1)]),
        scenery(&[(2, Back::Power, 0), (1, Back::Power, 1), (0, city, 2)]),
    ];
    let alone = scenery(&[(0, up, 0)]);
    let moved_on = scenery(&[(3, city, 0), (0, up, 1)]);
    for (end, expected) in [(alone, PlaceSet::of(athens)), (moved_on, map.road(athens))] {
        let mut belief = Belief::new(&rules);
        stayed.iter().cloned().chain([end]).for_each(|scenery| belief.take_in(scenery));
        assert_eq!([belief.contradictions(), belief.restarts()], [0, 0]);
        let here = belief.here();
        let possible = map.places().into_iter().filter(|&at| here[at] > 0.0);
        // Hide would keep him in Athens.
        assert_eq!(
            possible.collect::<PlaceSet>() | PlaceSet::of(athens),
            expected | PlaceSet::of(athens)
        );
        assert!(belief.histories.iter().all(|history| history.weight > 0.0));
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
        let castle = PlaceSet::of(self.atlas.castle);
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
                    !is_sea(to) && to != self.atlas.castle && !self.hunters.contains(to)
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
            let now = ViewFacts::of_hunters(view);
            for sight in
                now.slots.iter().filter(|sight| matches!(sight.lies, SlotPosition::Space(_)))
            {
                if usize::from(sight.id.0) == seen.len() {
                    seen.push(*sight);
                }
            }
            if view.table.round > 0 {
                hunters = now.hunters();
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
fn the_histories_are_those_that_enumeration_finds() {
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
        let mut found: Vec<(Vec<u8>, Place)> = (belief.histories.iter())
            .map(|history| {
                let cells = order.iter().map(|column| history.cells[*column]).collect();
                (cells, history.place().unwrap())
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

/// However few histories are kept, the truth is among them.
#[test]
fn a_belief_that_forgets_keeps_the_truth_and_says_so() {
    let mut forgot = 0;
    let _ = games(&rules(Step::Full), 0..20, By::Hunters, 40, |belief, truth| {
        assert_truth(belief, truth);
        // Above the cap, histories know no slot but the one where he is.
        let own = |history: &History| {
            let cells = history.cells[..belief.columns.len()].iter().enumerate();
            cells
                .filter(|(_, cell)| **cell != UNKNOWN)
                .all(|(at, _)| at == usize::from(history.current))
        };
        assert!(belief.len() <= 40 || belief.histories.iter().all(own), "{}", belief.len());
        forgot += u32::from(!belief.is_exact());
    });
    assert!(forgot > 100, "{forgot}");
}
