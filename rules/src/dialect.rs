//! How other programs write a game's positions and moves.

/// A way of writing that the programs of a family of games share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// UCI: positions as the game writes them itself, moves by origin and destination, `e2e4`.
    Uci,
    /// Hub: a letter for the player to move and one for each square; `32-28`, `28x19x23`.
    Hub,
    /// Hub as pydraughts 0.6 speaks it: positions as in [`Hub`](Self::Hub), but the numbers of squares in moves
    /// begin at the corner that PDN's `GameType` has for the variant. Only variants where they differ have it.
    HubPdn,
    /// Gomocup: points by column and row from the top left, from 0. A position is a list of them, each with
    /// the digit 1 for the stones of the player to move and 2 for the other's: `7,7,1 8,8,2`; without digits
    /// the stones are those of an opening, in order. A choice is written `SWAP` for the other colour, and
    /// nothing for one that the next stone tells.
    Gomocup,
    /// SGF: a stone is a property, `B[hh]`, a pass one without a value, `W[]`; a position is stones and who moves,
    /// `AB[hh][hi]AW[gg]PL[W]`. Other moves have no words.
    Sgf,
    /// PSQ, the files of Piskvork: points by column and row from the top left, from 1. Nothing else has words, not
    /// even positions.
    Psq,
}
