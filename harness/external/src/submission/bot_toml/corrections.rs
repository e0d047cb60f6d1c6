//! The table of a form in `bot.toml`: a submission's corrections of what is detected about its
//! sources.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use serde::Deserialize;
use stoker_bots::submissions::{SubmissionForm, Year};
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use super::{BotTomlError, TomlLines};

/// The most sources, and the most flags, in the table.
const MOST: usize = 1_000;

/// The table as it was written, without the keys that the form defines, which are the kinds of
/// sides.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCorrections {
    year: Option<Spanned<u64>>,
    sources: Option<Spanned<Vec<Spanned<String>>>>,
    cflags: Option<Spanned<Vec<String>>>,
}

/// The deciding sources by kind of side, as they were written.
type Entries = Vec<(&'static str, Spanned<String>)>;

/// A `bot.toml`'s corrections of what is detected about a submission of sources. Anything not given
/// is detected as if the table did not exist.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Corrections {
    /// The year of the interface.
    pub(crate) interface: Option<&'static Year>,
    /// The deciding source by kind of side.
    pub(crate) entries: BTreeMap<&'static str, String>,
    /// Instructions for compiling the programs.
    pub(crate) compiling: Compiling,
    /// The line in which the table begins, from 1.
    pub(crate) line: usize,
}

/// The instructions for compiling a submission's programs in its `bot.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Compiling {
    /// The sources of both programs besides the deciding ones: paths inside the folder that end in
    /// `.c`. They replace those that `make` names.
    pub(crate) sources: Option<Vec<String>>,
    /// The compiler flags. They replace those of `make`.
    pub(crate) cflags: Option<Vec<String>>,
}

