//! The tournament harness: plans, matches, records, statistics.
