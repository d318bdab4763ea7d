//! From a game to nodes.

use super::{
    BLACK, BLACK_LEFT, COMMENT, EVEN, GLYPH, GOOD_FOR_BLACK, GOOD_FOR_WHITE, MARKS, OTHER_MOVE, POSITION,
    RESULT, TAG, VALUE, WHITE_LEFT, black_by, black_player,
    properties::{self, DATE, PLAYERS, TAGS, TERMINATION},
    result,
};
use crate::{
    any::{AnyGame, AnyPosition},
    game::Game,
    game_text::{
        Annotations, Evaluation, GameText, Line, Mark, Score, TextMove,
        annotations::{hundredths_text, seconds_text},
    },
    notation::{
        Notation,
        NotationFormat::{self, Native},
    },
    player::Player,
    position::Position,
    tags::GameTags,
};

/// Characters on a line, unless a node has more.
const LINE_LENGTH: usize = 79;

/// Writes a game; every move has to be legal where it stands. An empty line ends it.
pub(in crate::game_text) fn write(game: &AnyGame, text: &GameText) -> String {
    let mut writer = Writer { game, white: game.text_style().white, out: String::from("("), column: 1 };
    writer.root(text);
    writer.line(&text.start, Player::FIRST, &text.line);
    writer.out.push_str(")\n\n");
    writer.out
}

struct Writer<'g> {
    game: &'g AnyGame,
    /// Whom evaluations are for.
    white: Player,
    out: String,
    /// Characters on the last line.
    column: usize,
}

