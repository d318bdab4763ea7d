//! What the numbers of features and policy rows mean, told for programs and people outside.

/// What a range of numbers means: the features of a set, or the rows of a move encoding.
///
/// The numbers are divided into [blocks](Block) without gaps; inside a block they run over its
/// [axes](Axis), the last one fastest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// How the board is seen: how it is turned for the players, and what the numbers of squares are.
    pub view: String,
    /// The blocks, ascending.
    pub blocks: Vec<Block>,
}

/// Numbers of one kind: the number of an entry is `first + (… (i₀ · n₁ + i₁) · n₂ + i₂ …)` with its index `i`
/// along each axis of length `n`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its name, e.g. `pieces`.
    pub name: String,
    /// When a feature of it is active, or which moves have a row of it.
    pub meaning: String,
    /// Its first number.
    pub first: usize,
    /// What the numbers run over.
    pub axes: Vec<Axis>,
}

/// One of the things that a block's numbers run over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// What it is, e.g. `square`.
    pub name: String,
    /// What each index stands for, e.g. the name of a square.
    pub labels: Vec<String>,
}

impl Axis {
    /// An axis with a label for each index.
    pub fn new(name: &str, labels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { name: name.to_owned(), labels: labels.into_iter().map(Into::into).collect() }
    }

    /// An axis of a number of indices that stand for themselves.
    pub fn numbers(name: &str, count: usize) -> Self {
        Self::new(name, (0..count).map(|index| index.to_string()))
    }
}

impl Block {
    /// How many numbers it has.
    pub fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.labels.len()).product()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Layout {
    /// A layout without any numbers yet, of a board that is seen like this.
    pub fn seen(view: impl Into<String>) -> Self {
        Self { view: view.into(), blocks: Vec::new() }
    }

    /// A layout of `count` numbers without a description.
    pub fn untold(count: usize) -> Self {
        let axes = vec![Axis::numbers("number", count)];
        Self::seen("not told").with("all", "not told: read the game's source", axes)
    }

    /// Puts a block behind the others.
    #[must_use]
    pub fn with(mut self, name: &str, meaning: impl Into<String>, axes: Vec<Axis>) -> Self {
        let first = self.len();
        self.blocks.push(Block { name: name.to_owned(), meaning: meaning.into(), first, axes });
        self
    }

    /// Whether it begins with all of another one: then each of those numbers means the same in both.
    pub fn begins_with(&self, other: &Self) -> bool {
        self.view == other.view && self.blocks.starts_with(&other.blocks)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Block::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other() {
        let layout = Layout::seen("as it is")
            .with("one", "of two things", vec![Axis::new("kind", ["a", "b"]), Axis::numbers("cell", 5)])
            .with("two", "of three", vec![Axis::numbers("thing", 3)]);
        assert_eq!(layout.blocks.iter().map(|block| block.first).collect::<Vec<_>>(), [0, 10]);
        assert_eq!((layout.blocks[0].len(), layout.len()), (10, 13));
        assert_eq!(Layout::untold(7).len(), 7);
    }

    #[test]
    fn what_begins_with_another_goes_on_behind_it() {
        let one = Layout::seen("as it is").with("one", "of two things", vec![Axis::new("kind", ["a", "b"])]);
        let two = one.clone().with("two", "of three", vec![Axis::numbers("thing", 3)]);
        assert!(two.begins_with(&one) && one.begins_with(&one) && !one.begins_with(&two));
        let turned = Layout { view: "turned".to_owned(), ..two.clone() };
        let renamed = Layout::seen("as it is").with("one", "of two", vec![Axis::new("kind", ["a", "c"])]);
        assert!(!turned.begins_with(&one) && !two.begins_with(&renamed));
        assert!(!Layout::untold(8).begins_with(&Layout::untold(7)));
    }
}
