//! Reading the hunters' past plays: what is public follows from them without the truth.

use super::Course;
use super::board::Ground;
use super::moves::{Hunter, Sighting};
use super::notation::CodeBytes;
use super::parse::{NotationError, NotationProblem, plays};
use super::play::{DraculaPlay, Encounter, HunterPlay, Met, Play};
use super::view::HuntersView;

type Check = Result<(), (usize, NotationProblem)>;

impl HuntersView {
    /// The view that the hunters' past plays describe, without messages.
    ///
    /// Every public fact is worked out and checked: hunters' moves, life, score, blood, what can
    /// be placed and leave the trail. Whether any hidden trail explains it all is not: ask
    /// [`guesses`](crate::Guess::guesses).
    ///
    /// # Errors
    /// If the text is malformed or contradicts the rules: with the byte where that is.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::course::{Course, HuntersView};
    /// let rules = Course::default();
    /// let text = "GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD..";
    /// let view = HuntersView::parse(&rules, text).unwrap();
    /// assert_eq!((view.board().score(), view.board().blood()), (365, 30));
    /// assert_eq!(view.past_plays(&rules), text);
    /// ```
    pub fn parse(rules: &Course, text: &str) -> Result<Self, NotationError> {
        let mut view = Self::start(rules);
        let mut grounds = vec![];
        for raw in plays(rules, text) {
            let raw = raw?;
            if view.board.is_over() {
                return Err(raw.error(NotationProblem::Over));
            }
            view.check(rules, raw.play, &grounds)
                .map_err(|(at, problem)| NotationError { at: raw.at + at, problem })?;
            view.add(rules, raw.play, &mut grounds);
        }
        Ok(view)
    }

    /// The view that past plays describe, without messages, whether or not the rules allow them.
    ///
    /// Public facts are worked out as if every move were legal and everything met or placed were
    /// where it is said to be, also beyond the end of the game. It is for plays that were made up,
    /// such as those of tests; [`parse`](Self::parse) is for those of a game.
    ///
    /// # Errors
    /// If the text is malformed, a double back goes further than the parameters know, or there are
    /// more rounds than a game can have: with the byte where that is.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::course::{Course, HuntersView};
    /// let rules = Course::default();
    /// let leap = "GBE.... SBR.... HLO.... MCA.... DSJ.... GDUD...";
    /// assert!(HuntersView::parse(&rules, leap).is_err());
    /// let view = HuntersView::parse_as_told(&rules, leap).unwrap();
    /// assert_eq!((view.board().score(), view.board().blood()), (365, 30));
    /// ```
    pub fn parse_as_told(rules: &Course, text: &str) -> Result<Self, NotationError> {
        let mut view = Self::start(rules);
        let mut grounds = vec![];
        for raw in plays(rules, text) {
            let raw = raw?;
            if u32::from(view.board.round) > rules.params().max_rounds() {
                return Err(raw.error(NotationProblem::Over));
            }
            if let Play::Dracula(DraculaPlay { mv: mv @ Sighting::DoubleBack(steps), .. }) =
                raw.play
                && u8::from(steps) > rules.params().double_back
            {
                let (at, problem) = illegal(rules.sighting_code(mv));
                return Err(NotationError { at: raw.at + at, problem });
            }
            view.add(rules, raw.play, &mut grounds);
        }
        Ok(view)
    }

    fn check(&self, rules: &Course, play: Play<Sighting>, grounds: &[Ground]) -> Check {
        match play {
            Play::Hunter(play) => self.check_hunter(rules, play),
            Play::Dracula(play) => {
                let ground = ground(rules, play.mv, grounds)?;
                self.check_placed(rules, play, ground)?;
                self.check_left(rules, play, grounds.len())
            }
        }
    }

    fn add(&mut self, rules: &Course, play: Play<Sighting>, grounds: &mut Vec<Ground>) {
        match play {
            Play::Hunter(HunterPlay { hunter, to, met }) => {
                let life = self.life_after(rules, hunter, met).unwrap_or(0);
                if met.dracula {
                    self.board.blood -= rules.params().blood_loss_hunter;
                }
                self.board.end_hunter_turn(rules, hunter, to, life);
            }
            Play::Dracula(play) => {
                let ground = ground(rules, play.mv, grounds).unwrap_or(Ground::City);
                self.board.end_dracula_turn(rules, ground, play.left);
                grounds.push(ground);
            }
        }
        self.plays.push(play);
    }

