//! From nodes to a game.

use super::{
    BLACK, BLACK_LEFT, COMMENT, EVEN, GLYPH, GOOD_FOR_BLACK, GOOD_FOR_WHITE, MARKS, NODE_NAME, OTHER_MOVE,
    POSITION, RESULT, TAG, VALUE, WHITE, WHITE_LEFT, black_by, black_player,
    properties::{self, DATE, GAME_COMMENT, PLAYERS, TAGS, TERMINATION},
    tree::{self, Node, Tree, Value},
};
use crate::{
    dialect::Dialect,
    game::{Game, MoveOf},
    game_text::{
        Evaluation, GameText, Line, Mark, Score, Tags, TextMove, add_words,
        cursor::{Cursor, Failure},
        said::read_hundredths,
    },
    player::Player,
    position::Position,
};

/// Variations within variations, at most.
const DEEPEST: usize = 64;
/// Properties that put up stones.
const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];
/// More seconds than any clock shows.
const MOST_SECONDS: f64 = 1.0e9;

/// Reads a game that begins with the next `(`.
pub(in crate::game_text) fn read<G: Game>(
    cursor: &mut Cursor<'_>,
    game: &G,
) -> Result<GameText<G::Position>, Failure> {
    let begin = cursor.at;
    let tree = tree::read(cursor)?;
    let root = &tree.nodes[0];
    let mut header = Tags::default();
    for property in &root.properties {
        header.set(&property.name, property.values[0].text.trim());
    }
    let game = game.of_tags_in(Dialect::Sgf, &header).map_err(|error| {
        let at = root.get(error.tag).map_or(begin, |property| property.at);
        Failure::new(at, error.to_string())
    })?;
    let start = start(&game, root)?;
    let mut reader = Reader { game: &game, white: game.text_style().white, tree: &tree };
    let mut walk = Walk::boxed(&start, Player::FIRST);
    reader.node(&mut walk, root)?;
    reader.line(&mut walk, 0, 0)?;
    let black = black_player(&game, &walk.position, walk.black);
    let mut text = GameText { tags: Tags::default(), start, line: walk.line, outcome: None };
    read_tags(&game, root, black, &mut text)?;
    Ok(text)
}

/// The position that the root puts up.
fn start<G: Game>(game: &G, root: &Node) -> Result<G::Position, Failure> {
    if let Some(value) = root.value(POSITION) {
        let refused = |error: crate::TextError| Failure::new(value.at, error.to_string());
        return game.parse_position(value.text.trim()).map_err(refused);
    }
    let setup: Vec<_> =
        root.properties.iter().filter(|property| SETUP.contains(&property.name.as_str())).collect();
    let Some(first) = setup.first() else {
        return Ok(game.start());
    };
    let words = setup.iter().map(|property| {
        let values = property.values.iter().map(|value| format!("[{}]", value.text.trim()));
        format!("{}{}", property.name, values.collect::<String>())
    });
    let text: String = words.collect();
    game.parse_position_in(Dialect::Sgf, &text).map_err(|error| Failure::new(first.at, error.reason))
}

