//! A person as a bot: it asks the table, and waits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stoker_engine::{Choice, Ending, Game, Message, Seat};
use stoker_external::contract::{Elapsed, ExternalBot, Remote, Seating, TimedAnswer, Trouble};

use crate::advice::Advisers;
use crate::script::Script;
use crate::table::{GameTable, Refusal, Wish};

/// The people at a table, as an entrant.
pub(crate) struct PersonBot<G: Game> {
    pub(crate) table: Arc<GameTable>,
    pub(crate) advisers: Arc<Advisers<G>>,
    pub(crate) script: Arc<Script>,
}

/// A person in a match.
struct SeatedPerson<G: Game> {
    game: Arc<G>,
    table: Arc<GameTable>,
    advisers: Arc<Advisers<G>>,
    script: Arc<Script>,
}

impl<G: Game> ExternalBot<G> for PersonBot<G> {
    fn plays(&self, _kind: &str) -> bool {
        true
    }

    fn hash(&self) -> &'static str {
        ""
    }

    fn is_program(&self) -> bool {
        false
    }

    fn seat(&self, seating: &Seating<'_, G>) -> Box<dyn Remote<G>> {
        Box::new(SeatedPerson {
            game: Arc::clone(seating.game),
            table: Arc::clone(&self.table),
            advisers: Arc::clone(&self.advisers),
            script: Arc::clone(&self.script),
        })
    }
}

impl<G: Game> Remote<G> for SeatedPerson<G> {
    fn tell(&mut self, _event: &G::Event) {}

    fn choose(&mut self, seat: Seat, view: &G::View) -> TimedAnswer<G::Move> {
        let begun = Instant::now();
        let result = self.decide(seat, view);
        let void = || Trouble::Void("the match was broken off".to_owned());
        let elapsed = Elapsed { wall: begun.elapsed(), cpu: Duration::ZERO };
        TimedAnswer { result: result.ok_or_else(void), elapsed }
    }

    fn ended(&mut self, _view: &G::View, _ending: &Ending) {}

    fn log(&mut self) -> String {
        String::new()
    }
}

impl<G: Game> SeatedPerson<G> {
    /// The choice: that of the script, the only one, or the person's. `None` if the match is broken
    /// off.
    fn decide(&self, seat: Seat, view: &G::View) -> Option<Choice<G::Move>> {
        let turn = self.table.turn();
        let legal: Vec<_> = self.game.legal_moves(view).collect();
        if let Some(choice) = self.script.choice(&*self.game, seat, turn)
            && legal.contains(&choice.mv)
        {
            return Some(choice);
        }
        if let [only] = legal[..] {
            return Some(only.into());
        }
        let place = self.table.place_of(self.game.sides().viewer_of(seat).0)?;
        let _asking = self.table.ask(place);
        self.listen(seat, view, &legal)
    }

    /// Grants wishes until a move is made.
    fn listen(&self, seat: Seat, view: &G::View, legal: &[G::Move]) -> Option<Choice<G::Move>> {
        while let Some(request) = self.table.next_wish() {
            // A page that has gone away does not hear the answer.
            match request.wish {
                Wish::Move { mv, message } => match self.read(seat, &mv, legal) {
                    Ok(mv) => {
                        drop(request.reply.send(Ok("{}".to_owned())));
                        return Some(Choice { mv, message: Message::new(&message) });
                    }
                    Err(refusal) => drop(request.reply.send(Err(refusal))),
                },
                Wish::Advice { bot } => {
                    let advice = self.advisers.ask(&bot, seat, view);
                    let advice = advice.map(|advice| serde_json::json!(advice).to_string());
                    drop(request.reply.send(advice));
                }
            }
        }
        None
    }

    fn read(&self, seat: Seat, text: &str, legal: &[G::Move]) -> Result<G::Move, Refusal> {
        let read = self.game.parse_move(seat, text.trim());
        let mv = read.map_err(|error| Refusal::BadMove(error.to_string()))?;
        if legal.contains(&mv) {
            return Ok(mv);
        }
        Err(Refusal::BadMove(format!("`{}` is not legal now: choose one of the list", text.trim())))
    }
}
