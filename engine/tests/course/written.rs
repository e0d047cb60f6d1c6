//! Tests on the games of `data/written-games.txt`, whose facts were derived by hand from the rules.

use stoker_engine::course::{Course, Hunter, HuntersView, Move, Params, State, Turned};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Chance, Game, Turn};

const GAMES: &str = include_str!("../data/written-games.txt");

/// A game as far as its lines have been read.
struct GameSoFar {
    rules: Course,
    state: State,
    last: Option<Turned>,
}

fn rules(settings: &[(&str, &str)]) -> Course {
    let presets = Params::presets();
    let written = presets.into_iter().find(|preset| preset.name == "written").unwrap();
    let mut params = serde_json::to_value(written.params).unwrap();
    for (name, value) in settings {
        params[name] = value.parse::<i32>().unwrap().into();
    }
    Course::on(serde_json::from_value(params).unwrap(), BuiltinMap::COURSE.load()).unwrap()
}

fn code(bytes: [u8; 2]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

impl GameSoFar {
    fn new(settings: &[(&str, &str)]) -> Self {
        let rules = rules(settings);
        let state = rules.start(Chance::recorded(vec![]));
        Self { rules, state, last: None }
    }

    /// Plays the move that each word names, and checks that the play reads as the word.
    fn play(&mut self, plays: &str) {
        for word in plays.split(' ') {
            let mv = match &word[..1] {
                "D" => self.rules.dracula_move(&word[1..3]).map(Move::Dracula),
                _ => self.rules.place(&word[1..3]).map(Move::Hunter),
            };
            let turned = self.rules.play(&mut self.state, mv.unwrap().into());
            let turned = turned.unwrap_or_else(|_| panic!("{word} is illegal: {}", self.legal()));
            let text = self.rules.play_text(turned.play);
            assert_eq!(String::from_utf8_lossy(&text), word);
            self.last = Some(turned);
        }
    }

    fn legal(&self) -> String {
        let moves = self.state.position().moves(&self.rules);
        let mut codes: Vec<_> = moves.map(|mv| code(self.rules.move_code(mv))).collect();
        codes.sort_unstable();
        codes.join(" ")
    }

    fn reveals(&self) -> String {
        let reveals = self.last.iter().flat_map(|turned| &turned.reveals);
        let mut told: Vec<_> = reveals
            .map(|reveal| (reveal.round, code(self.rules.sighting_code(reveal.sighting))))
            .collect();
        told.sort_unstable();
        told.into_iter()
            .map(|(round, code)| format!("{round}={code}"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The present value of a fact.
    fn fact(&self, name: &str) -> String {
        let board = self.state.position().board();
        match name {
            "seen" => self.state.history().as_hunters().past_plays(&self.rules),
            "legal" => self.legal(),
            "reveals" => self.reveals(),
            "score" => board.score().to_string(),
            "blood" => board.blood().to_string(),
            "life" => Hunter::ALL.map(|hunter| board.life(hunter).to_string()).join(" "),
            "over" => match self.rules.turn(&self.state) {
                Turn::Over(ending) => ending.reason.to_owned(),
                Turn::ToMove(_) => "not yet".to_owned(),
            },
            other => panic!("`{other}` is no fact of a game"),
        }
    }

    /// Checks that both sides' past plays parse as this game.
    fn check_strings(&self) {
        let seen = self.state.history().as_hunters();
        let text = self.state.history().past_plays(&self.rules);
        let read = State::parse(&self.rules, &text).unwrap();
        assert_eq!(read.history(), self.state.history());
        assert_eq!(HuntersView::parse(&self.rules, &seen.past_plays(&self.rules)), Ok(seen));
    }
}

/// Reads one game to its end, and returns how it ended.
fn read(game: &str) -> String {
    let mut lines = game.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let title = lines.next().unwrap();
    let words = lines.map(|line| line.split_once(' ').unwrap_or((line, "")));
    let words: Vec<_> = words.collect();
    let count = words.iter().take_while(|(word, _)| *word == "set").count();
    let (set, told) = words.split_at(count);
    let settings: Vec<_> = set.iter().map(|(_, set)| set.split_once(' ').unwrap()).collect();
    let mut game = GameSoFar::new(&settings);
    for &(word, rest) in told {
        if word == "play" {
            game.play(rest);
        } else {
            let plays = game.state.history().plays().len();
            assert_eq!(game.fact(word), rest, "{word} after {plays} plays of {title}");
        }
    }
    game.check_strings();
    game.fact("over")
}

#[test]
fn the_games_of_the_written_rules_go_as_they_were_derived() {
    let games: Vec<_> = GAMES.split("\ngame ").skip(1).collect();
    let endings: Vec<_> = games.into_iter().map(read).collect();
    let expected = ["blood", "score", "score", "score", "blood-and-score", "score", "blood"];
    assert_eq!(endings, expected);
}
