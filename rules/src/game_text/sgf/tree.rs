//! The syntax: trees of nodes with properties.

use super::{
    MOVES,
    between::{OF_A_ROOT, swallows_a_game},
};
use crate::game_text::cursor::{Cursor, Failure};

/// The nodes of a game; the first one is the root.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

/// A node.
#[derive(Default)]
pub(super) struct Node {
    pub(super) properties: Vec<Property>,
    /// Where its successors are; the first one is the main line.
    pub(super) children: Vec<usize>,
    /// Where it begins.
    pub(super) at: usize,
}

/// A property.
pub(super) struct Property {
    /// Capital letters.
    pub(super) name: String,
    /// Where it begins.
    pub(super) at: usize,
    /// At least one.
    pub(super) values: Vec<Value>,
}

/// A value.
pub(super) struct Value {
    /// The text, without the signs that protect others.
    pub(super) text: String,
    /// Where it begins.
    pub(super) at: usize,
}

impl Node {
    pub(super) fn get(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.get(name).and_then(|property| property.values.first())
    }
}

/// Reads a game from its `(` to its `)`.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Tree, Failure> {
    let begin = cursor.at;
    let mut nodes: Vec<Node> = Vec::new();
    // The last node, and those that the open parentheses go back to.
    let mut last: Option<usize> = None;
    let mut open: Vec<Option<usize>> = Vec::new();
    loop {
        let at = cursor.at;
        match cursor.peek() {
            Some('(') => {
                cursor.accept('(');
                open.push(last);
            }
            Some(')') if !open.is_empty() => {
                cursor.accept(')');
                last = open.pop().flatten();
                if open.is_empty() {
                    break;
                }
            }
            Some(';') if !open.is_empty() => {
                let at = cursor.at;
                cursor.accept(';');
                let number = nodes.len();
                match last {
                    Some(parent) => nodes[parent].children.push(number),
                    None if number == 0 => {}
                    None => return Err(Failure::new(at, "a game has one first node, and this is another")),
                }
                let properties = read_properties(cursor)?;
                if number > 0 && properties.iter().any(|property| OF_A_ROOT.contains(&property.name.as_str()))
                {
                    let reason = "this game has no closing parenthesis, and another one begins in it";
                    return Err(Failure::new(begin, reason));
                }
                nodes.push(Node { properties, children: Vec::new(), at });
                last = Some(number);
            }
            None => return Err(Failure::new(begin, "this game has no closing parenthesis")),
            Some(_) if open.is_empty() => return Err(cursor.failure("a game begins with (; and not here")),
            Some(_) => {
                return Err(Failure::new(at.max(cursor.at), "one of ; ( ) or a property is expected here"));
            }
        }
    }
    if nodes.is_empty() {
        return Err(Failure::new(begin, "this game has no node; a node begins with a semicolon"));
    }
    Ok(Tree { nodes })
}

fn read_properties(cursor: &mut Cursor<'_>) -> Result<Vec<Property>, Failure> {
    let mut properties: Vec<Property> = Vec::new();
    while cursor.peek().is_some_and(|next| next.is_ascii_alphabetic()) {
        let at = cursor.at;
        // Old versions of the format have small letters in names, which count for nothing.
        let word = cursor.take_while(|c| c.is_ascii_alphabetic());
        let name: String = word.chars().filter(char::is_ascii_uppercase).collect();
        let mut values = Vec::new();
        while cursor.accept('[') {
            values.push(read_value(cursor)?);
        }
        if values.is_empty() {
            return Err(cursor.failure(format!("a value in brackets is expected behind {word:?}")));
        }
        // Several moves in a node are played one after the other.
        let same = |other: &&mut Property| other.name == name && !MOVES.contains(&name.as_str());
        match properties.iter_mut().find(same) {
            Some(other) => other.values.append(&mut values),
            None => properties.push(Property { name, at, values }),
        }
    }
    Ok(properties)
}

/// Reads a value behind its opening bracket.
fn read_value(cursor: &mut Cursor<'_>) -> Result<Value, Failure> {
    let at = cursor.at;
    let unclosed = || Failure::new(at.saturating_sub(1), "this value has no closing bracket");
    let mut text = String::new();
    loop {
        match cursor.next().ok_or_else(unclosed)? {
            ']' if text.contains('(') && swallows_a_game(&text) => return Err(unclosed()),
            ']' => return Ok(Value { text, at }),
            '\\' => match cursor.next().ok_or_else(unclosed)? {
                // The line was broken for no reason but its length.
                '\n' => {}
                '\r' => drop(cursor.accept_text("\n")),
                protected => text.push(protected),
            },
            other => text.push(other),
        }
    }
}
