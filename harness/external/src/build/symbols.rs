//! Symbols of objects, as `nm -P` lists them.

use std::collections::{BTreeMap, BTreeSet};

/// The global symbols of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Symbols {
    /// Definitions; a linker rejects two of the same name.
    pub(super) defined: BTreeSet<String>,
    /// Definitions that yield to another object's: common variables and weak symbols.
    pub(super) lenient: BTreeSet<String>,
    /// Symbols that other objects have to define.
    pub(super) needed: BTreeSet<String>,
}

impl Symbols {
    /// True if it can provide a symbol that others need.
    pub(super) fn offers(&self, name: &str) -> bool {
        self.defined.contains(name) || self.lenient.contains(name)
    }
}

/// Parses the list of several objects, given by path.
pub(super) fn symbols(listed: &str, objects: &[String]) -> BTreeMap<String, Symbols> {
    let mut all: BTreeMap<String, Symbols> =
        objects.iter().map(|object| (object.clone(), Symbols::default())).collect();
    // For a single object, the name is not printed.
    let mut current = objects.first().filter(|_| objects.len() == 1).cloned();
    for line in listed.lines() {
        let mut fields = line.split(' ');
        match (fields.next(), fields.next()) {
            (Some(title), None) if title.ends_with(':') => {
                current = Some(title.trim_end_matches(':').to_owned());
            }
            (Some(name), Some(kind)) => {
                let object = current.as_ref().and_then(|object| all.get_mut(object));
                object.into_iter().for_each(|symbols| symbols.add(name, kind));
            }
            _ => {}
        }
    }
    all
}

/// The symbols that any object of a list defines, without the versions that a shared library adds.
pub(super) fn defined(listed: &str) -> impl Iterator<Item = &str> {
    listed.lines().filter_map(|line| {
        let mut fields = line.split(' ');
        let (name, kind) = (fields.next()?, fields.next()?);
        let here = !matches!(kind, "U" | "v" | "w");
        here.then(|| name.split_once('@').map_or(name, |(name, _)| name))
    })
}

/// The symbols that the objects of a list need from others.
pub(super) fn needed(listed: &str) -> impl Iterator<Item = &str> {
    listed.lines().filter_map(|line| {
        let mut fields = line.split(' ');
        let (name, kind) = (fields.next()?, fields.next()?);
        matches!(kind, "U" | "v" | "w").then_some(name)
    })
}

impl Symbols {
    fn add(&mut self, name: &str, kind: &str) {
        let group = match kind {
            "U" => &mut self.needed,
            "C" | "V" | "W" | "u" => &mut self.lenient,
            // A weak symbol without a definition need not be defined.
            "v" | "w" => return,
            _ => &mut self.defined,
        };
        group.insert(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn symbols_are_read_by_object_and_kind() {
        let listed = "a.o:\nmain T 0 1f\nput U         \ncount C 4 4\nb.o:\ntable D 0 8\nw w\n";
        let read = symbols(listed, &["a.o".to_owned(), "b.o".to_owned()]);
        let a = &read["a.o"];
        assert_eq!(
            (&a.defined, &a.needed, &a.lenient),
            (&set(&["main"]), &set(&["put"]), &set(&["count"]))
        );
        assert_eq!(read["b.o"], Symbols { defined: set(&["table"]), ..Symbols::default() });
        assert!(a.offers("count") && a.offers("main") && !a.offers("put"));
    }

    #[test]
    fn definitions_are_listed_without_versions() {
        let listed = "a.a[b.o]:\nread@@GLIBC_2.2.5 W 0 1f\nput@V U\nown T 0 8\nw w\ncount C 4 4\n";
        assert!(defined(listed).eq(["read", "own", "count"]));
        assert!(needed(listed).eq(["put@V", "w"]));
    }

    #[test]
    fn the_list_of_one_object_has_no_title() {
        assert!(symbols("f T 0 1\n", &["a.o".to_owned()])["a.o"].defined.contains("f"));
    }
}
