//! Parsing of the hunters' past plays. All public facts follow from them without the truth.

use super::Course;
use super::board::TurnEnd;
use super::moves::Sighting;
use super::notation::CodeBytes;
use super::parse::{NotationError, NotationProblem, as_move, plays};
use super::play::{DraculaPlay, Encounter, HunterPlay, Met, Play};
use super::trail::{Trail, TrailMove};
use super::view::HuntersView;

type Check = Result<(), (usize, NotationProblem)>;

/// The kinds of place that Dracula's moves led to, and his latest known places.
#[derive(Debug)]
struct Route {
    /// The kind of place that each round's move led to.
    grounds: Vec<TurnEnd>,
    /// Dracula's latest moves that are known without a gap.
    trail: Trail,
}

impl Route {
    const START: Self = Self { grounds: vec![], trail: Trail::EMPTY };

    /// The kind of place that a move leads to. A move that points to before the first one counts as
    /// a city.
    fn ground(&self, rules: &Course, mv: Sighting) -> TurnEnd {
        let back = |steps: usize| {
            let round = self.grounds.len().checked_sub(steps);
            round.map_or(TurnEnd::City, |round| self.grounds[round])
        };
        match mv {
            Sighting::At(place) => TurnEnd::of(rules, place),
            Sighting::SomeCity => TurnEnd::City,
            Sighting::SomeSea => TurnEnd::Sea,
            Sighting::Hide => back(1),
            Sighting::DoubleBack(steps) => back(steps.get()),
            Sighting::Teleport => TurnEnd::Castle,
        }
    }

    /// Adds Dracula's latest move in the view, which ended on this ground.
    fn push(&mut self, rules: &Course, view: &HuntersView, mv: Sighting, ground: TurnEnd) {
        let place = view.dracula_place(rules, self.grounds.len());
        self.grounds.push(ground);
        let Some((code, place)) = as_move(mv).zip(place) else {
            self.trail = Trail::EMPTY;
            return;
        };
        let step = TrailMove { code, place, encounter: None, code_known: true, place_known: true };
        self.trail.push(step, rules.params().trail.into());
    }

    /// The moves that restrict Dracula, if all of them are known (D3).
    fn known(&self, rules: &Course) -> Option<&Trail> {
        let count = self.grounds.len().min(usize::from(rules.params().trail) - 1);
        (count > 0 && self.trail.moves().len() >= count).then_some(&self.trail)
    }
}

