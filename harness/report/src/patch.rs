//! Patches: the differences between two JSON values.
//!
//! Little changes in a scene from turn to turn, so a page holds the first scene and a patch for
//! each of the others. A patch is itself a JSON value:
//!
//! - `0`: nothing changes;
//! - `{"=": value}`: the whole value is replaced by this one;
//! - `{"o": {key: patch}, "-": [key]}`: the first keys of an object are
//!   patched, the others removed;
//! - `{"a": {index: patch}, "n": length}`: an array is cut or filled up to this length, if one is
//!   given, and patched at these indices.

use serde_json::{Map, Value, json};

/// The patch that turns `old` into `new`.
#[must_use]
pub fn between(old: &Value, new: &Value) -> Value {
    let patch = match (old, new) {
        _ if old == new => return json!(0),
        (Value::Object(old), Value::Object(new)) => of_objects(old, new),
        (Value::Array(old), Value::Array(new)) => of_arrays(old, new),
        _ => return json!({ "=": new }),
    };
    let whole = json!({ "=": new });
    // Where nearly everything changes, the value itself is shorter.
    if patch.to_string().len() < whole.to_string().len() { patch } else { whole }
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
    let mut changed = Map::new();
    for (index, value) in new.iter().enumerate() {
        match old.get(index) {
            Some(before) if before == value => {}
            Some(before) => drop(changed.insert(index.to_string(), between(before, value))),
            None => drop(changed.insert(index.to_string(), json!({ "=": value }))),
        }
    }
    let mut patch = Map::from_iter([("a".to_owned(), Value::Object(changed))]);
    if old.len() != new.len() {
        patch.insert("n".to_owned(), json!(new.len()));
    }
    Value::Object(patch)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A value patched as the page does it.
    fn patched(old: &Value, patch: &Value) -> Value {
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
        let mut array = old.as_array().cloned().unwrap_or_default();
        if let Some(length) = patch.get("n").and_then(Value::as_u64) {
            array.resize(usize::try_from(length).expect("a length"), Value::Null);
        }
        for (index, patch) in patch["a"].as_object().expect("an array's patch") {
            let index: usize = index.parse().expect("an index");
            array[index] = patched(&array[index], patch);
        }
        Value::Array(array)
    }

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
                prop::collection::btree_map("[-=oan]", inner, 0..5)
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
    }

    #[test]
    fn where_nearly_all_changes_the_value_itself_is_the_patch() {
        assert_eq!(between(&json!([1, 2]), &json!([3, 4])), json!({ "=": [3, 4] }));
    }
}
