//! A short list that is copied as a whole.

use std::ops::{Deref, DerefMut};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list of at most `N` values, stored in place. `N` is at most 255.
///
/// A copy takes all `N` values, used or not. That is faster than a loop, and it is what most of the
/// time goes into where knowledge is copied from states to views.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    values: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// The empty list.
    #[must_use]
    pub fn new() -> Self {
        const { assert!(N <= u8::MAX as usize) };
        Self { values: [T::default(); N], len: 0 }
    }
}

impl<T: Copy, const N: usize> List<T, N> {
    /// Adds a value at the end.
    ///
    /// # Errors
    /// The value, if the list is full.
    #[inline]
    pub fn try_push(&mut self, value: T) -> Result<(), T> {
        let Some(place) = self.values.get_mut(usize::from(self.len)) else { return Err(value) };
        *place = value;
        self.len += 1;
        Ok(())
    }

    /// Takes a value out, if there is one with this index; those after it move up.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let removed = self.get(index).copied()?;
        self.copy_within(index + 1.., index);
        self.len -= 1;
        Some(removed)
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        self.values.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        self.values.get_mut(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().zip(&**other).all(|(one, other)| one == other)
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: std::fmt::Debug, const N: usize> std::fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&**self).finish()
    }
}

/// The first `N` of the values.
impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut list = Self::new();
        for value in values.into_iter().take(N) {
            let _ = list.try_push(value);
        }
        list
    }
}

impl<T: Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(&**self)
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(ListVisitor(Self::new()))
    }
}

struct ListVisitor<T, const N: usize>(List<T, N>);

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Visitor<'de> for ListVisitor<T, N> {
    type Value = List<T, N>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a list of at most {N}")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut from: A) -> Result<List<T, N>, A::Error> {
        while let Some(value) = from.next_element()? {
            self.0.try_push(value).map_err(|_| A::Error::invalid_length(N + 1, &self))?;
        }
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_takes_no_more_and_closes_up_where_a_value_is_taken_out() {
        let mut list: List<u8, 3> = [7, 8, 9].into_iter().collect();
        assert_eq!(list.try_push(1), Err(1));
        assert_eq!(list.remove(1), Some(8));
        assert_eq!(list.remove(2), None);
        assert_eq!(*list, [7, 9]);
        // What was there before does not count.
        assert_eq!(list, [7, 9].into_iter().collect());
    }

    #[test]
    fn a_list_is_written_as_an_array_and_one_that_is_too_long_is_refused() {
        let list: List<u8, 2> = [7, 8].into_iter().collect();
        assert_eq!(serde_json::to_string(&list).unwrap(), "[7,8]");
        assert_eq!(serde_json::from_str::<List<u8, 2>>("[7,8]").unwrap(), list);
        let error = serde_json::from_str::<List<u8, 2>>("[7,8,9]").unwrap_err().to_string();
        assert!(error.contains("a list of at most 2"), "{error}");
    }
}
