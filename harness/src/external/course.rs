//! The `course` protocol: a process for every turn, past plays and messages in, a move out.

use std::time::Duration;

use serde::Serialize;
use stoker_engine::{Choice, Ending, Game, Message, Seat};
use stoker_launcher::Status;

use super::asking::{Look, Process};
use super::host::Host;
use super::reply::{self, Reply};
use super::verdict::{excerpt, how};
use super::watch::{Bounds, Pause, Stop};
use crate::referee::Elapsed;
use crate::referee::outside::{Answer, Exchange, Remote, Trouble};
use crate::registry::PlaysForm;

/// A program that is started for every turn.
pub(super) struct Course<G: Game> {
    host: Host<G>,
    plays: PlaysForm<G>,
}

/// What it reads.
#[derive(Serialize)]
struct Question<'a> {
    past_plays: &'a str,
    messages: Vec<&'a str>,
}

impl<G: Game> Course<G> {
    pub(super) fn new(host: Host<G>, plays: PlaysForm<G>) -> Self {
        Self { host, plays }
    }

    fn question(&self, view: &G::View) -> Vec<u8> {
        let past_plays = (self.plays.past_plays)(&self.host.game, view);
        let messages = (self.plays.messages)(view);
        let messages = messages.iter().map(Message::as_str).collect();
        let question = Question { past_plays: &past_plays, messages };
        // Room for all of it, unless there is much to escape.
        let messages: usize = question.messages.iter().map(|message| message.len() + 3).sum();
        let mut text = Vec::with_capacity(past_plays.len() + messages + 64);
        serde_json::to_writer(&mut text, &question).expect("texts have a form in JSON");
        text.push(b'\n');
        text
    }

    fn ask(
        &mut self,
        seat: Seat,
        view: &G::View,
        elapsed: &mut Elapsed,
    ) -> Result<Choice<G::Move>, Trouble> {
        // Where it plays is made ready once a match, and not in its time.
        self.host.session.open()?;
        let question = self.question(view);
        let bounds = Bounds::of_turn(&self.host.limits);
        let mut process = self.host.start_with(question)?;
        let asked = self.listen(&mut process, &bounds);
        elapsed.wall = bounds.since.elapsed();
        let (reply, pause) = asked?;
        elapsed.cpu = process.exit.as_ref().map_or(Duration::ZERO, |exit| exit.cpu);
        match reply {
            Some(Reply { mv, message }) => {
                self.note(pause.stop, process.exit.as_ref().map(|exit| exit.status));
                self.host.choice(seat, &mv, &message)
            }
            None => {
                let output = String::from_utf8_lossy(&process.output);
                let noise = format!("no reply in its output, which begins: {}", excerpt(&output));
                let noise = (!output.trim().is_empty()).then_some(&*noise);
                Err(self.host.silence(&process, pause, noise))
            }
        }
    }

    /// Waits until the process has ended or a limit ends it, and finds the reply.
    fn listen(
        &mut self,
        process: &mut Process,
        bounds: &Bounds,
    ) -> Result<(Option<Reply>, Pause), Trouble> {
        let mut pause = self.host.wait(process, bounds, |_| Look::InVain)?;
        let mut reply = None;
        // After a reply, output and its end do not matter: it may go on, to save files.
        if matches!(pause.stop, Stop::Output(_) | Stop::Complaints(_) | Stop::Closed) {
            reply = find(process);
            if reply.is_some() {
                process.drop_output();
                pause = self.host.wait(process, bounds, |_| Look::InVain)?;
            }
        }
        self.host.end(process, bounds)?;
        Ok((reply.or_else(|| find(process)), pause))
    }

    /// Tells the author that a reply came in an odd way.
    fn note(&mut self, stop: Stop, status: Option<Status>) {
        let limit = match stop {
            Stop::Wall => "the time limit",
            Stop::Cpu => "the limit of processor time",
            Stop::Done | Stop::Exited | Stop::Closed | Stop::Output(_) | Stop::Complaints(_) => {
                if let Some(status) = status.filter(|status| *status != Status::Code(0)) {
                    let how = how(status);
                    self.host.log.note(format_args!("the reply counts, but it ended by {how}"));
                }
                return;
            }
        };
        self.host.log.note(format_args!("the reply counts, but it had to be stopped at {limit}"));
    }
}

fn find(process: &Process) -> Option<Reply> {
    reply::find(&process.output)
}

impl<G: Game> Remote<G> for Course<G> {
    fn tell(&mut self, _event: &G::Event) {}

    fn choose(&mut self, seat: Seat, view: &G::View) -> Answer<G::Move> {
        let mut elapsed = Elapsed::default();
        let result = self.ask(seat, view, &mut elapsed);
        Answer { result, elapsed }
    }

    fn ended(&mut self, _view: &G::View, _ending: &Ending) {}

    fn log(&mut self) -> String {
        self.host.log.take()
    }

    fn exchange(&self) -> Option<Exchange> {
        self.host.passed.clone()
    }
}
