//! The file of a table: who wins (`.rtbw`), or how far the next capture or pawn's move is (`.rtbz`).

use std::{fs::File, io, path::Path};

use damier_files::binary_file::Defect;
use damier_rules::SyzygyBoard;

use super::{
    material::Material,
    numbering::Numbering,
    pairs::Pairs,
    source::{Fields, Source},
};
use crate::error::EndgameError;

/// What a file is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Who wins.
    Outcomes,
    /// Distances to the next capture or pawn's move.
    Distances,
}

impl Kind {
    /// Returns what the names of its files end with, after a dot.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Outcomes => "rtbw",
            Self::Distances => "rtbz",
        }
    }

    /// Returns the first bytes of its files.
    fn magic(self) -> [u8; 4] {
        match self {
            Self::Outcomes => [0x71, 0xe8, 0x23, 0x5d],
            Self::Distances => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Who wins, to the player to move, with the rule of fifty moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Wdl {
    /// The player loses.
    Loss,
    /// The player would lose but for the rule of fifty moves.
    BlessedLoss,
    /// Neither wins.
    Draw,
    /// The player would win but for the rule of fifty moves.
    CursedWin,
    /// The player wins.
    Win,
}

impl Wdl {
    /// All, ascending: as files number them.
    const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// Returns the same for the other player.
    pub(super) fn for_other(self) -> Self {
        Self::ALL[Self::Win as usize - self as usize]
    }
}

/// Bytes of the checksum that a file ends with; its content ends at a multiple of [`ALIGNMENT`].
const CHECKSUM_BYTES: u64 = 16;
const ALIGNMENT: u64 = 64;

/// Bits of the byte behind the magic: each player to move has values of its own; the men include pawns.
const SPLIT: u8 = 1;
const PAWNS: u8 = 2;

/// Bits of a part of distances: the second side is the one to move; a map gives meaning to the values; wins, and
/// losses, are counted in plies rather than moves; the map has numbers of two bytes.
const SECOND_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE_MAP: u8 = 16;

/// What distances say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Distance {
    /// Plies, apart from the first.
    Plies(u32),
    /// Only the positions with the other player to move are stored.
    OtherMover,
}

/// Values of one of the players to move, on one file of the foremost pawn.
#[derive(Debug)]
struct Part {
    numbering: Numbering,
    pairs: Pairs,
}

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    source: Source,
    material: Material,
    /// By the file of the foremost pawn, counted from the edge; a single one without pawns. Each has a part for each player
    /// to move, or one part in all.
    parts: Vec<Vec<Part>>,
    /// The maps of distances, likewise: of wins, losses, and those that fifty moves make draws of.
    maps: Vec<[Vec<u16>; 4]>,
    /// The checksum at the end of the file, as it says.
    checksum: [u8; CHECKSUM_BYTES as usize],
    bytes: u64,
}

impl Table {
    /// Reads the head of a file and compares the length that follows from it with that of the file.
    ///
    /// # Errors
    /// The file cannot be read, is cut, or is another than its name says.
    pub(super) fn open(path: &Path, material: Material, kind: Kind) -> Result<Self, EndgameError> {
        let unreadable = |source: io::Error| EndgameError::Io {
            path: path.to_owned(),
            action: "reading",
            remedy: "check that it is a table's file and may be read",
            source,
        };
        let file = File::open(path).map_err(unreadable)?;
        let bytes = file.metadata().map_err(unreadable)?.len();
        let (parts, maps) = read(file, bytes, material, kind)
            .map_err(|defect| EndgameError::File { file: path.to_owned(), defect })?;
        let source = Source::new(path);
        let mut table = Self { source, material, parts, maps, checksum: [0; _], bytes };
        let mut checksum = [0; CHECKSUM_BYTES as usize];
        if table.source.read(bytes - CHECKSUM_BYTES, &mut checksum).is_none() {
            return Err(unreadable(io::ErrorKind::UnexpectedEof.into()));
        }
        table.checksum = checksum;
        Ok(table)
    }

    /// Returns the path of its file.
    pub(super) fn path(&self) -> &Path {
        self.source.path()
    }

    /// Returns the checksum that its file ends with, and the length of the file in bytes.
    pub(super) fn fingerprint(&self) -> ([u8; CHECKSUM_BYTES as usize], u64) {
        (self.checksum, self.bytes)
    }

    /// Returns how many values the file has.
    pub(super) fn values(&self) -> u64 {
        self.parts.iter().flatten().map(|part| part.numbering.size()).sum()
    }

    /// Decodes all values; see [`Pairs::check`].
    ///
    /// # Errors
    /// The file is damaged.
    pub(super) fn check(&self, done: &(dyn Fn(u64) -> bool + Sync)) -> Result<(), EndgameError> {
        for (part, maps) in self.parts.iter().zip(self.maps.iter().map(Some).chain(std::iter::repeat(None))) {
            for Part { numbering, pairs } in part {
                let most = match maps {
                    None => Wdl::ALL.len(),
                    Some(maps) if pairs.flags & MAPPED != 0 => maps.iter().map(Vec::len).max().unwrap_or(0),
                    Some(_) => usize::MAX,
                };
                let is_sound = |value| usize::from(value) < most;
                if let Err(offset) = pairs.check(&self.source, numbering.size(), &is_sound, done) {
                    let damaged = Fields::damaged(offset, "values", "values that cannot be");
                    return damaged
                        .map_err(|defect| EndgameError::File { file: self.path().to_owned(), defect });
                }
            }
        }
        Ok(())
    }

    /// Returns the place of a board's part.
    fn place(&self, board: &SyzygyBoard, swapped: bool) -> Option<usize> {
        match &*self.parts {
            [_] => Some(0),
            // The foremost pawn is the same in all numberings.
            [first, ..] => Some(first.first()?.numbering.squares(board, swapped)?.leading_file()),
            [] => None,
        }
    }

