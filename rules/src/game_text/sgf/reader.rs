//! From nodes to a game.

use super::{
    BLACK_LEFT, COMMENT, EVEN, GLYPH, GOOD_FOR_BLACK, GOOD_FOR_WHITE, MARKS, MOVES, NODE_NAME, OTHER_MOVE,
    VALUE, WHITE_LEFT, between, black_by, black_player,
    root::{self, SETUP},
    tree::{self, Tree, Value},
};
use crate::{
    any::{AnyGame, AnyPosition},
    game_text::{
        Evaluation, GameText, Line, Mark, Score, Tags, TextMove, add_words,
        annotations::{read_hundredths, read_time},
        cursor::{Cursor, Failure},
    },
    notation::{
        Notation,
        NotationFormat::{self, Native},
    },
    player::Player,
    position::Position,
    tags::GameTags,
};

/// Variations within variations, at most.
const DEEPEST: usize = 64;

/// Reads a game that begins with the next `(`. Behind an error the cursor is where the next game begins.
pub(in crate::game_text) fn read(cursor: &mut Cursor<'_>, game: &AnyGame) -> Result<GameText, Failure> {
    let begin = cursor.at;
    let text = cursor.rest();
    let tree = tree::read(cursor);
    let end = tree.is_ok().then_some(cursor.at);
    tree.and_then(|tree| read_tree(game, &tree)).inspect_err(|_| {
        // A broken game may have swallowed others.
        let end = end.unwrap_or(begin + text.len());
        let behind = text.chars().next().map_or(0, char::len_utf8);
        cursor.at = between::next_root(&text[..end - begin], behind).map_or(end, |next| begin + next);
    })
}

fn read_tree(game: &AnyGame, tree: &Tree) -> Result<GameText, Failure> {
    let root = &tree.nodes[0];
    let mut header = Tags::default();
    for property in &root.properties {
        header.set(&property.name, property.values[0].text.trim());
    }
    let game = game.of_tags(NotationFormat::Sgf, &header).map_err(|error| {
        let at = root.get(error.tag).map_or(root.at, |property| property.at);
        Failure::new(at, error.to_string())
    })?;
    let setup = root::setup_nodes(tree);
    let start = root::start(&game, root, &setup)?;
    let mut reader = Reader { game: &game, white: game.text_style().white, tree, setup: setup.len() };
    let mut walk = Walk::new(&start, Player::FIRST);
    reader.node(&mut walk, 0)?;
    reader.line(&mut walk, 0, 0)?;
    let black = black_player(&game, &walk.position, walk.black);
    let mut text = GameText { tags: Tags::default(), start, line: walk.line, outcome: None };
    root::read_tags(&game, root, black, &mut text);
    Ok(text)
}

/// A line under way.
struct Walk {
    position: AnyPosition,
    /// Before the moves of the last node that has any, and whose the last of them was.
    before: AnyPosition,
    mover: Player,
    /// The player with the black stones, as far as it is known, and before that node.
    black: Player,
    black_before: Player,
    line: Line,
    /// Nodes that begin variations of the next move.
    others: Vec<usize>,
}

impl Walk {
    /// Begins at a position.
    fn new(position: &AnyPosition, black: Player) -> Self {
        Self {
            position: position.clone(),
            before: position.clone(),
            mover: position.to_move(),
            black,
            black_before: black,
            line: Line::default(),
            others: Vec::new(),
        }
    }
}

struct Reader<'r> {
    game: &'r AnyGame,
    /// Whom evaluations are for.
    white: Player,
    tree: &'r Tree,
    /// The first nodes, which put up the position.
    setup: usize,
}

