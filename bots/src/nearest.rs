//! Suggestions for mistyped names.

/// The candidate nearest to a mistyped name, if one is near.
///
/// # Examples
/// ```
/// use stoker_bots::nearest;
/// assert_eq!(nearest("trakcer", ["random", "tracker"]), Some("tracker"));
/// assert_eq!(nearest("bishop", ["random", "tracker"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = name.chars().count().div_ceil(3);
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// A hint at what to write instead of an unknown name: the nearest name, or else all names.
///
/// # Examples
/// ```
/// use stoker_bots::remedy;
/// let names = ["random", "tracker"];
/// assert_eq!(remedy("trakcer", names.into_iter()), "did you mean `tracker`?");
/// assert_eq!(remedy("bishop", names.into_iter()), "there are random, tracker");
/// ```
pub fn remedy<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, names.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names.collect::<Vec<_>>().join(", ")),
    }
}
