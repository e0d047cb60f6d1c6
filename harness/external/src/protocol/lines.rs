//! The `lines` protocol: one process for a whole match, one JSON object per line.

mod dropped;
mod inbox;
mod question;

use std::ops::Range;
use std::time::Duration;

use stoker_bots::lines::wire::{FromProgram, PROTOCOL, Reply, WireForm};
use stoker_engine::{Choice, Ending, Game, Seat, Seed, SideId};

use super::host::Host;
use crate::Limits;
use crate::contract::{Elapsed, Exchange, Remote, Seating, Slip, TimedAnswer, Trouble};
use crate::fault::{FaultKind, reason};
use crate::process::exchange::{OutputScan, ProgramProcess};
use crate::process::session::could_not_start;
use crate::process::watch::{AnswerLimits, Pause, WaitEnd};
use crate::spec::Protocol;
use dropped::{DropReason, DroppedLines};
use question::{DecisionRequest, QuestionWriter};

pub(crate) use inbox::Inbox;

/// A program that lives for a match.
pub(crate) struct LinesProgram<G: Game> {
    host: Host<G>,
    seating: ProgramSeat<G>,
    writer: QuestionWriter,
    speaker: Option<Speaker>,
}

/// Its place in the match.
pub(crate) struct ProgramSeat<G: Game> {
    side: SideId,
    seats: Range<u8>,
    seed: Seed,
    /// The first view, until the program was told it.
    first: Option<G::View>,
}

/// A process that has said hello.
struct Speaker {
    process: ProgramProcess,
    form: WireForm,
    /// The number of the last question.
    decision: u64,
    inbox: Inbox,
}

/// The lines read until the wait ended.
#[derive(Debug, Default)]
struct ReceivedLines {
    reply: Option<(String, String)>,
    proposal: Option<String>,
    dropped: DroppedLines,
    /// True if the last line had no end when the time was up.
    cut: bool,
    /// The line of the reply, or else of the proposal, if drawn notes are kept.
    drawn: Option<Vec<u8>>,
}

impl<G: Game> LinesProgram<G> {
    pub(crate) fn new(host: Host<G>, seating: &Seating<'_, G>) -> Self {
        let Seating { view, side, seats, seed, .. } = seating;
        let mut writer = QuestionWriter::default();
        let first = Some(writer.view_to_start_with(&*host.game, view));
        let seating = ProgramSeat { side: *side, seats: seats.clone(), seed: *seed, first };
        Self { host, seating, writer, speaker: None }
    }

    fn ask(
        &mut self,
        seat: Seat,
        view: &G::View,
        elapsed: &mut Elapsed,
    ) -> Result<Choice<G::Move>, Trouble> {
        let mut speaker = match self.speaker.take() {
            Some(speaker) => speaker,
            None => self.greet()?,
        };
        let drawn = self.host.log.keeps_notes().then(Vec::new);
        let mut received = ReceivedLines { drawn, ..ReceivedLines::default() };
        speaker.process.count_output();
        if received.has_answer_to_come(&mut speaker, &self.host.limits) {
            let number = speaker.decision + 1;
            let why = format!("it answered decision {number} before it was asked");
            self.speaker = Some(speaker);
            return Err(Trouble::Fault(FaultKind::GarbledReply, why));
        }
        self.write_question(&mut speaker, seat, view);
        let bounds = AnswerLimits::of_turn(&self.host.limits);
        let (number, inbox) = (speaker.decision, &mut speaker.inbox);
        let done = |output: &mut Vec<u8>| inbox.any(output, |line| received.line(line, number));
        let pause = self.host.wait(&mut speaker.process, &bounds, done)?;
        elapsed.wall = bounds.since.elapsed();
        self.conclude(seat, speaker, received, pause, elapsed)
    }