/// Tags, comment and result of the root.
fn read_tags<G: Game>(
    game: &G,
    root: &Node,
    black: Player,
    text: &mut GameText<G::Position>,
) -> Result<(), Failure> {
    for property in &root.properties {
        let Value { text: value, at } = &property.values[0];
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = property.name.as_str();
        if let Some((tag, _)) = TAGS.iter().find(|(_, other)| *other == name) {
            text.tags.set(tag, &value);
        } else if name == DATE.1 {
            text.tags.set(DATE.0, &properties::date(&value, '-', '.'));
        } else if PLAYERS.contains(&name) {
            text.tags.set(properties::name_tag(game, black, name), &value);
        } else if name == RESULT {
            let (outcome, how) = properties::read_result(&value, black)
                .ok_or_else(|| Failure::new(*at, format!("{value:?} is no result such as B+ or W+R or 0")))?;
            text.outcome = outcome;
            if let Some(how) = how {
                text.tags.set(TERMINATION, how);
            }
        } else if name == GAME_COMMENT {
            let mut comment = String::new();
            add_words(&mut comment, &value);
            add_words(&mut comment, &text.line.comment);
            text.line.comment = comment;
        }
    }
    for Value { text: value, at } in root.get(TAG).into_iter().flat_map(|property| &property.values) {
        let (name, value) = value
            .split_once(':')
            .filter(|(name, _)| is_tag_name(name))
            .ok_or_else(|| Failure::new(*at, "a tag is Name:value"))?;
        text.tags.set(name, &value.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A line under way.
struct Walk<P: Position> {
    position: P,
    /// Before the last move.
    before: P,
    /// The player with the black stones, as far as it is known, and before the last move.
    black: Player,
    black_before: Player,
    line: Line<P::Move>,
    /// Nodes that begin variations of the next move.
    others: Vec<usize>,
}

impl<P: Position> Walk<P> {
    /// At a position. Positions may be large, so that those of nested variations have no room on the stack.
    #[inline(never)]
    fn boxed(position: &P, black: Player) -> Box<Self> {
        Box::new(Self {
            position: position.clone(),
            before: position.clone(),
            black,
            black_before: black,
            line: Line::default(),
            others: Vec::new(),
        })
    }
}

struct Reader<'r, G: Game> {
    game: &'r G,
    /// Whom evaluations are for.
    white: Player,
    tree: &'r Tree,
}

impl<G: Game> Reader<'_, G> {
    /// Reads what follows node `number`, which has been read.
    fn line(&mut self, walk: &mut Walk<G::Position>, number: usize, depth: usize) -> Result<(), Failure> {
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
            self.node(walk, &self.tree.nodes[next])?;
            if walk.line.moves.len() > moves {
                for other in std::mem::take(&mut walk.others) {
                    let variation = self.variation(walk, other, depth + 1)?;
                    if let Some(last) = walk.line.moves.last_mut() {
                        last.variations.push(variation);
                    }
                }
            }
            number = next;
        }
    }

    /// Reads what begins with node `number` and replaces the last move of `of`.
    fn variation(
        &mut self,
        of: &Walk<G::Position>,
        number: usize,
        depth: usize,
    ) -> Result<Line<MoveOf<G>>, Failure> {
        let node = &self.tree.nodes[number];
        if depth > DEEPEST {
            return Err(Failure::new(node.at, format!("variations are nested deeper than {DEEPEST}")));
        }
        let mut walk = Walk::boxed(&of.before, of.black_before);
        self.node(&mut walk, node)?;
        self.line(&mut walk, number, depth)?;
        Ok(walk.line)
    }

    /// Plays the move of a node, and takes what is said about it.
    fn node(&mut self, walk: &mut Walk<G::Position>, node: &Node) -> Result<(), Failure> {
        let mut moved = false;
        for property in &node.properties {
            let name = property.name.as_str();
            let first = &property.values[0];
            if [BLACK, WHITE, OTHER_MOVE].contains(&name) {
                if std::mem::replace(&mut moved, true) || property.values.len() > 1 {
                    return Err(Failure::new(property.at, "a node holds one move, and this is another"));
                }
                self.play(walk, name, first)?;
            } else if SETUP.contains(&name) && node.at != self.tree.nodes[0].at {
                return Err(Failure::new(property.at, "only the first node of a game can put up a position"));
            }
        }
        for property in &node.properties {
            let Value { text, at } = &property.values[0];
            match property.name.as_str() {
                COMMENT | NODE_NAME => Self::say(walk, moved, text),
                name => self.mark(walk, name, &property.values, *at, moved)?,
            }
        }
        Ok(())
    }

    fn play(&self, walk: &mut Walk<G::Position>, name: &str, value: &Value) -> Result<(), Failure> {
        let text = value.text.trim();
        let position = &walk.position;
        let read = match name {
            OTHER_MOVE => self.game.parse_move(position, text),
            _ => self.game.parse_move_in(Dialect::Sgf, position, &format!("{name}[{text}]")),
        };
        let mv = read.map_err(|error| Failure::new(value.at, format!("{text:?}: {}", error.reason)))?;
        walk.black_before = walk.black;
        walk.black = black_by(name, position.to_move()).unwrap_or(walk.black);
        walk.before.clone_from(&walk.position);
        walk.position.play(mv);
        walk.line.moves.push(TextMove::from(mv));
        Ok(())
    }

    fn say(walk: &mut Walk<G::Position>, moved: bool, text: &str) {
        match walk.line.moves.last_mut() {
            Some(last) if moved => last.hear(text),
            // A node without a move speaks of the position before it.
            Some(last) => last.say(text),
            None => add_words(&mut walk.line.comment, text),
        }
    }

    /// Marks, evaluations and clocks; other properties say nothing.
    fn mark(
        &self,
        walk: &mut Walk<G::Position>,
        name: &str,
        values: &[Value],
        at: usize,
        moved: bool,
    ) -> Result<(), Failure> {
        let mover = walk.before.to_move();
        let (black, white) = (walk.black, self.white);
        let Some(last) = walk.line.moves.last_mut().filter(|_| moved) else {
            return Ok(());
        };
        let value = values[0].text.trim();
        match name {
            VALUE => {
                let score = read_hundredths(value)
                    .ok_or_else(|| Failure::new(at, format!("{value:?} is no number of points")))?;
                let score = Score::Hundredths(if black == white { score } else { -score });
                last.said.evaluation.get_or_insert(Evaluation { score, depth: None });
            }
            BLACK_LEFT | WHITE_LEFT => {
                if (name == BLACK_LEFT) == (mover == black) {
                    let seconds =
                        value.parse::<f64>().ok().filter(|time| (0.0..=MOST_SECONDS).contains(time));
                    let seconds = seconds
                        .ok_or_else(|| Failure::new(at, format!("{value:?} is no number of seconds")))?;
                    let left = std::time::Duration::from_millis((1e3 * seconds).round() as u64);
                    last.said.clock.get_or_insert(left);
                }
            }
            GLYPH => {
                for Value { text, at } in values {
                    let glyph = text.trim().trim_start_matches('$').parse().map_err(|_| {
                        Failure::new(*at, format!("{text:?} is no glyph: a number from 0 to 255 is expected"))
                    })?;
                    last.marks.push(Mark::of_glyph(glyph, mover, white));
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
        Ok(())
    }
}
