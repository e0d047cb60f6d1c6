//! The worked examples of the rules (boss X). Without other word: no tokens, `NIGHT`, no vampires,
//! no orders, no wounds.

use super::players::PlayerSet;
use super::*;
use crate::{Chance, Purpose, Seed, SideId, SideSet, Turn};

/// A position in the first turn of v0 of three, whose actions begin.
struct Example {
    rules: Boss,
    at: Position,
}

impl Example {
    /// Tiles as `TILE!! T01 (T02)`: a `!` for each token, parentheses round what is face down.
    fn of(tiles: &[&str], hand: &str) -> Self {
        let rules = Boss::default();
        let mut rng = Seed(1).rng(None, None, Purpose::new("test"));
        let mut at = Position::start(&rules, &mut rng, &mut Tellings::new());
        at.table.active = Player::new(0);
        at.asked = Some((Player::ALL[0], Asked::Action));
        at.table.orders.clear();
        at.table.tiles.clear();
        at.hidden.lying.clear();
        let mut example = Self { rules, at };
        Player::ALL.into_iter().take(3).for_each(|player| example.hold(player, ""));
        example.hold(Player::ALL[0], hand);
        tiles.iter().for_each(|tile| example.lay(tile));
        example
    }

    fn hold(&mut self, player: Player, cards: &str) {
        let hand: Hand =
            cards.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect();
        self.at.own[player].hand = hand;
        self.at.table.seats[player.index()].hand = count(hand.len() as usize);
    }

    fn lay(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        let tile = words.next().unwrap();
        let code = tile.trim_end_matches('!');
        let tokens = count(tile.len() - code.len());
        let mut ground =
            LayoutTile { tile: code.parse().unwrap(), tokens, lying: arrayvec::ArrayVec::new() };
        let mut lying = arrayvec::ArrayVec::new();
        for word in words {
            let one: Pedestrian = word.trim_matches(['(', ')']).parse().unwrap();
            let group = one.group(self.rules.data());
            ground.lying.push(if word.starts_with('(') {
                Lying::Down { group, seen_by: PlayerSet::default() }
            } else {
                Lying::Up { pedestrian: one, hits: 0 }
            });
            lying.push(one);
        }
        self.at.table.tiles.push(ground);
        self.at.hidden.lying.push(lying);
    }

    fn sky(mut self, sky: Sky) -> Self {
        self.at.table.sky.clear();
        self.at.table.sky.push(sky);
        self
    }

    fn vampire(mut self, vampire: Vampire) -> Self {
        self.at.table.seats[0].vampire = Some(vampire);
        self
    }

    fn play(mut self, moves: &str) -> Self {
        let mut rng = Seed(2).rng(None, None, Purpose::new("test"));
        for text in moves.split_whitespace() {
            let legal = self.legal();
            let played =
                self.at.play(&self.rules, text.parse().unwrap(), &mut rng, &mut Tellings::new());
            assert!(played.is_ok(), "{text} is not legal: {legal}");
        }
        self
    }