    /// Turns the lines that were read into an answer. The process continues, or is ended.
    fn conclude(
        &mut self,
        seat: Seat,
        mut speaker: Speaker,
        mut received: ReceivedLines,
        pause: Pause,
        elapsed: &mut Elapsed,
    ) -> Result<Choice<G::Move>, Trouble> {
        let up = matches!(pause.stop, WaitEnd::Wall | WaitEnd::Cpu);
        let goes_on = pause.stop == WaitEnd::Done || up && received.proposal.is_some();
        elapsed.cpu = if goes_on {
            speaker.process.count_cpu()
        } else {
            let last = if up { Last::Unfinished } else { Last::Whole };
            self.end(&mut speaker, &mut received, pause, last)?
        };
        self.note(&received, speaker.decision);
        if let Some(line) = received.drawn.take().filter(|line| !line.is_empty()) {
            self.host.log.draw(&line);
        }
        let (mv, message) = match (received.reply.take(), received.proposal.take()) {
            (Some(reply), _) => reply,
            (None, Some(proposal)) if up => {
                self.host.log.note(format_args!("no reply in time: its proposal is played"));
                (proposal, String::new())
            }
            (None, _) => {
                return Err(self.host.lines_silence(&speaker.process, pause, &received));
            }
        };
        // A process that has ended by itself is noticed when it is asked again.
        if goes_on || pause.stop == WaitEnd::Exited {
            self.speaker = Some(speaker);
        }
        self.host.choice(seat, &mv, &message)
    }

    /// Ends a process and reads what it left behind. Returns the CPU time of its last turn.
    fn end(
        &mut self,
        speaker: &mut Speaker,
        received: &mut ReceivedLines,
        pause: Pause,
        last: Last,
    ) -> Result<Duration, Trouble> {
        let process = &mut speaker.process;
        self.host.end(process, &pause.bounds)?;
        let used = process.exit.as_ref().map(|exit| process.since_counted(exit.cpu));
        received.rest(speaker, last);
        Ok(used.unwrap_or_default())
    }

    /// Notes dropped lines for the author.
    fn note(&mut self, received: &ReceivedLines, number: u64) {
        let log = &mut self.host.log;
        if received.cut {
            log.note(format_args!("a line had no end when time was up: write \\n, and flush"));
        }
        let Some((last, earlier)) = received.dropped.told() else { return };
        let count = received.dropped.count();
        let lines = if count == 1 { "line" } else { "lines" };
        log.note(format_args!("{count} {lines} dropped at decision {number}; the last: {last}"));
        for why in earlier {
            log.note(format_args!("before it: {why}"));
        }
    }

    /// Starts the program and waits for its hello.
    fn greet(&mut self) -> Result<Speaker, Trouble> {
        self.host.session.open()?;
        if self.seating.first.is_none() {
            self.host.log.note(format_args!("the program is started again"));
        }
        let mut process = self.host.start()?;
        self.writer.hello::<G>(&mut process.input);
        let (mut inbox, mut greeting) = (Inbox::default(), None);
        let mut received = ReceivedLines::default();
        let limits = self.host.limits;
        let bounds = AnswerLimits {
            wall: limits.start(),
            cpu: None,
            ..AnswerLimits::of_turn(&self.host.limits)
        };
        let done = |output: &mut Vec<u8>| {
            inbox.any(output, |line| {
                match FromProgram::read(line) {
                    Ok(FromProgram::Hello(hello)) => greeting = Some(hello),
                    Ok(FromProgram::Reply(_)) => received.dropped.add(line, DropReason::Early),
                    Err(error) => received.dropped.add(line, DropReason::Garbled(error)),
                }
                greeting.is_some()
            })
        };
        let pause = self.host.wait(&mut process, &bounds, done)?;
        let refused = match greeting {
            None => {
                self.host.end(&mut process, &bounds)?;
                return Err(self.host.no_hello(&process, pause, &received));
            }
            Some(hello) if hello.protocol != PROTOCOL => {
                format!("it speaks version {} of the protocol, not {PROTOCOL}", hello.protocol)
            }
            Some(hello) if hello.form == WireForm::Plays && self.host.plays.is_none() => {
                format!("it asks for the form `plays`, which ruleset `{}` has not", G::NAME)
            }
            Some(hello) => {
                process.count_cpu();
                return Ok(Speaker { process, form: hello.form, decision: 0, inbox });
            }
        };
        self.host.end(&mut process, &bounds)?;
        Err(could_not_start(&refused))
    }

