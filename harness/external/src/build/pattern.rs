//! Patterns of file names, as in a shell.

/// The longest pattern, in bytes.
const LONGEST: usize = 256;

/// True if a word is a pattern of file names, and not a flag.
pub(super) fn is_pattern(word: &str) -> bool {
    word.contains(['*', '?']) && !word.starts_with('-') && word.len() <= LONGEST
}

/// True if a name matches a pattern of `*` and `?`. Neither matches a `/`.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut seen) = (0, 0);
    let mut star = None;
    while seen < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, seen));
                at += 1;
            }
            Some(&c) if c == name[seen] || (c == b'?' && name[seen] != b'/') => {
                at += 1;
                seen += 1;
            }
            _ => match star {
                Some((after, from)) if name[from] != b'/' => {
                    star = Some((after, from + 1));
                    (at, seen) = (after + 1, from + 1);
                }
                _ => return false,
            },
        }
    }
    pattern[at..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_within_a_folder() {
        assert!(
            matches("*View.c", "HunterView.c")
                && matches("?.c", "a.c")
                && matches("s/*.c", "s/a.c")
        );
        assert!(!matches("*.c", "s/a.c") && !matches("*.c", "a.h") && !matches("?.c", "ab.c"));
    }
}