impl HuntersView {
    /// The view that the hunters' past plays describe, without messages.
    ///
    /// Every public fact is computed and checked: the hunters' moves, life, score, blood, the
    /// encounters that can be placed or leave the trail, and Dracula's moves where all moves that
    /// restrict them are known. This does not check that a hidden trail explains all of it: use
    /// [`guesses`](crate::Guess::guesses) for that.
    ///
    /// # Errors
    /// If the text is malformed or contradicts the rules. The error names the byte.
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
        let mut route = Route::START;
        for raw in plays(rules, text) {
            let raw = raw?;
            if view.board.is_over() {
                return Err(raw.error(NotationProblem::Over));
            }
            let error = |(at, problem)| NotationError { at: raw.at + at, problem };
            match raw.play {
                Play::Hunter(play) => {
                    let life = view.check_hunter(rules, play).map_err(error)?;
                    view.add_hunter(rules, play, life);
                }
                Play::Dracula(play) => {
                    view.check_dracula(rules, play, &route).map_err(error)?;
                    view.add_dracula(rules, play, &mut route);
                }
            }
        }
        Ok(view)
    }

    /// The view that past plays describe, without messages, even if the rules forbid some of them.
    ///
    /// Public facts are computed as if every move were legal and every encounter were where the
    /// text puts it, even beyond the end of the game. Use it for invented plays, such as those of
    /// tests; use [`parse`](Self::parse) for the plays of a game.
    ///
    /// # Errors
    /// If the text is malformed, a double back goes further than the parameters allow, or there are
    /// more rounds than a game can have. The error names the byte.
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
        let mut route = Route::START;
        for raw in plays(rules, text) {
            let raw = raw?;
            if u32::from(view.board.round) > rules.params().max_rounds() {
                return Err(raw.error(NotationProblem::Over));
            }
            match raw.play {
                Play::Hunter(play) => {
                    let life = view.board.life_after(rules, play.hunter, play.met).unwrap_or(0);
                    view.add_hunter(rules, play, life);
                }
                Play::Dracula(DraculaPlay { mv: mv @ Sighting::DoubleBack(steps), .. })
                    if u8::from(steps) > rules.params().double_back =>
                {
                    let (at, problem) = illegal(rules.sighting_code(mv));
                    return Err(NotationError { at: raw.at + at, problem });
                }
                Play::Dracula(play) => view.add_dracula(rules, play, &mut route),
            }
        }
        Ok(view)
    }

    #[inline]
    fn add_hunter(&mut self, rules: &Course, play: HunterPlay, life: u8) {
        self.plays.push(Play::Hunter(play));
        if play.met.dracula {
            self.board.blood -= rules.params().blood_loss_hunter;
        }
        self.board.end_hunter_turn(rules, play.hunter, play.to, life);
    }

    fn add_dracula(&mut self, rules: &Course, play: DraculaPlay<Sighting>, route: &mut Route) {
        self.plays.push(Play::Dracula(play));
        let ground = route.ground(rules, play.mv);
        self.board.end_dracula_turn(rules, ground, play.left);
        route.push(rules, self, play.mv, ground);
    }

    /// The life that the hunter has left after a legal play.
    #[inline]
    fn check_hunter(
        &self,
        rules: &Course,
        play: HunterPlay,
    ) -> Result<u8, (usize, NotationProblem)> {
        let HunterPlay { hunter, to, met } = play;
        if !self.board.hunter_moves(rules, hunter).contains(to) {
            return Err(illegal(rules.place_code(to)));
        }
        if rules.is_sea(to) && met != Met::default() {
            return Err(impossible(3, "a hunter at sea meets nothing"));
        }
        let life = self.board.life_after(rules, hunter, met);
        life.ok_or(impossible(3, "a hunter without life meets nothing more"))
    }

    fn check_dracula(&self, rules: &Course, play: DraculaPlay<Sighting>, route: &Route) -> Check {
        self.check_move(rules, play.mv, route)?;
        self.check_placed(rules, play, route.ground(rules, play.mv))?;
        self.check_left(rules, play, route.grounds.len())
    }

    /// Checks a move against D2 to D9, as far as the moves that restrict it are known.
    fn check_move(&self, rules: &Course, mv: Sighting, route: &Route) -> Check {
        let made = route.grounds.len();
        let bad = match mv {
            Sighting::At(place) => place == rules.hospital(),
            Sighting::SomeCity | Sighting::SomeSea => return Ok(()),
            Sighting::Hide => route.grounds.last().is_none_or(|&ground| ground == TurnEnd::Sea),
            Sighting::DoubleBack(steps) => {
                u8::from(steps) > rules.params().double_back || steps.get() > made
            }
            Sighting::Teleport => made == 0 || self.can_double_back(rules, made),
        };
        let allowed = |trail| as_move(mv).is_none_or(|mv| rules.dracula_moves(trail).contains(mv));
        if bad || !route.known(rules).is_none_or(allowed) {
            return Err(illegal(rules.sighting_code(mv)));
        }
        Ok(())
    }

    /// Returns true if Dracula can stay where he is by `D1`. Double backs are always seen.
    fn can_double_back(&self, rules: &Course, made: usize) -> bool {
        let recent = made.saturating_sub(usize::from(rules.params().trail) - 1)..made;
        let doubled = |round| {
            let play = self.dracula_play(round);
            play.is_some_and(|play| matches!(play.mv, Sighting::DoubleBack(_)))
        };
        rules.params().double_back > 0 && !recent.into_iter().any(doubled)
    }

    fn check_placed(&self, rules: &Course, play: DraculaPlay<Sighting>, ground: TurnEnd) -> Check {
        let due = self.board.due(rules);
        match play.placed {
            Some(_) if ground == TurnEnd::Sea => Err(impossible(3, "nothing is placed at sea")),
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

fn illegal(code: CodeBytes) -> (usize, NotationProblem) {
    (1, NotationProblem::Illegal(String::from_utf8_lossy(&code).into_owned()))
}

fn impossible(at: usize, why: &'static str) -> (usize, NotationProblem) {
    (at, NotationProblem::Impossible(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four hunters who stay in Paris.
    const HUNTERS: &str = "GPA.... SPA.... HPA.... MPA....";

    /// Plays of the hunters and these plays of Dracula's, one a round.
    fn rounds(plays: &[&str]) -> String {
        plays.iter().map(|play| format!("{HUNTERS} {play} ")).collect()
    }

    fn refused(plays: &[&str]) -> Option<String> {
        let refused = HuntersView::parse(&Course::default(), &rounds(plays)).err()?;
        assert_eq!(refused.at, 40 * plays.len() - 7, "the code of the last play");
        Some(refused.problem.to_string())
    }

    #[test]
    fn a_teleport_is_refused_where_he_could_double_back() {
        let illegal = Some("`TP` is not legal here".to_owned());
        assert_eq!(refused(&["DTP.V.."]), illegal, "his first move");
        assert_eq!(refused(&["DC?.V..", "DTPT..."]), illegal);
        // The place he came to is hidden, and may leave him no way out.
        assert_eq!(refused(&["DC?.V..", "DD1T...", "DTPT..."]), None);
        // Geneva does leave him one.
        assert_eq!(refused(&["DGE.V..", "DD1T...", "DTPT..."]), illegal);
        // The double back has left the five moves that restrict him.
        let old = ["DC?.V..", "DD1T...", "DC?T...", "DC?T...", "DC?T...", "DC?T...", "DC?T..."];
        assert_eq!(refused(&[&old[..6], &["DTPT..."]].concat()), None);
        assert_eq!(refused(&[&old[..], &["DTPT..."]].concat()), illegal);
    }

    #[test]
    fn a_move_is_checked_where_all_moves_that_restrict_it_are_known() {
        let illegal = |code: &str| Some(format!("`{code}` is not legal here"));
        assert_eq!(refused(&["DGE.V..", "DATT..."]), illegal("AT"), "far away");
        assert_eq!(refused(&["DGE.V..", "DMRT...", "DGET..."]), illegal("GE"), "in the trail");
        assert_eq!(refused(&["DGE.V..", "DHIT...", "DHIT..."]), illegal("HI"), "hid before");
        assert_eq!(refused(&["DGE.V..", "DHIT...", "DMRT..."]), None);
        // Five moves restrict him: with the first of six hidden, the seventh is free again.
        let moves = ["DC?.V..", "DGET...", "DMRT...", "DCFT...", "DNAT...", "DBOT...", "DATT..."];
        assert_eq!(refused(&moves), illegal("AT"));
        assert_eq!(refused(&moves[..6]), None, "a move that restricts him is hidden");
    }

    #[test]
    fn what_is_told_counts_as_if_it_were_legal() {
        let rules = Course::default();
        let blood = |plays: &[&str]| {
            let told = HuntersView::parse_as_told(&rules, &rounds(plays)).unwrap();
            told.board().blood()
        };
        assert_eq!(blood(&["DTP.V.."]), 50, "a teleport comes to the castle");
        assert_eq!(blood(&["DAO....", "DHI...."]), 36, "a hide at sea is at sea");
        assert_eq!(blood(&["DS?....", "DHI....", "DHI...."]), 34);
        assert_eq!(blood(&["DCD.V..", "DHIT..."]), 60, "a hide in the castle is there");
        assert_eq!(blood(&["DHI.V.."]), 40, "nothing to hide in");
        assert_eq!(blood(&["DD3.V.."]), 40, "nothing to double back to");
    }
}
