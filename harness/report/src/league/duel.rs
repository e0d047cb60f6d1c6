//! The table of a duel: entrants that play both sides, corrected for the advantage of a side.

use maud::{Render as _, html};
use stoker_stats::{DuelEntrant, Estimate};
use stoker_tournament::standings::{DuelRow, DuelSideRow, DuelTable};

use super::LeagueSources;
use super::leaderboard::{count, figure, interval, share};
use crate::report::Section;
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, safe_text};

/// The section, if at least two entrants play both sides.
pub(super) fn section(league: LeagueSources<'_>) -> Option<Section> {
    let table = league.data.duel.as_ref()?;
    let lead = "Strength is fitted to wins, in Elo: each entrant has one strength for both sides, \
                and the first side has an advantage of its own, so nobody gets credit for the \
                better side. 0 is the mean. Matches of an entrant against itself count for the \
                sides alone.";
    let section = Section::new("duel", "Both sides").with(html! { p.lead { (lead) } });
    Some(section.with(entrants(table).render()).with(sides(table).render()))
}

fn entrants(table: &DuelTable) -> HtmlTable {
    let won_as = |side: &DuelSideRow| Column::numbers(&format!("Won as {}", safe_text(&side.side)));
    let [first, second] = table.sides.each_ref().map(won_as);
    let columns = vec![
        Column::numbers("Rank"),
        Column::text("Entrant"),
        Column::numbers("Strength"),
        Column::numbers("Strength 95%"),
        Column::numbers("Won"),
        Column::numbers("Won 95%"),
        first,
        second,
        Column::numbers("Matches"),
    ];
    let mut rows = HtmlTable::new("Entrants that play both sides", columns);
    for DuelRow { rank, entrant, figures } in &table.rows {
        let DuelEntrant { matches, won, won_as, strength, .. } = figures;
        let [first, second] = won_as.map(|won| share(won.map(|won| won.value)));
        rows.named_row(
            entrant,
            vec![
                count((*rank).into()),
                TableCell::of(SafeText(entrant)),
                figure(*strength, 0),
                interval(*strength, 0),
                share(won.map(|won| won.value)),
                interval(won.map(percent), 1),
                first,
                second,
                count(*matches),
            ],
        );
    }
    rows
}

fn sides(table: &DuelTable) -> HtmlTable {
    let columns = vec![
        Column::text("Side"),
        Column::numbers("Advantage").meaning("over the other side, in Elo, between equals"),
        Column::numbers("Advantage 95%"),
        Column::numbers("Won"),
        Column::numbers("Won 95%"),
        Column::numbers("Matches"),
    ];
    let mut rows = HtmlTable::new("Sides, over all matches between these entrants", columns);
    for DuelSideRow { side, figures } in &table.sides {
        rows.named_row(
            side,
            vec![
                TableCell::of(SafeText(side)),
                figure(figures.advantage, 0),
                interval(figures.advantage, 0),
                share(figures.won.map(|won| won.value)),
                interval(figures.won.map(percent), 1),
                count(figures.matches),
            ],
        );
    }
    rows
}

fn percent(share: Estimate) -> Estimate {
    share.map(|share| 100.0 * share)
}
