//! Coverage of the intervals, and their cost: `cargo bench -p stoker-stats --bench statistics`.
//!
//! Prints the tables of `docs/statistics.md`. Fails if a coverage is not as promised.

mod coverage;
mod league;
mod speed;

use std::process::ExitCode;

use coverage::{Coverage, FIGURES, coverage};
use league::{MetPairings, ScoreNoise, SyntheticLeague};

fn main() -> ExitCode {
    if !speed::table() {
        return ExitCode::FAILURE;
    }
    println!("\ncoverage of 95% intervals in percent, with the standard error of the simulation");
    let header: String = FIGURES.iter().map(|name| format!(" {name:>12}")).collect();
    println!("{:<22} {:>5} {:>7}{header}", "league", "seeds", "leagues");
    let mut sound = true;
    for line in lines() {
        let figures = coverage(&line.league, line.leagues);
        line.print(&figures);
        sound &= (0..FIGURES.len()).all(|of| figures[of].is_none_or(|found| is_sound(of, found)));
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A league of the table, and how often it is played.
struct LeagueCase {
    league: SyntheticLeague,
    leagues: u64,
}

impl LeagueCase {
    fn print(&self, figures: &[Option<Coverage>; 6]) {
        let SyntheticLeague { entrants, seeds, noise, meetings } = self.league;
        let meetings = match meetings {
            MetPairings::All => "",
            MetPairings::Gauntlet => ", gauntlet",
            MetPairings::Half => ", uneven",
        };
        let noise = format!("{noise:?}").to_lowercase();
        let name = format!("{entrants} x {entrants} {noise}{meetings}");
        let cells: String = figures
            .iter()
            .map(|figure| match figure {
                Some(Coverage { share, error }) => {
                    format!(" {:>12}", format!("{:.1} +-{:.1}", share * 100.0, error * 100.0))
                }
                None => format!(" {:>12}", "-"),
            })
            .collect();
        println!("{name:<22} {seeds:>5} {:>7}{cells}", self.leagues);
    }
}

/// The lines of the table. More seeds take longer, so fewer leagues are played with them.
fn lines() -> Vec<LeagueCase> {
    let mut lines = vec![];
    for (seeds, part) in [(30, 1), (100, 2), (400, 5), (50, 2)] {
        let mut add = |entrants, noise, meetings, leagues: u64| {
            let league = SyntheticLeague { entrants, seeds, noise, meetings };
            lines.push(LeagueCase { league, leagues: leagues / part });
        };
        for noise in [ScoreNoise::Normal, ScoreNoise::Bimodal, ScoreNoise::Skewed] {
            for (entrants, leagues) in [(2, 1_000), (3, 600), (8, 100), (20, 40)] {
                add(entrants, noise, MetPairings::All, leagues);
            }
            add(6, noise, MetPairings::Gauntlet, 200);
            add(6, noise, MetPairings::Half, 200);
        }
        for (entrants, leagues) in [(2, 1_000), (3, 600), (8, 100), (20, 40)] {
            add(entrants, ScoreNoise::Wins, MetPairings::All, leagues);
        }
    }
    lines
}

/// True if a coverage is as promised, up to three standard errors of the simulation.
fn is_sound(figure: usize, Coverage { share, error }: Coverage) -> bool {
    let above = if FIGURES[figure] == "rank" { 1.0 } else { 0.97 };
    (0.93 - 3.0 * error..=above + 3.0 * error).contains(&share)
}
