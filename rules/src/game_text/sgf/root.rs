//! What the first nodes say: the position, tags, comment and result.

use super::{
    MOVES, POSITION, RESULT, TAG,
    properties::{self, DATE, GAME_COMMENT, PLAYERS, TAGS, TERMINATION},
    result,
    tree::{Node, Property, Tree, Value},
};
use crate::{
    any::{AnyGame, AnyPosition},
    game::Game,
    game_text::{GameText, add_words, cursor::Failure},
    notation::{
        Notation,
        NotationFormat::{self, Native},
    },
    player::Player,
};

/// Properties that put up stones.
pub(super) const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// The nodes that can put up the position: the first one, and those that follow it before any move or variation.
pub(super) fn setup_nodes(tree: &Tree) -> Vec<&Node> {
    let has_move = |node: &Node| MOVES.iter().any(|name| node.get(name).is_some());
    let mut nodes = vec![&tree.nodes[0]];
    let mut number = 0;
    while let [next] = tree.nodes[number].children[..] {
        // Nodes are numbered in the order of the text.
        if has_move(&tree.nodes[number]) || has_move(&tree.nodes[next]) {
            break;
        }
        number = next;
        nodes.push(&tree.nodes[number]);
    }
    nodes
}

/// The position that the first nodes put up.
pub(super) fn start(game: &AnyGame, root: &Node, nodes: &[&Node]) -> Result<AnyPosition, Failure> {
    if let Some(value) = root.value(POSITION) {
        let refused = |error: crate::TextError| Failure::new(value.at, error.to_string());
        return game.parse_position(Native, value.text.trim()).map_err(refused);
    }
    let properties = nodes.iter().flat_map(|node| &node.properties);
    let setup: Vec<&Property> =
        properties.filter(|property| SETUP.contains(&property.name.as_str())).collect();
    let Some(first) = setup.first() else {
        return Ok(game.start());
    };
    let words = setup.iter().map(|property| {
        let values = property.values.iter().map(|value| format!("[{}]", value.text.trim()));
        format!("{}{}", property.name, values.collect::<String>())
    });
    let text: String = words.collect();
    game.parse_position(NotationFormat::Sgf, &text).map_err(|error| Failure::new(first.at, error.reason))
}

/// Tags, comment and result of the root. What says nothing stays as a comment.
pub(super) fn read_tags(game: &AnyGame, root: &Node, black: Player, text: &mut GameText) {
    let mut comments = String::new();
    for property in &root.properties {
        let value = properties::simple_text(&property.values[0].text);
        let name = property.name.as_str();
        if let Some((tag, _)) = TAGS.iter().find(|(_, other)| *other == name) {
            text.tags.set(tag, &value);
        } else if name == DATE.1 {
            text.tags.set(DATE.0, &properties::date(&value, '-', '.'));
        } else if PLAYERS.contains(&name) {
            text.tags.set(properties::name_tag(game, black, name), &value);
        } else if name == RESULT {
            match result::read_result(&value, black) {
                Some((outcome, how)) => {
                    text.outcome = outcome;
                    how.into_iter().for_each(|how| text.tags.set(TERMINATION, how));
                }
                None => add_words(&mut comments, &format!("{name}[{value}]")),
            }
        } else if name == GAME_COMMENT {
            add_words(&mut comments, &value);
        }
    }
    for Value { text: value, .. } in root.get(TAG).into_iter().flat_map(|property| &property.values) {
        let value = properties::simple_text(value);
        match value.split_once(':').filter(|(name, _)| is_tag_name(name)) {
            Some((name, value)) => text.tags.set(name, value),
            None => add_words(&mut comments, &format!("{TAG}[{value}]")),
        }
    }
    add_words(&mut comments, &text.line.comment);
    text.line.comment = comments;
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