    fn check_hunter(&self, rules: &Course, play: HunterPlay) -> Check {
        let HunterPlay { hunter, to, met } = play;
        if !self.board.hunter_moves(rules, hunter).contains(to) {
            return Err(illegal(rules.place_code(to)));
        }
        if rules.is_sea(to) && met != Met::default() {
            return Err(impossible(3, "a hunter at sea meets nothing"));
        }
        self.life_after(rules, hunter, met).map(drop)
    }

    /// H4: what is left of a hunter's life; nothing is met without any.
    fn life_after(
        &self,
        rules: &Course,
        hunter: Hunter,
        met: Met,
    ) -> Result<u8, (usize, NotationProblem)> {
        let params = rules.params();
        let traps = std::iter::repeat_n(params.life_loss_trap, usize::from(met.traps));
        let vampires = std::iter::repeat_n(0, usize::from(met.vampires));
        let dracula = met.dracula.then_some(params.life_loss_dracula);
        let start = self.board.life_at_turn(rules, hunter);
        traps.chain(vampires).chain(dracula).try_fold(start, |life, loss| match life {
            0 => Err(impossible(3, "a hunter without life meets nothing more")),
            life => Ok(life.saturating_sub(loss)),
        })
    }

    fn check_placed(&self, rules: &Course, play: DraculaPlay<Sighting>, ground: Ground) -> Check {
        let due = self.board.due(rules);
        match play.placed {
            Some(_) if ground == Ground::Sea => Err(impossible(3, "nothing is placed at sea")),
            Some(placed) if placed != due => Err(impossible(
                3,
                "a vampire is placed in rounds divisible by its period, a trap in others",
            )),
            _ => Ok(()),
        }
    }

    fn check_left(&self, rules: &Course, play: DraculaPlay<Sighting>, round: usize) -> Check {
        let oldest = round.checked_sub(usize::from(rules.params().trail));
        let placed = oldest.and_then(|oldest| self.dracula_play(oldest)?.placed);
        match (play.left, placed) {
            (None, _) => Ok(()),
            (Some(left), Some(placed)) if left == placed => Ok(()),
            (Some(Encounter::Trap), _) => Err(impossible(5, "no trap can leave the trail now")),
            (Some(Encounter::Vampire), _) => Err(impossible(5, "no vampire can mature now")),
        }
    }
}

/// What kind of place a move came to: public, because blood is (K6).
fn ground(
    rules: &Course,
    mv: Sighting,
    before: &[Ground],
) -> Result<Ground, (usize, NotationProblem)> {
    let illegal = || illegal(rules.sighting_code(mv));
    let back = |steps: usize| before.len().checked_sub(steps).map(|i| before[i]);
    match mv {
        Sighting::At(place) if place == rules.hospital() => Err(illegal()),
        Sighting::At(place) => Ok(Ground::of(rules, place)),
        Sighting::SomeCity => Ok(Ground::City),
        Sighting::SomeSea => Ok(Ground::Sea),
        Sighting::Hide => back(1).filter(|&g| g != Ground::Sea).ok_or_else(illegal),
        Sighting::DoubleBack(steps) if u8::from(steps) > rules.params().double_back => {
            Err(illegal())
        }
        Sighting::DoubleBack(steps) => back(steps.get()).ok_or_else(illegal),
        Sighting::Teleport if before.is_empty() => Err(illegal()),
        Sighting::Teleport => Ok(Ground::Castle),
    }
}

fn illegal(code: CodeBytes) -> (usize, NotationProblem) {
    (1, NotationProblem::Illegal(String::from_utf8_lossy(&code).into_owned()))
}

fn impossible(at: usize, why: &'static str) -> (usize, NotationProblem) {
    (at, NotationProblem::Impossible(why))
}
