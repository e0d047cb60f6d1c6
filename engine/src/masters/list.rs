//! Short lists that can be copied.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list of at most `N` items, without memory on the heap.
///
/// # Examples
/// ```
/// use stoker_engine::masters::List;
/// let mut list: List<u8, 4> = [1, 2, 3].into_iter().collect();
/// list.push(4);
/// assert_eq!(list.remove(0), Some(1));
/// assert_eq!(list.as_slice(), [2, 3, 4]);
/// ```
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> List<T, N> {
    /// The empty list; the item fills places that are not read.
    #[must_use]
    pub(super) const fn of(filler: T) -> Self {
        Self { items: [filler; N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// The empty list.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }

    /// The items, in order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }

    /// The items, in order, to change.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }

    /// The number of items.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// True if there is no item.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item at the end. A list that is full stays as it is, which rules never let happen.
    #[inline]
    pub fn push(&mut self, item: T) {
        debug_assert!(self.len() < N, "the rules bound every list");
        if let Some(place) = self.items.get_mut(usize::from(self.len)) {
            *place = item;
            self.len += 1;
        }
    }

    /// Takes the last item off.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }

    /// Takes out the item at this index; those behind it move up.
    #[inline]
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let item = *self.as_slice().get(index)?;
        self.items.copy_within(index + 1..usize::from(self.len), index);
        self.len -= 1;
        Some(item)
    }

    /// Keeps the items for which this is true.
    #[inline]
    pub fn retain(&mut self, keep: impl Fn(T) -> bool) {
        let all = std::mem::take(self);
        all.iter().filter(|item| keep(*item)).for_each(|item| self.push(item));
    }

    /// The items, in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + Clone {
        self.as_slice().iter().copied()
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T: Copy + Default + PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Default + Eq, const N: usize> Eq for List<T, N> {}

impl<T: Copy + Default + std::fmt::Debug, const N: usize> std::fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Default + Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let items = Vec::deserialize(from)?;
        if items.len() > N {
            return Err(serde::de::Error::invalid_length(items.len(), &"a shorter list"));
        }
        Ok(items.into_iter().collect())
    }
}