impl Writer<'_> {
    fn root(&mut self, text: &GameText) {
        let game = self.game;
        let mut node = NodeText::new();
        node.add("FF", "4");
        node.add("CA", "UTF-8");
        node.add("AP", concat!("damier:", env!("CARGO_PKG_VERSION")));
        for (name, value) in game.start_tags(NotationFormat::Sgf, &text.start) {
            node.add(name, &value);
        }
        let black = self.black_at_the_end(text);
        let mut players = [None; 2];
        let mut rest = Vec::new();
        for (tag, value) in text.tags.iter().filter(|(_, value)| !properties::is_unknown(value)) {
            let player = PLAYERS.iter().position(|name| properties::name_tag(game, black, name) == tag);
            let known = TAGS.iter().find(|(other, _)| *other == tag);
            match (player, known) {
                (Some(player), _) => players[player] = Some(value),
                (_, Some((_, name))) => node.add(name, value),
                _ if tag == DATE.0 => node.add(DATE.1, &properties::date(value, '.', '-')),
                _ => rest.push((tag, value)),
            }
        }
        for (name, value) in PLAYERS.into_iter().zip(players) {
            value.into_iter().for_each(|value| node.add(name, value));
        }
        let termination = text.tags.get(TERMINATION);
        let ending = result::result_text(text.outcome, black, termination);
        node.add(RESULT, &ending);
        let told = result::read_result(&ending, black).and_then(|(_, how)| how);
        let said = |tag: &str| tag == TERMINATION && told == termination;
        let own = game.start_tags(Native, &text.start);
        let is_own = |tag: &str| own.iter().any(|(name, _)| *name == tag);
        rest.retain(|(tag, _)| !said(tag) && !is_own(tag));
        let tags: Vec<String> =
            rest.iter().map(|(tag, value)| properties::simple_text(&format!("{tag}:{value}"))).collect();
        node.add_all(TAG, &tags);
        if text.start != game.start() {
            let setup = game.position_text(NotationFormat::Sgf, &text.start);
            if game.parse_position(NotationFormat::Sgf, &setup).as_ref() == Ok(&text.start) {
                node.0.push_str(&setup);
            } else {
                node.add(POSITION, &game.position_text(Native, &text.start));
            }
        }
        node.comment(&text.line.comment);
        self.push(&node.0);
    }

    /// The player with the black stones when the game ended.
    fn black_at_the_end(&self, text: &GameText) -> Player {
        let mut position = text.start.clone();
        let mut black = Player::FIRST;
        for mv in text.moves() {
            let written = self.game.try_move_text(NotationFormat::Sgf, &position, mv);
            black = written.and_then(|text| black_by(&text, position.to_move())).unwrap_or(black);
            position.play(mv);
        }
        black_player(self.game, &position, black)
    }

    /// The moves of a line, and then, from its end backwards, the variations.
    fn line(&mut self, start: &AnyPosition, black: Player, line: &Line) {
        let mut position = start.clone();
        let mut black = black;
        let mut pending = Vec::new();
        for played in &line.moves {
            if !played.variations.is_empty() {
                pending.push((position.clone(), black, &played.variations));
                self.open();
            }
            black = self.played(&position, black, played);
            position.play(played.mv);
        }
        while let Some((position, black, variations)) = pending.pop() {
            self.out.push(')');
            for variation in variations {
                self.open();
                if !variation.comment.is_empty() || variation.moves.is_empty() {
                    let mut node = NodeText::new();
                    node.comment(&variation.comment);
                    self.push(&node.0);
                }
                self.line(&position, black, variation);
                self.out.push(')');
            }
        }
    }

    /// A node with a move; the player with the black stones from then on.
    fn played(&mut self, position: &AnyPosition, black: Player, played: &TextMove) -> Player {
        let mover = position.to_move();
        let mut node = NodeText::new();
        let text = self.game.try_move_text(NotationFormat::Sgf, position, played.mv);
        let black = text.as_deref().and_then(|text| black_by(text, mover)).unwrap_or(black);
        match text {
            Some(text) => node.0.push_str(&text),
            None => node.add(OTHER_MOVE, &self.game.move_text(Native, position, played.mv)),
        }
        let colour = if mover == black { BLACK } else { super::WHITE };
        self.marks(&mut node, &played.marks, mover, colour);
        let mut rest = played.annotations;
        if let Some(Evaluation { score: Score::Hundredths(score), depth: None }) =
            played.annotations.evaluation
        {
            node.add(VALUE, &hundredths_text(if black == self.white { score } else { -score }));
            rest.evaluation = None;
        }
        if let Some(left) = played.annotations.clock {
            node.add(if colour == BLACK { BLACK_LEFT } else { WHITE_LEFT }, &seconds_text(left));
            rest.clock = None;
        }
        node.comment(&with_commands(rest, &played.comment));
        self.push(&node.0);
        black
    }

    fn marks(&self, node: &mut NodeText, marks: &[Mark], mover: Player, colour: &str) {
        // Two properties of the same name would be one with two values, and glyphs keep the order of all.
        let plain = matches!(marks, [one] if !matches!(one, Mark::OnlyMove | Mark::Glyph(_)));
        if !plain {
            let glyphs = marks.iter().map(|mark| format!("${}", mark.glyph(mover, self.white)));
            return node.add_all(GLYPH, &glyphs.collect::<Vec<_>>());
        }
        for mark in marks {
            match mark {
                Mark::Drawn => node.add(EVEN, "1"),
                Mark::Won => node.add(if colour == BLACK { GOOD_FOR_BLACK } else { GOOD_FOR_WHITE }, "1"),
                other => {
                    if let Some((_, name, value)) = MARKS.iter().find(|(mark, ..)| mark == other) {
                        node.add(name, value);
                    }
                }
            }
        }
    }

    fn open(&mut self) {
        self.out.push_str("\n(");
        self.column = 1;
    }

    /// A node, on the next line where this one is full.
    fn push(&mut self, node: &str) {
        let length = node.chars().count();
        if self.column > 1 && self.column + length > LINE_LENGTH {
            self.out.push('\n');
            self.column = 0;
        }
        self.out.push_str(node);
        self.column += length;
    }
}

/// What is left of data as commands, before the comment.
fn with_commands(annotations: Annotations, comment: &str) -> String {
    let mut words = annotations.commands();
    if !comment.is_empty() {
        words.push(comment.to_owned());
    }
    words.join(" ")
}

/// The text of a node.
struct NodeText(String);

impl NodeText {
    fn new() -> Self {
        Self(String::from(";"))
    }

    /// A property whose value is one line.
    fn add(&mut self, name: &str, value: &str) {
        self.add_all(name, &[properties::simple_text(value)]);
    }

    /// A property with these values; nothing without any.
    fn add_all(&mut self, name: &str, values: &[String]) {
        if values.is_empty() {
            return;
        }
        self.0.push_str(name);
        for value in values {
            self.0.push('[');
            for character in value.chars() {
                if character == ']' || character == '\\' {
                    self.0.push('\\');
                }
                self.0.push(character);
            }
            self.0.push(']');
        }
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            self.add_all(COMMENT, &[comment.to_owned()]);
        }
    }
}
