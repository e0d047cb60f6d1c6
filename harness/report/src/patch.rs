//! Patches: the differences between two JSON values.
//!
//! A scene changes little from turn to turn, so a page holds the first scene and a patch for each
//! of the others. A patch is itself a JSON value:
//!
//! - `0`: nothing changes;
//! - `{"=": value}`: the whole value is replaced by this one;
//! - `{"o": {key: patch}, "-": [key]}`: keys of an object are patched, and those after `-` are
//!   removed;
//! - `{"-": [index], "+": {index: value}, "a": {index: patch}}`: items of an array are removed, by
//!   their old indices; then others are put in, and others patched, by their new indices. Empty
//!   parts are left out, except for `a`.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

/// The longest arrays whose items are matched up; longer ones are compared index by index.
const MOST_MATCHED: usize = 32;

/// The costs of an item that is removed, put in, or replaced by a wholly different one: in changed
/// fields, which cost 1 each.
const REMOVED: u32 = 1;
const PUT_IN: u32 = 4;
const REPLACED: u32 = 6;
/// The cost of a number or a text that changes.
const SCALAR: u32 = 1;

/// The patch that changes nothing.
pub const UNCHANGED: u8 = 0;

/// The patch that turns `old` into `new`.
#[must_use]
pub fn between(old: &Value, new: &Value) -> Value {
    let patch = match (old, new) {
        _ if old == new => return json!(UNCHANGED),
        (Value::Object(old), Value::Object(new)) => of_objects(old, new),
        (Value::Array(old), Value::Array(new)) => of_arrays(old, new),
        _ => return json!({ "=": new }),
    };
    // If nearly everything changes, the value itself is shorter.
    let as_long = length(&patch, usize::MAX).map_or(0, |length| length.saturating_sub(WHOLE.len()));
    if length(new, as_long).is_none() { patch } else { json!({ "=": new }) }
}

/// What stands around a value that is replaced as a whole.
const WHOLE: &str = r#"{"=":}"#;

/// The length of a value's text, in bytes, if it is at most `most`.
fn length(value: &Value, most: usize) -> Option<usize> {
    let mut room = Room(most);
    serde_json::to_writer(&mut room, value).ok()?;
    Some(most - room.0)
}

/// Takes as many bytes as there is room for, and forgets them.
struct Room(usize);

impl Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The value that a patch makes of an older one.
///
/// # Panics
/// If it is no patch of this value.
#[must_use]
pub fn patched(old: &Value, patch: &Value) -> Value {
    let Some(patch) = patch.as_object() else { return old.clone() };
    if let Some(value) = patch.get("=") {
        return value.clone();
    }
    if let Some(changed) = patch.get("o").and_then(Value::as_object) {
        let mut object = old.as_object().cloned().unwrap_or_default();
        for (key, patch) in changed {
            let value = patched(object.get(key).unwrap_or(&Value::Null), patch);
            object.insert(key.clone(), value);
        }
        for key in patch.get("-").and_then(Value::as_array).into_iter().flatten() {
            object.remove(key.as_str().expect("keys are texts"));
        }
        return Value::Object(object);
    }
    let removed: Vec<_> = patch.get("-").and_then(Value::as_array).into_iter().flatten().collect();
    let old = old.as_array().cloned().unwrap_or_default().into_iter().enumerate();
    let kept = old.filter(|(index, _)| !removed.contains(&&json!(index)));
    let mut array: Vec<_> = kept.map(|(_, value)| value).collect();
    for (index, value) in by_number(patch.get("+")) {
        array.insert(index, value);
    }
    for (index, patch) in by_number(patch.get("a")) {
        array[index] = patched(&array[index], &patch);
    }
    Value::Array(array)
}

/// The entries of an object whose keys are numbers, from the lowest.
fn by_number(object: Option<&Value>) -> Vec<(usize, Value)> {
    let entries = object.and_then(Value::as_object).into_iter().flatten();
    let mut entries: Vec<_> =
        entries.map(|(key, value)| (key.parse().expect("an index"), value.clone())).collect();
    entries.sort_by_key(|(index, _)| *index);
    entries
}

fn of_objects(old: &Map<String, Value>, new: &Map<String, Value>) -> Value {
    let mut changed = Map::new();
    for (key, value) in new {
        match old.get(key) {
            Some(before) if before == value => {}
            Some(before) => drop(changed.insert(key.clone(), between(before, value))),
            None => drop(changed.insert(key.clone(), json!({ "=": value }))),
        }
    }
    let removed: Vec<_> = old.keys().filter(|key| !new.contains_key(*key)).collect();
    let mut patch = Map::from_iter([("o".to_owned(), Value::Object(changed))]);
    if !removed.is_empty() {
        patch.insert("-".to_owned(), json!(removed));
    }
    Value::Object(patch)
}

fn of_arrays(old: &[Value], new: &[Value]) -> Value {
    let (mut removed, mut put_in, mut changed) = (vec![], Map::new(), Map::new());
    for step in steps(old, new) {
        match step {
            ItemFate::Removed(from) => removed.push(from),
            ItemFate::PutIn(to) => drop(put_in.insert(to.to_string(), new[to].clone())),
            ItemFate::Kept(from, to) if old[from] == new[to] => {}
            ItemFate::Kept(from, to) => {
                changed.insert(to.to_string(), between(&old[from], &new[to]));
            }
        }
    }
    let mut patch = Map::from_iter([("a".to_owned(), Value::Object(changed))]);
    if !removed.is_empty() {
        patch.insert("-".to_owned(), json!(removed));
    }
    if !put_in.is_empty() {
        patch.insert("+".to_owned(), Value::Object(put_in));
    }
    Value::Object(patch)
}

