//! A match as one viewer is told it: event by event, and cut into turns.
//!
//! The viewer's page, its server and the terminal show these turns. They follow from the viewer's
//! events alone, so nothing about them tells what the viewer was not told: not that another seat was
//! asked and declined, and not how many decisions were made in between.

use stoker_engine::{Beat, Game, Seat, Viewer};

/// A match, as far as a viewer has been told it.
pub struct Story<G: Game> {
    viewer: Viewer,
    view: G::View,
    last: Option<G::Event>,
    /// The seat whose decision began the last turn, if it is the viewer's and nothing was told since.
    decided: Option<Seat>,
    /// The first question, if the viewer is asked it and was not told it yet.
    question: Option<G::Event>,
}

/// A step of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'v, V> {
    /// A turn begins, of this seat if the viewer knows that.
    Begins {
        /// The seat.
        by: Option<Seat>,
        /// The view at the end of the turn before.
        before: &'v V,
    },
    /// The viewer has been told more.
    Told {
        /// The view after it.
        view: &'v V,
        /// The state of the view.
        rest: Rest,
    },
}

/// The state of a view between two events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// All that happened at once has been told.
    Settled,
    /// There may be more to tell.
    Unsettled,
}

/// A listener to a story.
type Hear<'h, G, E> = dyn FnMut(Step<'_, <G as Game>::View>) -> Result<(), E> + 'h;

impl<G: Game> Story<G> {
    /// The story at the start of a match. Even a viewer that is asked first was not told so yet.
    pub fn begin(game: &G, state: &G::State, viewer: Viewer) -> Self {
        let mut view = game.view(state, viewer);
        let question = game.take_question(&mut view);
        Self { viewer, view, last: None, decided: None, question }
    }

    /// The viewer.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The view.
    #[must_use]
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Tells the first question, if it is the viewer's.
    ///
    /// # Errors
    /// That of the listener.
    pub fn open<E>(&mut self, game: &G, hear: &mut Hear<'_, G, E>) -> Result<(), E> {
        match self.question.take() {
            Some(question) => self.tell(game, question, hear),
            None => Ok(()),
        }
    }

    /// Tells what the viewer learns of a decision of this seat, which led to this state.
    ///
    /// # Errors
    /// That of the listener.
    pub fn play<E>(
        &mut self,
        game: &G,
        state: &G::State,
        (seat, play): (Seat, &G::Play),
        hear: &mut Hear<'_, G, E>,
    ) -> Result<(), E> {
        self.open(game, hear)?;
        if self.owns(game, seat) {
            self.decided = Some(seat);
            hear(Step::Begins { by: Some(seat), before: &self.view })?;
        }
        for event in game.redact(state, play, self.viewer) {
            self.tell(game, event, hear)?;
        }
        Ok(())
    }

    /// True if the seat is the viewer's.
    #[must_use]
    pub fn owns(&self, game: &G, seat: Seat) -> bool {
        game.sides().viewer_of(seat) == self.viewer
    }

    /// The move of a play that led to this state, if the viewer is told it.
    pub fn told_move(&self, game: &G, state: &G::State, play: &G::Play) -> Option<G::Move> {
        game.redact(state, play, self.viewer).into_iter().find_map(|event| game.told_move(&event))
    }

    fn tell<E>(&mut self, game: &G, event: G::Event, hear: &mut Hear<'_, G, E>) -> Result<(), E> {
        let beat = game.beat(&self.view, self.last.as_ref(), &event);
        let begins = match beat {
            Beat::Play(seat) => Some(Some(seat)),
            Beat::Begin(by) => Some(by),
            Beat::More => None,
        };
        // The first news of an own decision belong to the turn that it began.
        let decided = self.decided.take();
        if let Some(by) = begins.filter(|by| decided.is_none() || *by != decided) {
            hear(Step::Begins { by, before: &self.view })?;
        }
        self.last = Some(event.clone());
        game.advance(&mut self.view, event);
        let settled = matches!(beat, Beat::Play(_)) || game.legal_moves(&self.view).len() > 0;
        let rest = if settled { Rest::Settled } else { Rest::Unsettled };
        hear(Step::Told { view: &self.view, rest })
    }
}
