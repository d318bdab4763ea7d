//! Lists of different lengths in one piece of memory.

/// Lists of numbers, one after the other: the features of each position of a batch, the policy rows of
/// its legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lists {
    /// Where each list begins in `items`, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<u32>,
}

/// Where each item occurs in [`Lists`]: the same table read by item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrences {
    starts: Vec<u32>,
    lists: Vec<u32>,
    places: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl Lists {
    /// Returns no lists, with room for that number.
    pub fn with_capacity(lists: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Self { starts, items: Vec::with_capacity(items) }
    }

    /// The number of lists.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all lists, and keeps the memory.
    pub fn clear(&mut self) {
        self.starts.truncate(1);
        self.items.clear();
    }

    /// Adds a list.
    pub fn push(&mut self, list: &[u32]) {
        self.push_all(list.iter().copied());
    }

    /// Adds a list of these items.
    pub fn push_all(&mut self, list: impl Iterator<Item = u32>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// Adds all lists of `other`.
    pub fn append(&mut self, other: &Self) {
        let base = self.items.len() as u32;
        self.items.extend_from_slice(&other.items);
        self.starts.extend(other.starts[1..].iter().map(|start| base + start));
    }

    /// A list.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    pub fn get(&self, index: usize) -> &[u32] {
        &self.items[self.range(index)]
    }

    /// Where a list lies in [`items`](Self::items).
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    pub fn range(&self, index: usize) -> std::ops::Range<usize> {
        self.starts[index] as usize..self.starts[index + 1] as usize
    }

    /// Where each list begins in [`items`](Self::items), and where the last one ends.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The items of all lists.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// The same table by item; items are below `count`.
    ///
    /// # Panics
    /// If an item is not below `count`.
    pub fn occurrences(&self, count: usize) -> Occurrences {
        let mut starts = vec![0u32; count + 1];
        for item in &self.items {
            starts[*item as usize + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut lists = vec![0; self.items.len()];
        let mut places = vec![0; self.items.len()];
        for list in 0..self.len() {
            for place in self.range(list) {
                let slot = &mut next[self.items[place] as usize];
                lists[*slot as usize] = list as u32;
                places[*slot as usize] = place as u32;
                *slot += 1;
            }
        }
        Occurrences { starts, lists, places }
    }
}

impl Occurrences {
    /// The lists in which `item` occurs, ascending.
    pub fn lists(&self, item: usize) -> &[u32] {
        &self.lists[self.range(item)]
    }

    /// Where it occurs in [`Lists::items`], parallel to [`lists`](Self::lists).
    pub fn places(&self, item: usize) -> &[u32] {
        &self.places[self.range(item)]
    }

    fn range(&self, item: usize) -> std::ops::Range<usize> {
        self.starts[item] as usize..self.starts[item + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_the_same_table_read_by_item() {
        let mut lists = Lists::default();
        lists.push(&[2, 0]);
        let mut more = Lists::default();
        more.push(&[]);
        more.push(&[2, 3]);
        lists.append(&more);
        assert_eq!((lists.len(), lists.get(1), lists.get(2)), (3, &[][..], &[2, 3][..]));
        let occurrences = lists.occurrences(4);
        assert_eq!(occurrences.lists(2), &[0, 2]);
        assert_eq!(occurrences.places(2), &[0, 2]);
        assert!(occurrences.lists(1).is_empty());
        assert_eq!(occurrences.lists(3), &[2]);
    }
}
