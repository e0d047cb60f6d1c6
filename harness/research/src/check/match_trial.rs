//! Trials of a bot in a whole match.

use stoker_engine::{Game, Seed, SideId};
use stoker_external::fault::{Fault, FaultPolicy};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::referee::{
    AnswerTiming, Played, Referee, RefereeError, RefereeSettings, Until,
};

use super::position_trial::{failure, noted};
use super::recorder::{Evidence, ExchangeRecorder, codes};
use super::{CheckError, CheckRequest, TrialOutcome, TrialTimes};

/// A match to be played.
pub(super) struct MatchTrial<'a, G: Game> {
    request: &'a CheckRequest<'a, G>,
    side: SideId,
    /// By side: its player; `None` for the side of the bot that is checked.
    others: Vec<Option<&'a Entrant<G>>>,
    seed: Seed,
}

/// The matches of a side: one against each of the strongest opponents, or one alone.
pub(super) fn match_trials<'a, G: Game>(
    request: &'a CheckRequest<'a, G>,
    side: SideId,
    most: usize,
) -> Vec<MatchTrial<'a, G>> {
    let rivals = |kind: &str| -> Vec<&'a Entrant<G>> {
        request.opponents.iter().filter(|bot| bot.plays(kind)).collect()
    };
    let match_trial = |(number, seed): (usize, u64)| {
        let other = |(id, other): (SideId, &stoker_engine::Side)| {
            if id == side {
                return Some(None);
            }
            let rivals = rivals(other.kind);
            let skipped = rivals.len().saturating_sub(most);
            let rivals = &rivals[skipped..];
            rivals.get(number % rivals.len().max(1)).map(|&rival| Some(rival))
        };
        let others = request.game.sides().iter().map(other).collect::<Option<Vec<_>>>()?;
        Some(MatchTrial { request, side, others, seed: Seed(seed) })
    };
    let alone = request.game.sides().list().len() == 1;
    let count = if alone { 1 } else { most };
    (0..count).zip(1..).filter_map(match_trial).collect()
}

impl<G: Game> MatchTrial<'_, G> {
    /// The name of the trial, which lists the opponents.
    pub(super) fn what(&self) -> String {
        let names: Vec<_> = self.others.iter().flatten().map(|other| other.name.as_str()).collect();
        if names.is_empty() {
            "match".to_owned()
        } else {
            format!("match against {}", names.join(", "))
        }
    }

    /// The command that repeats the match.
    pub(super) fn about(&self) -> String {
        let own = &self.request.entrant;
        let sides = self.request.game.sides().list().iter().zip(&self.others);
        let lineup: Vec<_> = sides
            .map(|(side, other)| {
                let spec = other.map_or(&own.spec, |other| &other.spec);
                format!("{}={}", side.name, quoted(spec))
            })
            .collect();
        format!("stoker match {} --seed {} --stderr", lineup.join(" "), self.seed.0)
    }

    /// Plays the match.
    pub(super) fn play(
        &self,
        entrant: &Entrant<G>,
        slot: u32,
        recorder: &ExchangeRecorder,
    ) -> Result<(TrialOutcome, TrialTimes), CheckError> {
        let lineup: Vec<&Entrant<G>> =
            self.others.iter().map(|other| other.unwrap_or(entrant)).collect();
        let referee_settings =
            RefereeSettings { starts: self.request.starts, policy: FaultPolicy::Seat, slot };
        let mut referee = Referee::new(self.request.game.clone(), referee_settings);
        let mut spectator = Until(self.request.stop);
        let played = referee.play(self.seed, &lineup, AnswerTiming::On, &mut spectator);
        let played = played.map_err(|error| match error {
            RefereeError::Stopped => CheckError::Stopped,
            RefereeError::Endless { .. } | RefereeError::OwnMove { .. } => {
                CheckError::Ruleset(G::NAME)
            }
            RefereeError::Void(reason) => CheckError::Machine(reason),
        })?;
        let mut times = TrialTimes::default();
        let own = played.times.iter().filter(|(side, _)| *side == self.side);
        own.for_each(|(_, elapsed)| times.add(*elapsed));
        Ok((self.outcome(played, recorder), times))
    }

    fn outcome(&self, played: Played, recorder: &ExchangeRecorder) -> TrialOutcome {
        let own = |side: SideId| side == self.side;
        let faults: Vec<Fault> =
            played.faults.into_iter().filter(|fault| own(fault.side)).collect();
        if faults.is_empty() {
            let logs = played.logs.iter().filter(|(side, _)| own(*side));
            return noted(&logs.map(|(_, log)| log.as_str()).collect::<String>());
        }
        let failed = |fault: Fault| {
            let mut evidence = recorder.take(fault.seat, fault.kind);
            if evidence == Evidence::default() {
                evidence.codes = codes(&**self.request.game);
            }
            let seat = self.request.game.sides().seat_name(fault.seat);
            let mut failure = failure(fault.kind, fault.reason, evidence);
            failure.place = format!("decision {}, {seat}", fault.decision);
            failure
        };
        TrialOutcome::Failed(faults.into_iter().map(failed).collect())
    }
}

/// A spec quoted for a shell.
fn quoted(spec: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c);
    if spec.chars().all(plain) {
        spec.to_owned()
    } else {
        format!("'{}'", spec.replace('\'', "'\\''"))
    }
}