    fn legal(&self) -> String {
        let moves = self.at.moves(&self.rules);
        moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The ids that v0 has claimed.
    fn claimed(&self) -> String {
        let claims = self.at.table.claimed_by(Player::ALL[0]);
        claims.map(|claim| claim.pedestrian.id()).collect::<Vec<_>>().join(" ")
    }

    fn tokens(&self) -> u8 {
        self.at.table.tiles[0].tokens
    }

    fn place(&self) -> &PublicSeat {
        &self.at.table.seats[0]
    }

    fn asked(&self) -> String {
        self.at.asked().map_or(String::new(), |(player, asked)| format!("{player} {asked}"))
    }
}

#[test]
fn x1_surplus_is_lost_and_a_familiar_draws_a_card() {
    let done = Example::of(&["VIGIL F02", "PARK T01"], "5").play("A:VIGIL H:1:5");
    assert_eq!((done.claimed().as_str(), done.place().wounds, done.place().hand), ("F02", 0, 1));
    assert_eq!(done.rules.points(&done.at.table, Player::ALL[0]), 4);
}

#[test]
fn x2_a_failure_brings_a_wound_and_closes_the_tile_at_three_tokens() {
    let begun = Example::of(&["VIGIL!! F05", "PARK T01"], "5").play("A:VIGIL H:1:5");
    assert_eq!(begun.legal(), "STOP");
    let done = begun.play("STOP");
    assert_eq!((done.place().wounds, done.tokens()), (1, 3));
    assert_eq!(done.at.table.discards.last(), Some(&Card::Five));
}

#[test]
fn x3_what_was_beaten_is_kept_in_a_failed_attack() {
    let begun = Example::of(&["CHURCH T09 T03", "PARK T01"], "3").play("A:CHURCH");
    assert_eq!(begun.legal(), "H:1:3 H:2:3 STOP");
    let done = begun.play("H:1:3 STOP");
    assert_eq!((done.claimed().as_str(), done.place().wounds, done.tokens()), ("T09", 1, 1));
    assert_eq!(done.at.lying_on(0), ["T03".parse().unwrap()]);
}

#[test]
fn x4_of_two_kinds_of_orders_exactly_one_is_taken() {
    let mut begun = Example::of(&["VIGIL T07 T01"], "3");
    begun.at.table.orders.extend([Order::Tourist, Order::OPlus, Order::Werewolf]);
    let asked = begun.play("A:VIGIL H:1:3");
    assert_eq!(asked.legal(), "O:O+ O:TOURIST");
    let done = asked.play("O:TOURIST");
    assert_eq!(done.at.table.orders.as_slice(), [Order::OPlus, Order::Werewolf]);
}

#[test]
fn x6_predators_come_first_and_a_ghost_fears_no_ambush() {
    let tiles = ["CHURCH (H01) (P01) (T03)", "PARK T01"];
    let begun = Example::of(&tiles, "1 5 5 5 5 5 5").play("A:CHURCH");
    assert_eq!(begun.legal(), "W D:1 D:5");
    let fight = begun.play("D:1");
    assert_eq!(fight.legal(), "H:1:5 STOP");
    let done = fight.play("H:1:5 H:1:5 H:1:5 H:1:5 H:1:5");
    assert_eq!(done.claimed(), "H01 P01 T03");
    let ghost = Example::of(&["CHURCH (H01) (T03)", "PARK T01"], "2").vampire(Vampire::Ghost);
    let fight = ghost.play("A:CHURCH");
    assert_eq!(fight.legal(), "H:1:2 H:2:2 STOP");
    let done = fight.play("H:2:2 STOP");
    assert_eq!((done.claimed().as_str(), done.place().wounds, done.tokens()), ("T03", 1, 0));
}

#[test]
fn x7_a_werewolf_takes_two_hits_under_a_full_moon() {
    let hand = "2 4 5 5 5";
    let moon = || Example::of(&["DOCKS W01 P01", "PARK T01"], hand).sky(Sky::Moon);
    let done = moon().play("A:DOCKS H:1:2 H:1:5 H:2:5");
    assert_eq!((done.claimed().as_str(), done.asked().as_str()), ("P01", "v0 action"));
    assert_eq!(done.play("A:DOCKS H:1:4 H:1:5").claimed(), "P01 W01");
    let dawn = Example::of(&["DOCKS W01 P01", "PARK T01"], hand).sky(Sky::Dawn);
    assert_eq!(dawn.play("A:DOCKS H:1:2 H:1:5").claimed(), "W01");
}

#[test]
fn x8_an_add_symbol_that_is_added_counts_too() {
    let mut begun = Example::of(&["MARKET (T02)", "PARK T01"], "5");
    let deck = ["F01", "R03"].map(|id| id.parse().unwrap());
    begun.at.hidden.pedestrians.extend(deck);
    begun.at.table.pedestrians_left += 2;
    let done = begun.play("A:MARKET H:1:5 STOP");
    let left: Vec<&str> = done.at.lying_on(0).iter().map(|one| one.id()).collect();
    assert_eq!((done.claimed().as_str(), left.join(" ").as_str()), ("T02", "R03 F01"));
}

#[test]
fn x9_streets_tokens_and_clouds_change_values() {
    let value = |tiles: &[&str], attack: &str, sky| {
        let at = Example::of(tiles, "5").sky(sky).play(attack);
        at.rules.value_at(&at.at.table, TileSpot::new(0).unwrap())
    };
    assert_eq!(value(&["MAIN1! P07", "MAIN2!!"], "A:MAIN1", Sky::Night), 9);
    assert_eq!(value(&["CHURCH! P07"], "A:CHURCH", Sky::Cloudy), 7);
    assert_eq!(value(&["ALLEY T01"], "A:ALLEY", Sky::Cloudy), 1);
}

#[test]
fn x10_the_park_does_not_wound_and_mist_is_used_up() {
    let done = Example::of(&["PARK P01", "DOCKS T01"], "5").play("A:PARK STOP");
    assert_eq!((done.place().wounds, done.tokens()), (0, 3));
    // It is closed.
    assert_eq!(done.legal(), "A:DOCKS -");
    let done = Example::of(&["DOCKS P01", "PARK T01"], "5 MIST").play("MIST A:DOCKS STOP");
    assert_eq!((done.place().wounds, done.tokens(), done.at.table.mist), (0, 1, false));
}

#[test]
fn x11_three_wounds_kill_and_the_last_closed_tile_ends_the_game() {
    let weak = |tiles: &[&str]| {
        let mut example = Example::of(tiles, "1");
        example.at.table.seats[0].wounds = 2;
        example.play("A:VIGIL STOP")
    };
    let done = weak(&["VIGIL!! T03", "PARK T01"]);
    assert_eq!((done.place().status, done.tokens()), (Status::Dead, 3));
    assert_eq!(done.asked(), "v1 action");
    let over = weak(&["VIGIL!! T03"]);
    assert_eq!(over.at.table.over, Some(Reason::Vigilance));
}

#[test]
fn x5_and_x12_points_and_ranks() {
    let rules = Boss::with(Params { players: 4, ..Params::default() }).unwrap();
    let mut rng = Seed(1).rng(None, None, Purpose::new("test"));
    let mut at = Position::start(&rules, &mut rng, &mut Tellings::new());
    let table = &mut at.table;
    let claim = |by: usize, id: &str, bitten| Claim {
        by: Player::ALL[by],
        pedestrian: id.parse().unwrap(),
        bitten,
    };
    table.claimed.extend([claim(0, "P01", true), claim(0, "F02", false)]);
    table.seats[0].won.extend([Order::APlus, Order::Police]);
    assert_eq!(rules.points(table, Player::ALL[0]), 12);
    table.claimed.clear();
    table.seats[0].won.clear();
    table.claimed.extend([claim(0, "P02", false), claim(1, "P03", false)]);
    (table.seats[0].wounds, table.seats[1].wounds) = (1, 1);
    (table.seats[2].status, table.seats[3].status) = (Status::Sun, Status::Left);
    let ranks = [0, 1, 2, 3].map(|seat| rules.rank_score(table, Player::ALL[seat]));
    assert_eq!(ranks, [5, 5, 0, 2]);
    (at.table.over, at.asked) = (Some(Reason::Cap), None);
    let Turn::Over(ending) = State::of(at, Chance::seeded(Seed(1))).turn(&rules) else {
        panic!("the game is over")
    };
    assert_eq!(ending.winners, SideSet::NONE.with(SideId(0)).with(SideId(1)));
}

#[test]
fn x13_a_whisper_is_answered_from_the_seat_after_it() {
    let mut begun = Example::of(&["PARK T01"], "LURE 2");
    begun.hold(Player::ALL[1], "HUSH");
    begun.hold(Player::ALL[2], "HUSH");
    let first = begun.play("LURE:2");
    assert_eq!(first.asked(), "v1 answer");
    let second = first.play("HUSH");
    assert_eq!(second.asked(), "v2 answer");
    let done = second.play("HUSH");
    assert_eq!(done.asked(), "v0 action");
    assert!(done.at.table.seats[2].lured, "an even number of Whispers");
}

#[test]
fn x13_a_second_whisper_can_be_answered_by_all_who_hold_another() {
    let mut begun = Example::of(&["PARK T01"], "LURE HUSH 2");
    begun.hold(Player::ALL[1], "HUSH HUSH");
    begun.hold(Player::ALL[2], "HUSH");
    let third = begun.play("LURE:2 HUSH HUSH");
    assert_eq!(third.asked(), "v0 answer");
    let fourth = third.play("-");
    assert_eq!(fourth.asked(), "v1 answer");
    let done = fourth.play("HUSH");
    // The third Whisper can be answered too: v2 has none left, and v0 passes again.
    assert_eq!(done.asked(), "v0 answer");
    let done = done.play("-");
    assert_eq!(done.asked(), "v0 action");
    assert!(!done.at.table.seats[2].lured, "an odd number of Whispers");
}