    /// Returns which side is to move.
    fn mover(&self, board: &SyzygyBoard, swapped: bool) -> usize {
        if self.material.is_symmetric() { 0 } else { board.mover ^ usize::from(swapped) }
    }

    /// Returns who wins a position whose captures are all worse; `None` where the file is damaged.
    pub(super) fn wdl(&self, board: &SyzygyBoard, swapped: bool) -> Option<Wdl> {
        let part = self.parts.get(self.place(board, swapped)?)?;
        let Part { numbering, pairs } = part.get(self.mover(board, swapped))?;
        let number = numbering.number(numbering.squares(board, swapped)?)?;
        let value = pairs.value(&self.source, number)?;
        Wdl::ALL.get(usize::from(value)).copied()
    }

    /// Returns the distance of a position that ends like `wdl`; `None` where the file is damaged.
    pub(super) fn distance(&self, board: &SyzygyBoard, swapped: bool, wdl: Wdl) -> Option<Distance> {
        let part = self.place(board, swapped)?;
        let Part { numbering, pairs } = self.parts.get(part)?.first()?;
        let flags = pairs.flags;
        let stored = usize::from(flags & SECOND_TO_MOVE);
        if stored != self.mover(board, swapped) && !self.material.is_symmetric() {
            return Some(Distance::OtherMover);
        }
        let number = numbering.number(numbering.squares(board, swapped)?)?;
        let mut value = pairs.value(&self.source, number)?;
        let (map, in_plies) = match wdl {
            Wdl::Win => (0, flags & WINS_IN_PLIES != 0),
            Wdl::Loss => (1, flags & LOSSES_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return None,
        };
        if flags & MAPPED != 0 {
            value = *self.maps.get(part)?[map].get(usize::from(value))?;
        }
        let plies = u32::from(value);
        Some(Distance::Plies(if in_plies { plies } else { 2 * plies }))
    }
}

type Content = (Vec<Vec<Part>>, Vec<[Vec<u16>; 4]>);

/// Reads all that comes before the values.
fn read(file: File, length: u64, material: Material, kind: Kind) -> Result<Content, Defect> {
    let mut fields = Fields::new(file);
    if fields.array("magic")? != kind.magic() {
        return Fields::damaged(0, "magic", "this is no Syzygy table of the kind that the file's name says");
    }
    let [flags] = fields.array("flags")?;
    let has_pawns = material.pawns() != [0, 0];
    // Distances are stored for one player to move.
    let split = kind == Kind::Outcomes && flags & SPLIT != 0;
    if (flags & PAWNS != 0) != has_pawns || (kind == Kind::Outcomes && split == material.is_symmetric()) {
        return Fields::damaged(4, "flags", "a table of other men than the file's name says");
    }
    let movers = 1 + usize::from(split);
    let mut numberings = Vec::new();
    for file in 0..if has_pawns { 4 } else { 1 } {
        let offset = fields.offset();
        let orders = fields.bytes(1 + usize::from(!material.pawns().contains(&0)), "order")?;
        let codes = fields.bytes(material.count(), "men")?;
        for mover in 0..movers {
            // The lower half of a byte is the first side's, the upper half the second's.
            let nibble = |byte: &u8| byte >> (4 * mover) & 0x0f;
            let codes: Vec<u8> = codes.iter().map(nibble).collect();
            let orders = [orders[0], *orders.last().unwrap_or(&0)];
            let orders = orders.each_ref().map(nibble);
            match Numbering::new(material, orders, &codes, file) {
                Ok(numbering) => numberings.push(numbering),
                Err(reason) => return Fields::damaged(offset, "men", reason),
            }
        }
    }
    fields.align()?;
    let mut parts = Vec::new();
    for numbering in numberings {
        let pairs = Pairs::read(&mut fields, numbering.size())?;
        parts.push(Part { numbering, pairs });
    }
    let mut maps = Vec::new();
    if kind == Kind::Distances {
        for part in &parts {
            maps.push(map(&mut fields, part.pairs.flags)?);
        }
        fields.align()?;
    }
    let mut end = fields.offset();
    end = parts.iter_mut().fold(end, |end, part| part.pairs.place_index(end));
    end = parts.iter_mut().fold(end, |end, part| part.pairs.place_sizes(end));
    end = parts.iter_mut().fold(end, |end, part| part.pairs.place_blocks(end));
    let expected = end.next_multiple_of(ALIGNMENT) + CHECKSUM_BYTES;
    if length != expected {
        let what = format!("the file has {length} bytes where its head says {expected}");
        return Fields::damaged(length.min(expected), "blocks", &what);
    }
    let mut parts = parts.into_iter();
    let files = std::iter::from_fn(|| Some(parts.by_ref().take(movers).collect()));
    Ok((files.take_while(|parts: &Vec<Part>| !parts.is_empty()).collect(), maps))
}

/// Reads the maps of a part of distances, if it has some.
fn map(fields: &mut Fields, flags: u8) -> Result<[Vec<u16>; 4], Defect> {
    let mut maps = <[Vec<u16>; 4]>::default();
    if flags & MAPPED == 0 {
        return Ok(maps);
    }
    if flags & WIDE_MAP != 0 {
        fields.align()?;
    }
    for map in &mut maps {
        *map = if flags & WIDE_MAP != 0 {
            let count = fields.words(1, "map")?[0];
            fields.words(count.into(), "map")?
        } else {
            let [count] = fields.array("map")?;
            fields.bytes(count.into(), "map")?.into_iter().map(u16::from).collect()
        };
    }
    Ok(maps)
}
