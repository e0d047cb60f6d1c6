//! The replays: a list, and the place where one is shown.

use maud::{Markup, Render as _, html};

use super::leaderboard::count;
use super::{LeagueSources, unless_empty};
use crate::choice::Pick;
use crate::replays::Replays;
use crate::report::{ReportAudience, Section};
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, counted, grouped, safe_text};

/// The section, if there is a replay or a reason why there is none.
pub(super) fn section(league: LeagueSources<'_>) -> Option<Section> {
    let Replays { shown, refused, left_out, none, .. } = league.replays;
    let section = Section::new("replays", "Replays");
    if let Some(none) = none {
        return Some(section.with(html! { p { "No match can be shown: " (SafeText(none)) "." } }));
    }
    if shown.is_empty() && refused.is_empty() && *left_out == 0 {
        return None;
    }
    let section = section.with(lead(league));
    if shown.is_empty() {
        return unless_empty(section);
    }
    Some(section.with(list(league.replays)).with(html! {
        div #replay-place { p.quiet { "Choose a match to see it turn by turn." } }
    }))
}

fn lead(league: LeagueSources<'_>) -> Markup {
    let Replays { shown, refused, left_out, .. } = league.replays;
    html! {
        p.lead {
            (counted(shown.len() as u64, "match", "matches"))
            " can be watched here. They are the worst, the best, the first with a fault and a typical \
            match of each entrant on each side, as far as there is room, then other recorded ones."
            @if *left_out > 0 { " " (grouped(*left_out)) " more are left out, to keep this page small and quick to write." }
            @if league.audience == ReportAudience::Public {
                " They show only what may be public while the tournament's bots are being written."
            }
        }
        @if !refused.is_empty() {
            p { "Left out, because they cannot be shown:" }
            ul { @for (number, reason) in refused.iter().take(10) {
                li {
                    "match " (number)
                    // A reason quotes the record.
                    @if league.audience == ReportAudience::Owner { ": " (SafeText(reason)) }
                }
            } }
        }
    }
}

fn list(replays: &Replays) -> Markup {
    let columns = vec![
        Column::numbers("Match"),
        Column::text("Who"),
        Column::text("Why"),
        Column::numbers("Turns"),
        Column::text("Ending"),
    ];
    let mut table = HtmlTable::new("Matches to watch", columns);
    for shown in &replays.shown {
        let number = shown.pick.number();
        let link = html! { a href=(format!("#match={number}")) { (number) } };
        table.named_row(
            &shown.packed.heading,
            vec![
                TableCell::keyed(number as f64, link),
                TableCell::of(SafeText(&shown.packed.heading)),
                TableCell::of(why(&shown.pick)),
                count(shown.turns as u64),
                TableCell::of(SafeText(&shown.ending)),
            ],
        );
    }
    table.render()
}

fn why(pick: &Pick) -> String {
    let reasons = pick.reasons.iter().map(|(kind, entrant, why)| {
        format!("{} of {} as {}", why.word(), safe_text(entrant), safe_text(kind))
    });
    let reasons: Vec<_> = reasons.collect();
    if reasons.is_empty() { "recorded".to_owned() } else { reasons.join(", ") }
}
