//! The differences between two runs, in words.

use std::collections::BTreeMap;

use super::{EntrantRow, Manifest, ReuseRow};

/// All differences that keep the matches of one run from being those of the other.
pub(super) fn list(found: &Manifest, asked: &Manifest) -> Vec<String> {
    let mut list = vec![];
    differ(&mut list, "version of stoker", &found.stoker, &asked.stoker);
    differ(&mut list, "executable", none(&found.program), none(&asked.program));
    tables(&mut list, "", &tournament(found), &tournament(asked));
    tables(&mut list, "compare.", &question(found), &question(asked));
    tables(&mut list, "params.", &found.params, &asked.params);
    tables(&mut list, "sweep.", &sweep(found), &sweep(asked));
    tables(&mut list, "limits.", &limits(found), &limits(asked));
    entrants(&mut list, &found.entrants, &asked.entrants);
    tables(&mut list, "isolation.", &isolation(found), &isolation(asked));
    let reuse = |run: &Manifest| run.reuse.as_ref().map(ReuseRow::identity);
    if reuse(found) != reuse(asked) {
        list.push("one reuses another run".to_owned());
    }
    if found.shard != asked.shard {
        list.push("one is another part of the plan".to_owned());
    }
    if list.is_empty() && found.plan != asked.plan {
        list.push("its run.toml was changed".to_owned());
    }
    list
}

/// All differences that keep a match of one run from being one of the other, where the same
/// entrants meet.
pub(super) fn of_matches(found: &Manifest, asked: &Manifest) -> Vec<String> {
    let mut list = vec![];
    differ(&mut list, "version of stoker", &found.stoker, &asked.stoker);
    differ(&mut list, "executable", none(&found.program), none(&asked.program));
    tables(&mut list, "", &rules(found), &rules(asked));
    let (there, here) = (found.tournament.starts, asked.tournament.starts);
    if there != here {
        list.push(format!(
            "--starts: the earlier run began matches {there}, this one begins them {here}; give \
             --starts {there}"
        ));
    }
    tables(&mut list, "params.", &found.params, &asked.params);
    // If only one of the runs has programs, no match that they share has a program.
    if found.limits.is_some() && asked.limits.is_some() {
        tables(&mut list, "limits.", &limits(found), &limits(asked));
    }
    if let (Some(found), Some(asked)) = (&found.isolation, &asked.isolation) {
        let [found, asked] = [found, asked].map(|isolation| isolation.still.to_string());
        differ(&mut list, "isolation.still", &found, &asked);
    }
    list
}

fn differ(list: &mut Vec<String>, what: &str, found: &str, asked: &str) {
    if found != asked {
        list.push(format!("{what}: there {found}, here {asked}"));
    }
}

fn none(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or("none")
}

fn tournament(run: &Manifest) -> toml::Table {
    toml::Table::try_from(run.tournament.identity()).unwrap_or_default()
}

/// The settings of a tournament that affect each of its matches.
fn rules(run: &Manifest) -> toml::Table {
    let mut table = tournament(run);
    for key in ["format", "matches", "records", "starts", "until_interval"] {
        table.remove(key);
    }
    table
}

fn sweep(run: &Manifest) -> toml::Table {
    run.sweep.as_ref().and_then(|sweep| toml::Table::try_from(sweep).ok()).unwrap_or_default()
}

fn question(run: &Manifest) -> toml::Table {
    run.compare.and_then(|question| toml::Table::try_from(question).ok()).unwrap_or_default()
}

fn limits(run: &Manifest) -> toml::Table {
    run.limits.and_then(|limits| toml::Table::try_from(limits).ok()).unwrap_or_default()
}

/// The choices about isolation. Facts about the machine may differ.
fn isolation(run: &Manifest) -> toml::Table {
    let Some(row) = &run.isolation else { return toml::Table::new() };
    [
        ("kind".to_owned(), row.kind.to_string().into()),
        ("turns".to_owned(), row.turns.to_string().into()),
        ("waived".to_owned(), row.waived_words().into()),
        ("still".to_owned(), row.still.into()),
    ]
    .into_iter()
    .collect()
}

fn tables(list: &mut Vec<String>, prefix: &str, found: &toml::Table, asked: &toml::Table) {
    let text =
        |value: Option<&toml::Value>| value.map_or("nothing".to_owned(), ToString::to_string);
    let both: BTreeMap<_, _> = found.iter().chain(asked).collect();
    for key in both.into_keys() {
        let (found, asked) = (text(found.get(key)), text(asked.get(key)));
        differ(list, &format!("{prefix}{key}"), &found, &asked);
    }
}

fn entrants(list: &mut Vec<String>, found: &[EntrantRow], asked: &[EntrantRow]) {
    for (n, row) in found.iter().enumerate() {
        match counterpart(found, n, asked) {
            None => list.push(format!("entrant `{}` is missing here", row.name)),
            Some(other) => entrant(list, row, other),
        }
    }
    for (n, row) in asked.iter().enumerate() {
        if counterpart(asked, n, found).is_none() {
            list.push(format!("entrant `{}` is new here", row.name));
        }
    }
    let names = |rows: &[EntrantRow]| rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    if list.is_empty() && names(found) != names(asked) {
        list.push("the entrants are in another order".to_owned());
    }
}

/// The row among `others` that stands for row `n` of `rows`. Rows with one name, which bots for
/// different sides may share, correspond in their order.
fn counterpart<'r>(
    rows: &[EntrantRow],
    n: usize,
    others: &'r [EntrantRow],
) -> Option<&'r EntrantRow> {
    let (earlier, row) = (&rows[..n], &rows[n]);
    let is_alike = |other: &&EntrantRow| other.name == row.name && other.side == row.side;
    others.iter().filter(is_alike).nth(earlier.iter().filter(is_alike).count())
}

fn entrant(list: &mut Vec<String>, found: &EntrantRow, asked: &EntrantRow) {
    let name = &found.name;
    differ(list, &format!("spec of `{name}`"), &found.spec, &asked.spec);
    let (there, here) = (none(&found.hash), none(&asked.hash));
    if there != here {
        list.push(format!(
            "`{name}` has changed: its files had hash {there}, those here have {here}; if the run was moved, --entrants DIR says where they are"
        ));
    }
    if found.unfit != asked.unfit {
        list.push(format!("`{name}` is fit for other sides"));
    }
}