    /// Writes the question. Before the first one, also writes the place in the match.
    fn write_question(&mut self, speaker: &mut Speaker, seat: Seat, view: &G::View) {
        let Self { host, seating, writer, .. } = self;
        let input = &mut speaker.process.input;
        let first = seating.first.take();
        if speaker.decision == 0 {
            // A program that is started again gets the current view, which includes all past
            // events.
            let view = first.unwrap_or_else(|| {
                writer.forget();
                writer.view_to_start_with(&*host.game, view)
            });
            writer.start(host, seating, (speaker.form == WireForm::View).then_some(&view), input);
        }
        speaker.decision += 1;
        let asked = DecisionRequest { decision: speaker.decision, seat };
        match (speaker.form, host.plays) {
            (WireForm::Plays, Some(plays)) => {
                writer.forget();
                writer.decide_plays(host, plays, asked, view, input);
            }
            (WireForm::Plays | WireForm::View, _) => {
                writer.decide(host, asked, view, input);
            }
        }
    }

    fn take_leave(&mut self, ending: &Ending) -> Result<(), Trouble> {
        let Some(mut speaker) = self.speaker.take() else { return Ok(()) };
        self.host.session.asked();
        self.writer.ended(&*self.host.game, ending, &mut speaker.process.input);
        let process = &mut speaker.process;
        process.last_input();
        process.drop_output();
        let bounds =
            AnswerLimits { wall: LEAVE, cpu: None, ..AnswerLimits::of_turn(&self.host.limits) };
        self.host.wait(process, &bounds, |_| OutputScan::InVain)?;
        self.host.end(process, &bounds)
    }
}

/// The time that a program may take to end after its match.
const LEAVE: Duration = Duration::from_secs(1);

impl ReceivedLines {
    /// Reads a line. Returns true if it is the reply.
    fn line(&mut self, line: &[u8], number: u64) -> bool {
        match FromProgram::read(line) {
            Ok(FromProgram::Reply(Reply::Move { decision, mv, message })) if decision == number => {
                self.reply = Some((mv, message));
                self.keep(line);
                return true;
            }
            Ok(FromProgram::Reply(Reply::Propose { decision, propose })) if decision == number => {
                self.proposal = Some(propose);
                self.keep(line);
            }
            Ok(FromProgram::Reply(
                Reply::Move { decision, .. } | Reply::Propose { decision, .. },
            )) => self.dropped.add(line, DropReason::Answers(decision)),
            Ok(FromProgram::Hello(_)) => self.dropped.add(line, DropReason::SecondHello),
            Err(error) => self.dropped.add(line, DropReason::Garbled(error)),
        }
        false
    }

    /// Keeps a line for the notes in it, if notes are kept.
    fn keep(&mut self, line: &[u8]) {
        if let Some(drawn) = &mut self.drawn {
            drawn.clear();
            drawn.extend_from_slice(line);
        }
    }

    /// Reads the output since the last answer. Returns true if it answers the question that is
    /// still to be asked.
    fn has_answer_to_come(&mut self, speaker: &mut Speaker, limits: &Limits) -> bool {
        let Speaker { process, inbox, decision, .. } = speaker;
        process.look_ahead(AnswerLimits::of_turn(limits).output);
        let number = *decision + 1;
        loop {
            let answers = |line: &[u8]| self.line(line, number) || self.proposal.is_some();
            match inbox.any(&mut process.output, answers) {
                OutputScan::Found => return true,
                OutputScan::InVain => return false,
                // There is no more than a pipe holds.
                OutputScan::Unfinished => {}
            }
        }
    }

    /// Reads what an ended process left behind.
    fn rest(&mut self, speaker: &mut Speaker, last: Last) {
        let number = speaker.decision;
        let output = &mut speaker.process.output;
        // The process has ended, so the rest is bounded, and takes nobody's time.
        let look = loop {
            let look = speaker.inbox.any(output, |line| self.line(line, number));
            if look != OutputScan::Unfinished {
                break look;
            }
        };
        if look == OutputScan::Found {
            return;
        }
        match (speaker.inbox.unfinished(output), last) {
            (Some(line), Last::Whole) => drop(self.line(&line, number)),
            (Some(_), Last::Unfinished) => self.cut = true,
            (None, _) => {}
        }
    }
}

