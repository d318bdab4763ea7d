//! Positions as text: FEN as PDN has it, e.g. `W:W31,32,K5:B1-20`.

use std::collections::BTreeMap;

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::Rank,
    description::Colour,
    king_limit::{KingLimit, MOST_MOVES, Streak},
    squares::{Read, name_of, read_square},
    variant::Variant,
};
use crate::{player::Player, text_error::TextError};

const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

/// The player of a colour.
pub(super) fn player_of<V: Variant>(colour: Colour) -> Player {
    if colour == V::DESCRIPTION.first { Player::FIRST } else { Player::SECOND }
}

/// The colour of a player.
pub(super) fn colour_of<V: Variant>(player: Player) -> Colour {
    if player_of::<V>(Colour::White) == player { Colour::White } else { Colour::Black }
}

/// The name of a colour.
pub(super) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

fn letter_of(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

/// Writes a position.
pub(super) fn write<V: Variant>(position: &DraughtsPosition<V>) -> String {
    let mut text = String::from(letter_of(colour_of::<V>(position.mover())));
    for colour in COLOURS {
        text.push(':');
        text.push(letter_of(colour));
        let pieces = position.pieces(player_of::<V>(colour));
        let names: Vec<String> = pieces
            .squares()
            .map(|bit| {
                let king = !(position.kings & V::Bits::one(bit)).is_empty();
                format!("{}{}", if king { "K" } else { "" }, name_of::<V>(bit))
            })
            .collect();
        text.push_str(&names.join(","));
    }
    text.push_str(&limit_text(position));
    text
}

/// Begins a field behind the first one.
pub(super) const FIELD_END: char = ':';

/// Returns the field of moves in a row with the same king as lidraughts has it, e.g. `:+0+235`: none by Black, two by
/// White's king on 35. Empty where there is none.
pub(super) fn limit_text<V: Variant>(position: &DraughtsPosition<V>) -> String {
    let [own, their] = position.limit.streaks();
    if [own, their] == [Streak::NONE; 2] {
        return String::new();
    }
    let mover = colour_of::<V>(position.mover());
    let of = |colour| match if colour == mover { own } else { their } {
        Streak { moves: 0, .. } => "+0".to_owned(),
        Streak { moves, king } => format!("+{moves}{:02}", V::GEOMETRY.square_of[usize::from(king)] + 1),
    };
    format!("{FIELD_END}{}{}", of(Colour::Black), of(Colour::White))
}

/// Returns the text of a board set up by hand: `w`, `b` are men, `W`, `B` kings.
pub(super) fn set_up_text<V: Variant>(letters: &BTreeMap<String, char>, to_move: Player) -> String {
    let mut text = String::from(letter_of(colour_of::<V>(to_move)));
    for colour in COLOURS {
        let own = letter_of(colour);
        let pieces = letters.iter().filter(|(_, letter)| letter.to_ascii_uppercase() == own);
        let names: Vec<String> = pieces
            .map(|(name, letter)| format!("{}{name}", if letter.is_uppercase() { "K" } else { "" }))
            .collect();
        text.push_str(&format!(":{own}{}", names.join(",")));
    }
    text
}

/// Reads a position; refuses one that cannot be on a board.
///
/// Spaces are skipped, quotes around the text and a full stop at its end too. Squares may be numbers, with
/// ranges, or files and ranks. What lidraughts adds says nothing of the position: `:H0` (plies without progress) and `:F12`
/// (the number of the move). `:+0+235` (moves of kings) matters where their number is limited; see [`limit_text`].
pub(super) fn read<V: Variant>(text: &str) -> Result<DraughtsPosition<V>, TextError> {
    let mut reader = Reader { text, at: 0 };
    reader.accept('"');
    let to_move = reader.colour("the side to move")?;
    let mut position = DraughtsPosition::<V>::empty_board(player_of::<V>(to_move));
    let mut seen = Vec::new();
    let mut limit = None;
    while reader.accept(FIELD_END) {
        let start = reader.position();
        if reader.accept_counter() {
            if V::Limit::LIMITED && text[start..].starts_with('+') {
                limit = Some((start, &text[start..reader.at]));
            }
            continue;
        }
        let start = reader.at;
        let colour = reader.colour("a colour")?;
        if seen.contains(&colour) {
            let name = colour_name(colour);
            return Err(reader.error_at(start, format!("the pieces of {name} are listed twice")));
        }
        seen.push(colour);
        read_pieces(&mut reader, player_of::<V>(colour), &mut position)?;
    }
    reader.accept('.');
    reader.accept('"');
    if reader.peek().is_some() {
        return Err(reader.error("nothing is expected here"));
    }
    if let Some(missing) = COLOURS.iter().find(|colour| !seen.contains(colour)) {
        let name = colour_name(*missing);
        let letter = letter_of(*missing);
        return Err(reader.error(format!("the pieces of {name} are missing; write `:{letter}` for none")));
    }
    if position.occupied().is_empty() {
        return Err(reader.error_at(0, "there is no piece on the board"));
    }
    if let Some((start, field)) = limit {
        position.limit = read_limit(field, &position).map_err(|reason| reader.error_at(start, reason))?;
    }
    Ok(position)
}

/// Reads the moves in a row with the same king of Black and of White.
fn read_limit<V: Variant>(field: &str, position: &DraughtsPosition<V>) -> Result<V::Limit, String> {
    const FORM: &str =
        "moves of kings are written +BLACK+WHITE, each a number up to 3 and the king's square, e.g. +0+235";
    let numbers: Vec<&str> = field.trim_start_matches('+').trim_end().split('+').collect();
    let [black, white] = numbers[..] else { return Err(FORM.into()) };
    let mut streaks = [Streak::NONE; 2];
    for (colour, text) in [(Colour::Black, black), (Colour::White, white)] {
        let player = player_of::<V>(colour);
        let kings = position.pieces(player) & position.kings;
        let (moves, square) = text.split_at(1);
        let moves = moves.parse().ok().filter(|moves| *moves <= MOST_MOVES).ok_or(FORM)?;
        if moves == 0 || position.men(player) == 0 {
            continue;
        }
        let king = if square.is_empty() {
            // Some programs leave it out.
            kings.lowest_if_alone().ok_or_else(|| format!("{FORM}; several kings may be meant"))?
        } else {
            match read_square::<V>(square) {
                Read::Square(bit, _) if !(kings & V::Bits::one(bit)).is_empty() => bit,
                _ => return Err(format!("{} has no king on {square}", colour_name(colour))),
            }
        };
        streaks[usize::from(player != position.mover())] = Streak { moves, king: king as u8 };
    }
    Ok(V::Limit::of(streaks))
}

fn read_pieces<V: Variant>(
    reader: &mut Reader<'_>,
    player: Player,
    position: &mut DraughtsPosition<V>,
) -> Result<(), TextError> {
    if matches!(reader.peek(), None | Some(':' | '.' | '"')) {
        return Ok(());
    }
    loop {
        let start = reader.position();
        let rank = if reader.accept('K') { Rank::King } else { Rank::Man };
        let first = reader.square::<V>()?;
        let mut last = first;
        if reader.accept('-') {
            if reader.text[start..reader.at].contains(|c: char| c.is_ascii_alphabetic() && c != 'K') {
                return Err(reader.error("ranges are for numbered squares"));
            }
            if reader.accept('K') && rank == Rank::Man {
                return Err(reader.error("a range is of men or of kings: write K before both or the first"));
            }
            last = reader.square::<V>()?;
        }
        if last < first {
            return Err(reader.error_at(start, "the range runs backwards"));
        }
        for bit in first..=last {
            let here = V::Bits::one(bit);
            if (here & V::Bits::from_mask(V::GEOMETRY.board)).is_empty() {
                continue;
            }
            place(reader, start, player, rank, bit, position)?;
        }
        if !reader.accept(',') {
            return Ok(());
        }
    }
}

fn place<V: Variant>(
    reader: &Reader<'_>,
    start: usize,
    player: Player,
    rank: Rank,
    bit: u32,
    position: &mut DraughtsPosition<V>,
) -> Result<(), TextError> {
    let here = V::Bits::one(bit);
    let name = name_of::<V>(bit);
    let colour = colour_name(colour_of::<V>(player));
    if !(here & position.occupied()).is_empty() {
        return Err(reader.error_at(start, format!("two pieces on {name}")));
    }
    let crowning = V::Bits::from_mask(V::GEOMETRY.crowning[player.index()]);
    if rank == Rank::Man && !(here & crowning).is_empty() {
        let reason = format!("a man of {colour} cannot stand on {name}, where it is crowned: write K{name}");
        return Err(reader.error_at(start, reason));
    }
    let own = if player == position.mover() { &mut position.own } else { &mut position.their };
    *own |= here;
    let most = V::DESCRIPTION.men;
    if own.count() as usize > most {
        return Err(reader.error_at(start, format!("{colour} has more than {most} pieces")));
    }
    if rank == Rank::King {
        position.kings |= here;
    }
    Ok(())
}

/// A place in the text.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn position(&mut self) -> usize {
        self.peek();
        self.at
    }

    fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Goes past a number of plies or moves: `H0`, `F12`, `+0+1`.
    fn accept_counter(&mut self) -> bool {
        self.peek();
        let field = self.text[self.at..].split([':', '"']).next().unwrap_or_default();
        let plain = field.trim_end().trim_end_matches('.');
        let numbers = plain.strip_prefix(['H', 'F', 'h', 'f', '+']);
        let is_counter = numbers.is_some_and(|numbers| {
            numbers
                .split('+')
                .all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        });
        if is_counter {
            self.at += plain.len();
        }
        is_counter
    }

    fn colour(&mut self, what: &str) -> Result<Colour, TextError> {
        let colour = match self.peek() {
            Some('W' | 'w') => Colour::White,
            Some('B' | 'b') => Colour::Black,
            _ => return Err(self.error(format!("{what} is expected here: W or B"))),
        };
        self.at += 1;
        Ok(colour)
    }

    fn square<V: Variant>(&mut self) -> Result<u32, TextError> {
        self.peek();
        match read_square::<V>(&self.text[self.at..]) {
            Read::Square(bit, length) => {
                self.at += length;
                Ok(bit)
            }
            Read::NoSquare(reason) => Err(self.error(reason)),
            Read::Nothing => {
                Err(self.error("a square is expected here, e.g. 28 or c3, K before it for a king"))
            }
        }
    }

    fn error(&self, reason: impl Into<String>) -> TextError {
        self.error_at(self.at, reason)
    }

    fn error_at(&self, at: usize, reason: impl Into<String>) -> TextError {
        TextError::new("position", self.text, at, reason)
    }
}
