//! The protocol of plays: one process for every turn, with past plays and messages as input and a
//! move as output.

use std::time::Duration;

use stoker_bots::PlaysForm;
use stoker_engine::{Choice, Ending, Game, Seat};
use stoker_sandbox::Status;

use super::host::Host;
use super::reply::{self, RawReply};
use crate::contract::{Elapsed, Exchange, Remote, TimedAnswer, Trouble};
use crate::process::exchange::{OutputScan, ProgramProcess};
use crate::process::watch::{AnswerLimits, Pause, WaitEnd};
use crate::verdict::{excerpt, how};

/// A program that is started for every turn.
pub(crate) struct PlaysProgram<G: Game> {
    host: Host<G>,
    plays: PlaysForm<G>,
}

impl<G: Game> PlaysProgram<G> {
    pub(crate) fn new(host: Host<G>, plays: PlaysForm<G>) -> Self {
        Self { host, plays }
    }

    fn question(&self, view: &G::View) -> Vec<u8> {
        let past_plays = (self.plays.past_plays)(&self.host.game, view);
        question(&past_plays, &(self.plays.messages)(view))
    }

    fn ask(
        &mut self,
        seat: Seat,
        view: &G::View,
        elapsed: &mut Elapsed,
    ) -> Result<Choice<G::Move>, Trouble> {
        // The sandbox is opened once a match, and not in the program's time.
        self.host.session.open()?;
        let question = self.question(view);
        let bounds = AnswerLimits::of_turn(&self.host.limits);
        let mut process = self.host.start_with(question)?;
        let asked = self.listen(&mut process, &bounds);
        elapsed.wall = bounds.since.elapsed();
        let (reply, pause) = asked?;
        elapsed.cpu = process.exit.as_ref().map_or(Duration::ZERO, |exit| exit.cpu);
        match reply {
            Some(RawReply { mv, message }) => {
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

    /// Waits until the process has ended, or a limit ends it. Returns the reply, if there is one.
    fn listen(
        &mut self,
        process: &mut ProgramProcess,
        bounds: &AnswerLimits,
    ) -> Result<(Option<RawReply>, Pause), Trouble> {
        let mut pause = self.host.wait(process, bounds, |_| OutputScan::InVain)?;
        let mut reply = None;
        // After a reply, further output and its end do not matter. The program may continue, to
        // save files.
        if matches!(pause.stop, WaitEnd::Output(_) | WaitEnd::Complaints(_) | WaitEnd::Closed) {
            reply = find(process);
            if reply.is_some() {
                process.drop_output();
                pause = self.host.wait(process, bounds, |_| OutputScan::InVain)?;
            }
        }
        self.host.end(process, bounds)?;
        Ok((reply.or_else(|| find(process)), pause))
    }

    /// Notes for the author that a reply came in an odd way.
    fn note(&mut self, stop: WaitEnd, status: Option<Status>) {
        let limit = match stop {
            WaitEnd::Wall => "the time limit",
            WaitEnd::Cpu => "the limit of processor time",
            WaitEnd::Done
            | WaitEnd::Exited
            | WaitEnd::Closed
            | WaitEnd::Output(_)
            | WaitEnd::Complaints(_) => {
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

/// The input of a program: a line of JSON.
fn question(past_plays: &str, messages: &[&str]) -> Vec<u8> {
    // There is room for all of it, unless many characters must be escaped.
    let room: usize = messages.iter().map(|message| message.len() + 3).sum();
    let mut line = Vec::with_capacity(past_plays.len() + room + 64);
    line.extend_from_slice(b"{\"past_plays\":");
    quote(past_plays, &mut line);
    line.extend_from_slice(b",\"messages\":[");
    for (index, message) in messages.iter().enumerate() {
        if index > 0 {
            line.push(b',');
        }
        quote(message, &mut line);
    }
    line.extend_from_slice(b"]}\n");
    line
}

/// Writes a text as JSON. Most texts contain nothing to escape, and checking one as a whole takes a
/// fraction of the time of writing byte by byte.
fn quote(text: &str, into: &mut Vec<u8>) {
    let odd = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    if text.as_bytes().iter().filter(|byte| odd(byte)).count() > 0 {
        return serde_json::to_writer(into, text).expect("texts have a form in JSON");
    }
    into.push(b'"');
    into.extend_from_slice(text.as_bytes());
    into.push(b'"');
}

fn find(process: &ProgramProcess) -> Option<RawReply> {
    reply::find(&process.output)
}

impl<G: Game> Remote<G> for PlaysProgram<G> {
    fn tell(&mut self, _event: &G::Event) {}

    fn choose(&mut self, seat: Seat, view: &G::View) -> TimedAnswer<G::Move> {
        let mut elapsed = Elapsed::default();
        let result = self.ask(seat, view, &mut elapsed);
        TimedAnswer { result, elapsed }
    }

    fn ended(&mut self, _view: &G::View, _ending: &Ending) {}

    fn log(&mut self) -> String {
        self.host.log.take()
    }

    fn exchange(&self) -> Option<Exchange> {
        self.host.passed.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_what_serde_would_write() {
        let odd = ["", "plain", "ümlaut €", "a \"quote\"", "back\\slash", "tab\t", "\u{7f}\u{1}"];
        for (plays, messages) in [("", &odd[..0]), ("GLO.... DC?....", &odd[..1]), ("\n", &odd)] {
            let expected = serde_json::json!({"past_plays": plays, "messages": messages});
            let line = question(plays, messages);
            assert_eq!(line.last(), Some(&b'\n'));
            assert_eq!(serde_json::from_slice::<serde_json::Value>(&line).unwrap(), expected);
            for text in messages {
                let mut quoted = vec![];
                quote(text, &mut quoted);
                assert_eq!(quoted, serde_json::to_vec(text).unwrap());
            }
        }
    }
}