/// The meaning of a last line without an end.
#[derive(Debug, Clone, Copy)]
enum Last {
    /// It is complete.
    Whole,
    /// It was cut off when the time was up.
    Unfinished,
}

impl<G: Game> Host<G> {
    /// The trouble of a program that has ended without a reply to a question.
    fn lines_silence(
        &mut self,
        process: &ProgramProcess,
        pause: Pause,
        received: &ReceivedLines,
    ) -> Trouble {
        if received.dropped.ends_with_another_answer() {
            self.slipped(Slip::OtherDecision);
        }
        let count = received.dropped.count();
        let lines = if count == 1 { "line is" } else { "lines are" };
        let noise = received.dropped.told();
        let noise = noise.map(|(last, _)| format!("{count} {lines} no reply; the last: {last}"));
        match (self.silence(process, pause, noise.as_deref()), noise) {
            (Trouble::Fault(FaultKind::WallTimeout | FaultKind::CpuTimeout, _), Some(noise)) => {
                Trouble::Fault(FaultKind::GarbledReply, reason(&noise))
            }
            (trouble @ (Trouble::Fault(..) | Trouble::Void(_) | Trouble::Starved { .. }), _) => {
                trouble
            }
        }
    }

    /// The trouble of a program that has ended without a hello.
    fn no_hello(
        &mut self,
        process: &ProgramProcess,
        pause: Pause,
        received: &ReceivedLines,
    ) -> Trouble {
        match self.silence(process, pause, None) {
            Trouble::Fault(FaultKind::WallTimeout, _) => {
                self.slipped(Slip::LateHello);
                let late = format!("no hello within {} ms", self.limits.start_ms);
                could_not_start(&match received.dropped.told() {
                    None => late,
                    Some((last, _)) => reason(&format!("{late}; the last line: {last}")),
                })
            }
            Trouble::Fault(_, why) => {
                self.slipped(Slip::NoHello);
                could_not_start(&format!("no hello: {why}"))
            }
            other @ (Trouble::Void(_) | Trouble::Starved { .. }) => other,
        }
    }
}

impl<G: Game> Remote<G> for LinesProgram<G> {
    fn tell(&mut self, event: &G::Event) {
        let listens = match &self.speaker {
            Some(speaker) => speaker.form == WireForm::View,
            // A program that is started again is given a view that includes all events.
            None => self.seating.first.is_some(),
        };
        if listens {
            self.writer.event(event);
        }
    }

    fn choose(&mut self, seat: Seat, view: &G::View) -> TimedAnswer<G::Move> {
        let mut elapsed = Elapsed::default();
        self.host.session.asked();
        let result = self.ask(seat, view, &mut elapsed);
        if self.speaker.is_some() {
            self.host.session.answered();
        }
        TimedAnswer { result, elapsed }
    }

    fn stop(&mut self) {
        if let Some(mut speaker) = self.speaker.take() {
            let bounds = AnswerLimits::of_turn(&self.host.limits);
            // Without a sandbox there is nothing left to stop.
            let _ = self.host.end(&mut speaker.process, &bounds);
        }
    }

    fn ended(&mut self, _view: &G::View, ending: &Ending) {
        if let Err(trouble) = self.take_leave(ending) {
            let trouble = match trouble {
                Trouble::Fault(_, why)
                | Trouble::Void(why)
                | Trouble::Starved { reason: why, .. } => why,
            };
            self.host.log.note(format_args!("it could not take its leave: {trouble}"));
        }
    }

    fn log(&mut self) -> String {
        self.host.log.take()
    }

    fn exchange(&self) -> Option<Exchange> {
        match &self.speaker {
            Some(speaker) => Some(speaker.process.exchange_log.exchange(Protocol::Lines, None)),
            None => self.host.passed.clone(),
        }
    }
}
