//! Partners: what an entrant adds to the scores of its teams.

use maud::{Render as _, html};
use stoker_tournament::standings::{PartnerEffects, PartnerRow, PartnerTable};

use super::LeagueSources;
use super::leaderboard::{count, figure, interval};
use crate::report::Section;
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, safe_text};

/// The decimals of effects: victories are 0 or 1.
const DECIMALS: usize = 3;

/// The section, if the run has partners.
pub(super) fn section(league: LeagueSources<'_>) -> Option<Section> {
    let table = league.data.partners.as_ref()?;
    let lost: u64 = table.rows.iter().map(|row| row.forfeits).sum();
    let mut section = Section::new("partners", "Partners")
        .with(html! { p.lead {
            "All entrants of a team share its scores. The figures say what a team gains if the \
             entrant takes the seat of an average one."
        } })
        .with(effects(table, "Effects in all matches", |row| &row.all));
    if lost > 0 {
        section = section
            .with(html! { p.lead {
                "Faults have lost matches: \u{201c}Forfeits\u{201d} says whose. The second table leaves these \
                 matches out."
            } })
            .with(effects(table, "Effects without forfeited matches", |row| &row.kept));
    }
    Some(section)
}

fn effects(
    table: &PartnerTable,
    caption: &str,
    of: fn(&PartnerRow) -> &PartnerEffects,
) -> maud::Markup {
    let mut columns =
        vec![Column::text("Entrant"), Column::numbers("Seats"), Column::numbers("Forfeits")];
    for score in &table.scores {
        let name = safe_text(score);
        let meaning = "what a team gains against an average entrant";
        columns.push(Column::numbers(&name).meaning(meaning));
        columns.push(Column::numbers(&format!("{name} 95%")));
    }
    let mut rows = HtmlTable::new(caption, columns);
    for row in &table.rows {
        let PartnerEffects { seats, effects } = of(row);
        let name = TableCell::of(SafeText(&row.entrant));
        let mut cells = vec![name, count(*seats), count(row.forfeits)];
        for effect in effects {
            cells.extend([figure(*effect, DECIMALS), interval(*effect, DECIMALS)]);
        }
        rows.named_row(&row.entrant, cells);
    }
    rows.render()
}