impl TomlLines<'_> {
    /// Reads and validates the table, and checks that the rest of the file does not contradict it.
    pub(super) fn corrections(
        self,
        form: &'static SubmissionForm,
        table: Spanned<DeValue<'_>>,
        file: &super::RawBotToml,
        has: impl Fn(&str) -> bool,
    ) -> Result<Corrections, BotTomlError> {
        let line = self.of(table.span().start);
        let (RawCorrections { year, sources, cflags }, named) = self.raw(form, table)?;
        self.stands_alone(form, file)?;
        let interface = year.as_ref().map(|year| self.year(form, year)).transpose()?;
        let mut entries = BTreeMap::new();
        for (side, entry) in &named {
            if let Some(year) = interface.filter(|year| !year.plays(side)) {
                let sides = year.sides.join(" and ");
                let problem = format!("the programs of {year} play the {sides} only");
                return Err(self.error(entry.span().start, problem));
            }
            entries.insert(*side, self.source(entry, &has)?);
        }
        let sources = sources.as_ref().map(|list| self.sources(list, has)).transpose()?;
        let cflags = cflags.as_ref().map(|list| self.cflags(list)).transpose()?;
        Ok(Corrections { interface, entries, compiling: Compiling { sources, cflags }, line })
    }

    /// Parses the table.
    fn raw(
        self,
        form: &'static SubmissionForm,
        mut table: Spanned<DeValue<'_>>,
    ) -> Result<(RawCorrections, Entries), BotTomlError> {
        let kinds: Vec<_> = form.sides.iter().map(|side| side.kind).collect();
        let misread = |error| self.misread(&error, &kinds);
        let mut entries = vec![];
        if let DeValue::Table(keys) = table.get_mut() {
            for (&kind, entry) in kinds.iter().filter_map(|kind| Some((kind, keys.remove(*kind)?)))
            {
                let entry = Spanned::deserialize(ValueDeserializer::from(entry));
                entries.push((kind, entry.map_err(misread)?));
            }
        }
        let raw = RawCorrections::deserialize(ValueDeserializer::from(table)).map_err(misread)?;
        Ok((raw, entries))
    }

    /// Checks that no other part of the file gives instructions for building and running the
    /// programs.
    fn stands_alone(
        self,
        form: &SubmissionForm,
        file: &super::RawBotToml,
    ) -> Result<(), BotTomlError> {
        let intruders = [
            ("`protocol`", file.protocol.as_ref().map(Spanned::span)),
            ("[run]", file.run.as_ref().map(Spanned::span)),
            ("[build]", file.build.as_ref().map(Spanned::span)),
        ];
        for (what, span) in intruders {
            if let Some(span) = span {
                let problem = format!(
                    "{what} cannot be combined with [{}], because stoker then builds and runs the \
                     program itself: remove one of them",
                    form.word
                );
                return Err(self.error(span.start, problem));
            }
        }
        Ok(())
    }

    fn year(
        self,
        form: &SubmissionForm,
        year: &Spanned<u64>,
    ) -> Result<&'static Year, BotTomlError> {
        form.year(*year.get_ref()).ok_or_else(|| {
            let SubmissionForm { word, known_years: known, .. } = form;
            let problem = format!("there is no {word} interface for this year: give {known}");
            self.error(year.span().start, problem)
        })
    }

    fn sources(
        self,
        list: &Spanned<Vec<Spanned<String>>>,
        has: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, BotTomlError> {
        if list.get_ref().len() > MOST {
            return Err(self.error(list.span().start, format!("more than {MOST} sources")));
        }
        list.get_ref().iter().map(|path| self.source(path, &has)).collect()
    }

    /// A C source of the folder, without a leading `./`.
    fn source(
        self,
        path: &Spanned<String>,
        has: impl Fn(&str) -> bool,
    ) -> Result<String, BotTomlError> {
        let text = path.get_ref();
        let plain = |part: Component<'_>| match part {
            Component::CurDir => Some(None),
            Component::Normal(part) => Some(Some(part.to_str()?.to_owned())),
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => None,
        };
        let parts: Option<Vec<Option<String>>> = Path::new(text).components().map(plain).collect();
        let inside = parts.map(|parts| parts.into_iter().flatten().collect::<Vec<_>>().join("/"));
        let problem = match inside {
            None => "a source is a path inside of the folder, without `..`".to_owned(),
            Some(path) if !path.ends_with(".c") => {
                format!("`{text}` is not a C source: its name does not end in `.c`")
            }
            Some(path) if !has(&path) => {
                format!("`{text}` is not a file in the folder (symbolic links do not count)")
            }
            Some(path) => return Ok(path),
        };
        Err(self.error(path.span().start, problem))
    }

    fn cflags(self, list: &Spanned<Vec<String>>) -> Result<Vec<String>, BotTomlError> {
        let words = list.get_ref();
        let problem = if words.len() > MOST {
            format!("more than {MOST} flags")
        } else if words.iter().any(|word| word.is_empty() || word.contains('\0')) {
            "a flag is a word, as in [\"-O2\", \"-DFAST\"]".to_owned()
        } else {
            return Ok(words.clone());
        };
        Err(self.error(list.span().start, problem))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use stoker_bots::course::SUBMISSIONS;

    use super::super::{BotToml, BuildMethod};
    use super::*;

    const FILES: [&str; 3] = ["ai/hunter.c", "Map.c", "vlad.c"];
    const WHOLE: &str = "name = \"fox\"\n[course]\nyear = 2016\nsources = [\"./Map.c\"]\n\
                         cflags = [\"-O2\"]\nhunters = \"ai/hunter.c\"\ndracula = \"vlad.c\"\n";

    fn parse(text: &str) -> Result<BotToml, BotTomlError> {
        BotToml::parse(text, Some(SUBMISSIONS), |path| FILES.contains(&path))
    }

    fn table(text: &str) -> Corrections {
        match parse(text).unwrap().program {
            BuildMethod::Sources(table) => table,
            BuildMethod::OwnCommands(told) => panic!("{told:?}"),
        }
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_key_is_understood_and_none_is_needed() {
        let table = table(WHOLE);
        assert_eq!(table.interface, SUBMISSIONS.year(2014));
        assert_eq!(table.entries["hunters"], "ai/hunter.c");
        assert_eq!(table.entries["dracula"], "vlad.c");
        assert_eq!(table.compiling.sources, Some(vec!["Map.c".to_owned()]));
        assert_eq!(table.compiling.cflags, Some(vec!["-O2".to_owned()]));
        assert_eq!(table.line, 2);
        assert_eq!(self::table("[course]"), Corrections { line: 1, ..Corrections::default() });
    }

    #[test]
    fn years_are_those_of_which_an_interface_is_known() {
        let of = |year: u32| parse(&format!("[course]\nyear = {year}"));
        for year in [2013, 2014, 2015, 2016, 2018, 2019, 2020] {
            assert!(of(year).is_ok(), "{year}");
        }
        for year in [0, 2012, 2017, 2021] {
            let error = of(year).unwrap_err().to_string();
            assert!(
                error.starts_with("bot.toml:2: there is no course interface for this year"),
                "{error}"
            );
        }
    }

    #[test]
    fn what_contradicts_the_table_is_named_with_its_own_line() {
        let with = |text: &str| error(&format!("{text}\n"));
        assert!(with("# x\nprotocol = \"course\"\n[course]").starts_with("bot.toml:2: `protocol`"));
        let run = with("[course]\nyear = 2019\n[run]\nhunters = [\"./a\"]");
        assert!(run.starts_with("bot.toml:3: [run] cannot be combined with [course]"), "{run}");
        assert!(with("[build]\ncommand = [\"make\"]\n[course]").starts_with("bot.toml:1: [build]"));
        let of_2013 = with("[course]\nyear = 2013\ndracula = \"vlad.c\"");
        assert_eq!(of_2013, "bot.toml:3: the programs of 2013 play the hunters only");
    }

    #[test]
    fn sources_are_files_inside_of_the_folder() {
        let with = |path: &str| error(&WHOLE.replace("./Map.c", path));
        for path in ["../Map.c", "/etc/Map.c", "a/../Map.c"] {
            assert!(with(path).starts_with("bot.toml:4: a source is a path inside"), "{path}");
        }
        assert!(with("Map.h").contains("bot.toml:4: `Map.h` is not a C source"));
        assert!(with("").contains("bot.toml:4: `` is not a C source"));
        assert!(with("No.c").contains("bot.toml:4: `No.c` is not a file in the folder"));
        assert!(with("Map\\u0000.c").contains("bot.toml:4:"));
        let entry = error(&WHOLE.replace("vlad.c", "none.c"));
        assert!(entry.starts_with("bot.toml:7: `none.c` is not a file"), "{entry}");
    }

    #[test]
    fn flags_are_words_and_not_without_end() {
        let with = |list: &str| error(&WHOLE.replace("[\"-O2\"]", list));
        assert!(with("[\"\"]").starts_with("bot.toml:5: a flag is a word"));
        assert!(with("[\"a\\u0000\"]").starts_with("bot.toml:5: a flag is a word"));
        assert!(with("\"-O2\"").starts_with("bot.toml:5: invalid type"));
        let many = format!("[{}]", "\"-g\",".repeat(1_001));
        assert!(with(&many).starts_with("bot.toml:5: more than 1000 flags"));
        let many = format!("[course]\nsources = [{}]", "\"Map.c\",".repeat(1_001));
        assert!(error(&many).starts_with("bot.toml:2: more than 1000 sources"));
    }

    #[test]
    fn keys_that_there_are_not_are_refused() {
        let error = error("[course]\nyears = 2014");
        assert_eq!(error, "bot.toml:2: unknown key `years`: did you mean `year`?");
    }

    #[test]
    fn damage_is_told_in_a_line_of_the_file() {
        super::super::tests::survives_damage(WHOLE, parse);
    }

    proptest! {
        #[test]
        fn no_path_leads_out_of_the_folder(path in "[./a-c]{0,12}") {
            let text = format!("[course]\nhunters = \"{path}\"");
            if let Ok(bot) = BotToml::parse(&text, Some(SUBMISSIONS), |_| true) {
                let BuildMethod::Sources(table) = bot.program else { panic!("{text}") };
                let parts: Vec<_> = Path::new(&table.entries["hunters"]).components().collect();
                prop_assert!(parts.iter().all(|part| matches!(part, Component::Normal(_))));
            }
        }
    }
}
