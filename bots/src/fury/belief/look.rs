//! Checks of explanations against the slots: face up, face down, or gone.

use stoker_engine::fury::Face;

use super::Belief;
use super::history::{CELLS, HIDE, NONE, UNKNOWN, cell_of, place_of};
use super::sight::{Back, Sight, SlotPosition, ViewFacts};

impl Belief {
    /// Drops the histories that contradict what a slot shows, and enters known cards into the
    /// others.
    pub(super) fn look(&mut self, now: &ViewFacts) {
        let occupied = now.hunters() | now.holy;
        for sight in &now.slots {
            let Some(column) = self.column(sight.id) else { continue };
            if sight.is_known() && !self.known.contains(&sight.id) {
                self.known.push(sight.id);
            }
            let exempt = self.known.contains(&sight.id);
            let on_trail = matches!(sight.lies, SlotPosition::Space(_));
            let down = on_trail && !exempt;
            let (cities, seas) = (self.atlas.cities, self.atlas.seas);
            let fits = |cell: u8| match (sight.back, place_of(cell)) {
                (Back::Power | Back::Misdirect, _) => cell == UNKNOWN,
                (Back::Place(place, _), at) => cell == UNKNOWN || at == Some(place),
                (Back::Hide(_), _) => cell == HIDE || cell == UNKNOWN,
                (Back::SomeSea, at) => at.is_none_or(|at| seas.contains(at)) && cell != HIDE,
                (Back::SomeCity(_), None) => cell == UNKNOWN || sight.lies != SlotPosition::Lair,
                (Back::SomeCity(_), Some(at)) => {
                    cities.contains(at) && !(down && occupied.contains(at))
                }
            };
            self.histories.retain(|history| fits(history.cells[column]));
            let told = match sight.back {
                Back::Place(place, _) => Some(cell_of(place)),
                Back::Hide(_) => Some(HIDE),
                _ => None,
            };
            if let Some(cell) = told {
                self.histories.iter_mut().for_each(|history| history.cells[column] = cell);
            }
        }
        self.look_at_hide(now);
    }

    /// A location that is turned up turns up the Hide that goes with it (fury T7).
    fn look_at_hide(&mut self, now: &ViewFacts) {
        let columns = &self.columns;
        let seen = |column: u8| now.find(*columns.get(usize::from(column))?);
        let mist = now.mist;
        self.histories.retain_mut(|history| {
            let with =
                seen(history.hidden).filter(|sight| matches!(sight.lies, SlotPosition::Space(_)));
            let Some(with) = with else {
                history.hidden = NONE;
                return true;
            };
            let hide = (0u8..).zip(&history.cells).find(|(_, cell)| **cell == HIDE);
            let hide = hide.and_then(|(column, _)| seen(column));
            let torn = |hide: &Sight| hide.face == Face::Down && with.face == Face::Up;
            mist || !hide.is_some_and(torn)
        });
    }

    /// Drops the cells of slots that are gone; he cannot be where no slot is.
    pub(super) fn forget_gone(&mut self, now: &ViewFacts) {
        let gone: Vec<bool> = self.columns.iter().map(|id| now.find(*id).is_none()).collect();
        self.known.retain(|id| now.find(*id).is_some());
        if !gone.contains(&true) {
            return;
        }
        let on_trail = |column: usize| {
            let sight = self.columns.get(column).and_then(|id| now.find(*id));
            sight.is_some_and(|sight| matches!(sight.lies, SlotPosition::Space(_)))
        };
        let here: Vec<bool> = (0..self.columns.len()).map(on_trail).collect();
        self.histories.retain(|history| here[usize::from(history.current)]);
        let mut moved = [NONE; CELLS];
        let kept = gone.iter().enumerate().filter(|(_, gone)| !**gone);
        for (count, (column, _)) in (0..).zip(kept) {
            moved[column] = count;
        }
        for history in &mut self.histories {
            let mut cells = [UNKNOWN; CELLS];
            for (column, to) in moved.iter().enumerate().filter(|(_, to)| **to != NONE) {
                cells[usize::from(*to)] = history.cells[column];
            }
            history.cells = cells;
            history.current = moved[usize::from(history.current)];
            history.hidden = moved.get(usize::from(history.hidden)).copied().unwrap_or(NONE);
        }
        let mut gone = gone.into_iter();
        self.columns.retain(|_| !gone.next().unwrap_or(false));
    }
}
