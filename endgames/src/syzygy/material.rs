//! What men a table is about.

use damier_rules::SyzygyBoard;

/// The most men of a table.
pub(super) const MOST_MEN: usize = 7;
/// Letters of the kinds of men, pawns first.
const LETTERS: [u8; 6] = *b"PNBRQK";
/// The kind of a king.
pub(super) const KING: usize = 5;

/// Numbers of men by side and kind. The first side of a table is the one that its name begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Material(pub(super) [[u8; 6]; 2]);

impl Material {
    /// Returns the men that a table's name says, `KRPvKR` say; `None` where it is no such name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let mut men = [[0; 6]; 2];
        for (side, letters) in men.iter_mut().zip([first, second]) {
            for letter in letters.bytes() {
                side[LETTERS.iter().position(|known| *known == letter)?] += 1;
            }
        }
        let material = Self(men);
        let sound = men.iter().all(|side| side[KING] == 1) && (3..=MOST_MEN).contains(&material.count());
        sound.then_some(material)
    }

    /// Returns the men of a board.
    pub(super) fn of(board: &SyzygyBoard) -> Self {
        Self(board.men.map(|side| side.map(|set| set.count_ones() as u8)))
    }

    /// Returns the same with the sides exchanged.
    pub(super) fn swapped(self) -> Self {
        let [first, second] = self.0;
        Self([second, first])
    }

    /// Returns whether both sides have the same men.
    pub(super) fn is_symmetric(self) -> bool {
        self == self.swapped()
    }

    /// Returns the number of men.
    pub(super) fn count(self) -> usize {
        self.0.as_flattened().iter().map(|men| usize::from(*men)).sum()
    }

    /// Returns the numbers of pawns, by side.
    pub(super) fn pawns(self) -> [usize; 2] {
        self.0.map(|side| side[0].into())
    }
}