impl Reader<'_> {
    /// Reads what follows node `number`, which has been read.
    fn line(&mut self, walk: &mut Walk, number: usize, depth: usize) -> Result<(), Failure> {
        let mut number = number;
        loop {
            let mut children = self.tree.nodes[number].children.iter().copied();
            // A line whose last nodes say nothing of a move goes on with what would have replaced it.
            let next = children.next().or_else(|| (!walk.others.is_empty()).then(|| walk.others.remove(0)));
            let Some(next) = next else {
                return Ok(());
            };
            walk.others.extend(children);
            let moves = walk.line.moves.len();
            if let Err(failure) = self.node(walk, next) {
                return Self::end_of_variation(walk, failure, depth);
            }
            if walk.line.moves.len() > moves {
                for other in std::mem::take(&mut walk.others) {
                    let variation = self.variation(walk, other, depth + 1)?;
                    walk.line.moves[moves].variations.push(variation);
                }
            }
            number = next;
        }
    }

    /// Ends a variation where it cannot be read, with the reason as a comment: what was played is not in it.
    ///
    /// # Errors
    /// This is no variation (`depth` 0).
    fn end_of_variation(walk: &mut Walk, failure: Failure, depth: usize) -> Result<(), Failure> {
        if depth == 0 {
            return Err(failure);
        }
        let reason = format!("[not read from here on: {}]", failure.reason);
        match walk.line.moves.last_mut() {
            Some(last) => last.hear(&reason),
            None => add_words(&mut walk.line.comment, &reason),
        }
        Ok(())
    }

    /// Reads what begins with node `number` and replaces the moves of the last node of `of`.
    fn variation(&mut self, of: &Walk, number: usize, depth: usize) -> Result<Line, Failure> {
        if depth > DEEPEST {
            let at = self.tree.nodes[number].at;
            return Err(Failure::new(at, format!("variations are nested deeper than {DEEPEST}")));
        }
        let mut walk = Walk::new(&of.before, of.black_before);
        match self.node(&mut walk, number) {
            Ok(()) => self.line(&mut walk, number, depth)?,
            Err(failure) => Self::end_of_variation(&mut walk, failure, depth)?,
        }
        Ok(walk.line)
    }

    /// Plays the moves of a node, and takes what is said about the last of them.
    fn node(&mut self, walk: &mut Walk, number: usize) -> Result<(), Failure> {
        let node = &self.tree.nodes[number];
        let moves = walk.line.moves.len();
        let (before, black_before) = (walk.position.clone(), walk.black);
        for property in &node.properties {
            let name = property.name.as_str();
            if MOVES.contains(&name) {
                if property.values.len() > 1 {
                    return Err(Failure::new(property.at, "a move is one point, and this is another"));
                }
                self.play(walk, name, &property.values[0])?;
            } else if SETUP.contains(&name) && number >= self.setup {
                let reason = "a position can be put up before the first move only";
                return Err(Failure::new(property.at, reason));
            }
        }
        let moved = walk.line.moves.len() > moves;
        if moved {
            (walk.before, walk.black_before) = (before, black_before);
        }
        for property in &node.properties {
            match property.name.as_str() {
                COMMENT | NODE_NAME => Self::say(walk, moved, &property.values[0].text),
                name => self.mark(walk, name, &property.values, moved),
            }
        }
        Ok(())
    }

    fn play(&self, walk: &mut Walk, name: &str, value: &Value) -> Result<(), Failure> {
        let text = value.text.trim();
        let position = &walk.position;
        let read = match name {
            OTHER_MOVE => self.game.parse_move(Native, position, text),
            _ => self.game.parse_move(NotationFormat::Sgf, position, &format!("{name}[{text}]")),
        };
        let mv = read.map_err(|error| Failure::new(value.at, format!("{text:?}: {}", error.reason)))?;
        walk.mover = position.to_move();
        walk.black = black_by(name, walk.mover).unwrap_or(walk.black);
        walk.position.play(mv);
        walk.line.moves.push(TextMove::from(mv));
        Ok(())
    }

    fn say(walk: &mut Walk, moved: bool, text: &str) {
        match walk.line.moves.last_mut() {
            Some(last) if moved => last.hear(text),
            // A node without a move speaks of the position before it.
            Some(last) => last.say(text),
            None => add_words(&mut walk.line.comment, text),
        }
    }

    /// Marks, evaluations and clocks; of these, values that say nothing stay as a comment. Other properties say
    /// nothing.
    fn mark(&self, walk: &mut Walk, name: &str, values: &[Value], moved: bool) {
        let (mover, black, white) = (walk.mover, walk.black, self.white);
        let Some(last) = walk.line.moves.last_mut().filter(|_| moved) else {
            return;
        };
        let value = values[0].text.trim();
        let mut unread = Vec::new();
        match name {
            VALUE => match read_hundredths(value) {
                Some(score) => {
                    let score = Score::Hundredths(if black == white { score } else { -score });
                    last.annotations.evaluation.get_or_insert(Evaluation { score, depth: None });
                }
                None => unread.push(value),
            },
            BLACK_LEFT | WHITE_LEFT => match read_time(value) {
                Some(left) if (name == BLACK_LEFT) == (mover == black) => {
                    last.annotations.clock.get_or_insert(left);
                }
                Some(_) => {}
                None => unread.push(value),
            },
            GLYPH => {
                for text in values.iter().map(|value| value.text.trim()) {
                    match text.trim_start_matches('$').parse() {
                        Ok(glyph) => last.marks.push(Mark::of_glyph(glyph, mover, white)),
                        Err(_) => unread.push(text),
                    }
                }
            }
            EVEN => last.marks.push(Mark::Drawn),
            GOOD_FOR_BLACK | GOOD_FOR_WHITE if (name == GOOD_FOR_BLACK) == (mover == black) => {
                last.marks.push(Mark::Won);
            }
            _ => {
                let twice = if value == "2" { "2" } else { "1" };
                let mark = MARKS
                    .iter()
                    .find(|(_, other, value)| *other == name && (value.is_empty() || *value == twice));
                last.marks.extend(mark.map(|(mark, ..)| *mark));
            }
        }
        // What it looks like in another form is what it has to be in this one.
        unread.into_iter().for_each(|value| last.hear(&format!("{name}[{value}]")));
    }
}
