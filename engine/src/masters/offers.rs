//! Legal moves in words, for a person who is to choose one.

use super::Masters;
use super::codes::{District, Face, Relic, Vampire};
use super::moves::Move;
use super::scene::key;
use super::table::Table;
use crate::scene::Offer;

impl Masters {
    /// A legal move, on the spot of the district that it names.
    pub(super) fn offer(&self, table: &Table, mv: Move) -> Offer {
        let text = mv.to_string();
        let district = text.split(':').find_map(|part| part.parse::<District>().ok());
        let at = district.map(|district| key(table.cell(district)));
        Offer { label: self.words(mv), mv: text, at }
    }

    /// The effect of a move, in words.
    fn words(&self, mv: Move) -> String {
        let place = |district: District| self.data().district_name(district);
        let vampire = |vampire: Vampire| self.data().vampire_name(vampire);
        match mv {
            Move::Resolve(at) => format!("resolve {}", place(at)),
            Move::Agent(at, face) => format!("{} in {}", agent(face), place(at)),
            Move::Who(who) => vampire(who).to_owned(),
            Move::Feed(who) => format!("blood: {} gains blood", vampire(who)),
            Move::RelicFor(who) => {
                format!("{}: {} gains blood", self.relic(Relic::Chalice), vampire(who))
            }
            Move::Grey(at) => format!("grey first: {}", place(at)),
            Move::Urn(count) => format!("{} to the urn", number(count, "agent")),
            Move::At(at) => place(at).to_owned(),
            Move::Combat(at) => format!("the next combat: {}", place(at)),
            Move::Minions(count) => format!("spend {}", number(count, "minion")),
            Move::Die(pips) => format!("use the die {}", pips.get()),
            Move::Keep => "leave the die as it is".to_owned(),
            Move::End => "end the turn".to_owned(),
            Move::Go(at, minions) => format!("go to {}{}", place(at), with(minions)),
            Move::Ride(at, minions) => format!("by train to {}{}", place(at), with(minions)),
            Move::Expose => "expose the agents here".to_owned(),
            Move::Fight => "fight here".to_owned(),
            Move::Recruit => "recruit a minion: the veil rises".to_owned(),
            Move::Use => "use the district".to_owned(),
            Move::Hunt => "hunt: 1 blood".to_owned(),
            Move::WildHunt => "wild hunt: all blood, and the veil falls".to_owned(),
            Move::Blood => "blood ability".to_owned(),
            Move::Lure(at, face) => format!("blood: {} comes here from {}", agent(face), place(at)),
            Move::Send(at, face) => format!("blood: {} goes to {}", agent(face), place(at)),
            Move::Reveal(at) => format!("blood: expose {}", place(at)),
            Move::Dark => "dark ability: the veil falls".to_owned(),
            Move::LureAll(at) => format!("dark: all agents of {} come here", place(at)),
            Move::SendAll(at) => format!("dark: all agents here go to {}", place(at)),
            Move::Give(relic, who) => format!("give {} to {}", self.relic(relic), vampire(who)),
            Move::Take(relic, who) => format!("take {} from {}", self.relic(relic), vampire(who)),
            Move::Swap(own, other, who) => {
                let (own, other) = (self.relic(own), self.relic(other));
                format!("give {own} to {} for {other}", vampire(who))
            }
            Move::Discard(relic) => format!("discard {}", self.relic(relic)),
            Move::Relic(relic) => format!("use {}", self.relic(relic)),
            Move::RelicAt(relic, at) => format!("use {} on {}", self.relic(relic), place(at)),
            Move::RelicDie(pips) => {
                format!("{}: roll the {} again", self.relic(Relic::Knucklebone), pips.get())
            }
            Move::Sigillate => "place the own sigil here".to_owned(),
            Move::Ritual => "hold the ritual".to_owned(),
        }
    }

    fn relic(&self, relic: Relic) -> &str {
        self.data().relic_name(relic)
    }
}

const fn agent(face: Face) -> &'static str {
    match face {
        Face::Hidden => "a hidden agent",
        Face::Exposed => "an exposed agent",
    }
}

fn number(count: u8, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn with(minions: u8) -> String {
    if minions == 0 { String::new() } else { format!(" with {}", number(minions, "minion")) }
}

#[cfg(test)]
mod tests {
    use super::super::Masters;
    use crate::Game as _;

    #[test]
    fn moves_are_told_in_words() {
        let masters = Masters::new(Masters::presets().remove(0).params, None).unwrap();
        let data = masters.data();
        let police = data.district_name("POL".parse().unwrap());
        let timepiece = data.relic_name("TIM".parse().unwrap());
        let words = |text: &str| masters.words(text.parse().unwrap());
        for (mv, told) in [
            ("MV:POL:2", format!("go to {police} with 2 minions")),
            ("MV:POL:0", format!("go to {police}")),
            ("AG:POL:H", format!("a hidden agent in {police}")),
            ("MN:1", "spend 1 minion".to_owned()),
            ("UR:0", "no agents to the urn".to_owned()),
            ("DS:TIM", format!("discard {timepiece}")),
            ("END", "end the turn".to_owned()),
        ] {
            assert_eq!(words(mv), told, "{mv}");
        }
    }
}
