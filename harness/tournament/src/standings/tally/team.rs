//! The figures of partners, computed from the sums.

use std::cmp::Ordering;

use stoker_stats::{Analysis, Estimate};

use super::super::partners::{PartnerFigures, PartnerSums};
use super::StandingsTally;
use super::results::better;
use crate::plan::Lineup;

impl StandingsTally {
    /// The effects of partners, which take the place of figures that compare sides of a match.
    pub(super) fn partner_figures(&self, analysis: &mut Analysis) -> Option<PartnerFigures> {
        let partners = self.partners.as_ref()?;
        let visit = |skip: [&[u64]; 2], each: &mut dyn FnMut(u64, &[usize])| {
            self.visit_all(skip, each);
        };
        let figures = partners.figures(
            &|each| visit([&self.void_slots, &[]], each),
            &|each| visit([&self.void_slots, &partners.forfeited], each),
            self.master,
        );
        for (row, of) in analysis.rows.iter_mut().zip(&figures.all) {
            (row.rating, row.ranks) = (of.effects.first().copied().flatten(), of.ranks);
            (row.elo, row.mean_rank) = (None, None);
        }
        Some(figures)
    }

    /// Repeats the lineups of all matches except these.
    pub(super) fn visit_all(&self, skip: [&[u64]; 2], each: &mut dyn FnMut(u64, &[usize])) {
        for number in 0..self.slots {
            if skip.iter().any(|list| list.binary_search(&number).is_ok()) {
                continue;
            }
            let (index, place) = self.numbering.place(number);
            match &self.drawn {
                Some(drawn) => each(index, &drawn.numbers(index, place)),
                None => each(index, &self.design.rows_in(place).collect::<Lineup>()),
            }
        }
    }

    /// The rows of partners, the best first: by their effect on each score, in order; where effects
    /// are not known, by means.
    pub(super) fn ranked_partners(&self, figures: &PartnerFigures) -> Vec<usize> {
        let mut rows = self.partners.as_ref().map(PartnerSums::order).unwrap_or_default();
        let effect = |row: usize, score: usize| figures.all[row].effects[score];
        let scores = 1 + self.further.len();
        // The sort is stable: equal ones keep the order of means.
        rows.sort_by(|&a, &b| {
            let by_score = (0..scores).map(|score| {
                better(
                    effect(a, score).map(Estimate::pinned),
                    effect(b, score).map(Estimate::pinned),
                )
            });
            by_score.fold(Ordering::Equal, Ordering::then)
        });
        rows
    }
}
