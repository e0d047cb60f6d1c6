//! Events of the windows at dawn and dusk (fury V5, V7).

use super::{Occasion, Playing};
use crate::fury::cards::Hunter;
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::moves::{Move, Way, Word};
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::task::Question;
use crate::fury::titles::EventCard;

/// `GL`, in a window: a roadblock lies, or Dracula has an ally.
pub(super) fn can_be_lucky(game: &Adjudicator<'_>, _: Hunter) -> bool {
    let table = &game.at.known.table;
    let is_time = matches!(table.phase, crate::fury::Phase::Dawn | crate::fury::Phase::Dusk);
    !is_time || table.dracula_ally.is_some() || table.roadblocks() > 0
}

/// `GL`: Dracula's ally or a roadblock goes; or a False Tip is void.
pub(super) fn good_luck(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None if playing.occasion == Occasion::Tip => {
            game.prevent_next();
            Ok(())
        }
        None => {
            let table = &game.at.known.table;
            let choices = Choices::none()
                .word_if(Word::Ally, table.dracula_ally.is_some())
                .wide(MoveKind::UnblockRail, table.blocked(Way::Rail))
                .wide(MoveKind::UnblockRoad, table.blocked(Way::Road));
            game.ask_player(playing, Question::Other, choices)
        }
        Some(Move::Word(Word::Ally)) => {
            if let Some(ally) = game.table().dracula_ally.take() {
                game.discard_event(ally);
            }
            Ok(())
        }
        Some(mv) => game.unblock(mv),
    }
}

/// `SR`: a hunters' ally lies in the discards.
pub(super) fn can_return(game: &Adjudicator<'_>, _: Hunter) -> bool {
    game.discarded(EventCard::is_hunters_ally) != 0
}

/// `SR`: a discarded ally comes into play.
pub(super) fn surprising_return(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let allies = game.discarded(EventCard::is_hunters_ally);
            let choices = Choices::none().bits(MoveKind::Event, allies);
            game.ask_player(playing, Question::Event, choices)
        }
        Some(Move::Event(title)) => {
            game.take_discarded(title);
            game.join_hunters(title);
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `TG`: none was played in this window.
pub(super) fn can_telegraph(game: &Adjudicator<'_>, _: Hunter) -> bool {
    game.at.known.table.course.telegraph.is_none()
}

/// `TG`: in the day or night that follows the hunters act in any order.
pub(super) fn speedy_telegraph(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    _: Option<Move>,
) -> Flow {
    game.table().course.telegraph = Some(playing.by);
    Ok(())
}

/// `RV`: a hunter takes two actions this day.
pub(super) fn renewed_vigor(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let hunters = game.at.known.table.those(crate::fury::PublicHunter::is_on_board);
            let choices = Choices::none().hunters(MoveKind::Hunter, hunters);
            game.ask_player(playing, Question::Hunter, choices)
        }
        Some(Move::Hunter(hunter)) => {
            game.table().course.vigor |= hunter.bit();
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `LN`: hunters may move by road in the night that follows (V10).
pub(super) fn long_night(game: &mut Adjudicator<'_>, _: Playing, _: Option<Move>) -> Flow {
    game.table().course.long_night = true;
    Ok(())
}

impl Adjudicator<'_> {
    /// V7: an ally of the hunters comes into play; the old one is discarded.
    pub(super) fn join_hunters(&mut self, title: EventCard) {
        if let Some(old) = self.table().ally.replace(title) {
            self.discard_event(old);
        }
    }

    /// The titles in the event discards for which this holds, a bit for each.
    pub(super) fn discarded(&self, is: impl Fn(EventCard) -> bool) -> u64 {
        let titles = self.at.decks.events_out.iter().map(|card| card.title);
        titles.filter(|&title| is(title)).fold(0, |set, title| set | 1 << title.index())
    }
}