/// The fate of an item of an array, by its index before and after.
#[derive(Debug, Clone, Copy)]
enum ItemFate {
    Removed(usize),
    PutIn(usize),
    Kept(usize, usize),
}

/// The fate of all items, in order.
fn steps(old: &[Value], new: &[Value]) -> Vec<ItemFate> {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let tail = ends.take_while(|(old, new)| old == new).count();
    let middle = (&old_rest[..old_rest.len() - tail], &new_rest[..new_rest.len() - tail]);
    let matched = middle.0.len().max(middle.1.len()) <= MOST_MATCHED;
    let steps = if matched { cheapest(middle.0, middle.1) } else { by_index(middle.0, middle.1) };
    let moved = |step| match step {
        ItemFate::Removed(from) => ItemFate::Removed(from + same),
        ItemFate::PutIn(to) => ItemFate::PutIn(to + same),
        ItemFate::Kept(from, to) => ItemFate::Kept(from + same, to + same),
    };
    steps.into_iter().map(moved).collect()
}

fn by_index(old: &[Value], new: &[Value]) -> Vec<ItemFate> {
    let both = old.len().min(new.len());
    let kept = (0..both).map(|at| ItemFate::Kept(at, at));
    let removed = (both..old.len()).map(ItemFate::Removed);
    kept.chain(removed).chain((both..new.len()).map(ItemFate::PutIn)).collect()
}

/// The cheapest fate of all items.
fn cheapest(old: &[Value], new: &[Value]) -> Vec<ItemFate> {
    // costs[i][j] is the cost of the items from i and from j on.
    let mut costs = vec![vec![(0, None); new.len() + 1]; old.len() + 1];
    for i in (0..=old.len()).rev() {
        for j in (0..=new.len()).rev() {
            let mut ways = vec![];
            if i < old.len() && j < new.len() {
                ways.push((
                    costs[i + 1][j + 1].0 + unlikeness(&old[i], &new[j]),
                    ItemFate::Kept(i, j),
                ));
            }
            if i < old.len() {
                ways.push((costs[i + 1][j].0 + REMOVED, ItemFate::Removed(i)));
            }
            if j < new.len() {
                ways.push((costs[i][j + 1].0 + PUT_IN, ItemFate::PutIn(j)));
            }
            // Among equals, the first is taken.
            if let Some((cost, step)) = ways.into_iter().min_by_key(|(cost, _)| *cost) {
                costs[i][j] = (cost, Some(step));
            }
        }
    }
    let (mut steps, mut at) = (vec![], (0, 0));
    while let Some(step) = costs[at.0][at.1].1 {
        at = match step {
            ItemFate::Removed(from) => (from + 1, at.1),
            ItemFate::PutIn(to) => (at.0, to + 1),
            ItemFate::Kept(from, to) => (from + 1, to + 1),
        };
        steps.push(step);
    }
    steps
}

/// The number of fields in which two items differ; at most that of entirely different ones.
fn unlikeness(old: &Value, new: &Value) -> u32 {
    match (old, new) {
        _ if old == new => 0,
        (Value::Object(old), Value::Object(new)) => {
            let changed = new.iter().filter(|(key, value)| old.get(*key) != Some(value)).count();
            let removed = old.keys().filter(|key| !new.contains_key(*key)).count();
            fields(changed + removed)
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            fields(old.iter().zip(new).filter(|(old, new)| old != new).count())
        }
        (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => {
            REPLACED
        }
        _ => SCALAR,
    }
}

fn fields(changed: usize) -> u32 {
    u32::try_from(changed).unwrap_or(REPLACED).min(REPLACED)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values() -> impl Strategy<Value = Value> {
        let leaves = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            (0..4_i32).prop_map(Value::from),
            "[a-c]{0,9}".prop_map(Value::String),
        ];
        leaves.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
                prop::collection::vec(inner.clone(), 30..40).prop_map(Value::Array),
                prop::collection::btree_map("[-=oan+]", inner, 0..5)
                    .prop_map(|object| Value::Object(object.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_patch_makes_the_new_value_of_the_old_one(old in values(), new in values()) {
            prop_assert_eq!(patched(&old, &between(&old, &new)), new);
        }
    }

    #[test]
    fn what_stays_the_same_costs_nothing() {
        let line = "a long line of what just happened";
        let old = json!({ "round": 3, "news": [line], "rows": [line, [3, line]] });
        let mut new = old.clone();
        new["rows"][1][0] = json!(4);
        assert_eq!(between(&old, &old), json!(0));
        let patch = r#"{"o":{"rows":{"a":{"1":{"a":{"0":{"=":4}}}}}}}"#;
        assert_eq!(between(&old, &new).to_string(), patch);
        assert_eq!(patched(&old, &between(&old, &new)), new);
    }

    #[test]
    fn where_nearly_all_changes_the_value_itself_is_the_patch() {
        assert_eq!(between(&json!([1, 2]), &json!([3, 4])), json!({ "=": [3, 4] }));
    }

    #[test]
    fn items_that_move_up_are_not_written_again() {
        let card = |at: &str, age: u32| json!({ "age": age, "at": at, "label": at, "name": at });
        let old = json!([card("c", 1), card("b", 2), card("a", 3)]);
        let new = json!([card("d", 1), card("c", 2), card("b", 3)]);
        let patch = r#"{"+":{"0":{"age":1,"at":"d","label":"d","name":"d"}},"-":[2],"a":{"1":{"o":{"age":{"=":2}}},"2":{"o":{"age":{"=":3}}}}}"#;
        assert_eq!(between(&old, &new), serde_json::from_str::<Value>(patch).unwrap());
        assert_eq!(patched(&old, &between(&old, &new)), new);
    }
}
