//! What stands before the moves: tags, and comments between them.

use super::{
    Tags, VARIANT, add_words,
    cursor::{Cursor, EVENT, Failure, LINE_ENDS, has_empty_line, is_of_tag_name, lines},
    style::{RESULT, UNKNOWN, UNKNOWN_VALUE},
};

/// The tags that hold a start position.
pub(super) const SET_UP: &str = "SetUp";
pub(crate) const FEN: &str = "FEN";
/// The tag of PDN that tells which game it is.
const GAME_TYPE: &str = "GameType";
/// Tags that decide what the moves mean: they are read exactly or the game is refused.
const DECISIVE: [&str; 4] = [FEN, SET_UP, VARIANT, GAME_TYPE];

/// Tags that tell another game without an empty line before them, where they come again in the same order.
const SAME: usize = 2;

/// Tags and comments up to the first move.
#[derive(Default)]
pub(super) struct Header {
    tags: Vec<ReadTag>,
    /// Comments, and tags that cannot be read.
    pub(super) comment: String,
    /// Where the first tag begins.
    pub(super) begin: Option<usize>,
    /// Why the game is refused, if it is.
    pub(super) failure: Option<Failure>,
    /// Whether the tags of another game follow.
    pub(super) is_over: bool,
    /// Where a second tag tells another result.
    pub(super) other_result: Option<usize>,
}

/// A tag as it was read.
struct ReadTag {
    name: String,
    value: String,
    /// Where its value begins.
    at: usize,
}

impl Header {
    /// Reads the tags and comments that stand here. Tags that begin another game are left: those behind an empty line
    /// one of which was there already or is `Event`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Self {
        let mut header = Self::default();
        let mut first = Vec::new();
        loop {
            let Ok(gap) = header.read_comments(cursor) else { return header };
            if cursor.peek() != Some('[') {
                return header;
            }
            if header.begins_another(cursor, &first, gap.is_some()) {
                let (at, comments) = gap.unwrap_or((cursor.at, header.comment.len()));
                cursor.at = at;
                header.comment.truncate(comments);
                header.is_over = true;
                return header;
            }
            if gap.is_some() || header.begin.is_none() {
                first = names_ahead(cursor).take(SAME).collect();
            }
            header.begin.get_or_insert(cursor.at);
            header.read_tag(cursor);
        }
    }

    /// Reads comments; returns what begins behind the last empty line before, between and behind them: the byte, and
    /// the length of the comments before it. Nothing can be read on behind a comment that does not end.
    fn read_comments(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<(usize, usize)>, ()> {
        let mut gap = None;
        loop {
            let from = cursor.at;
            cursor.peek();
            if has_empty_line(cursor.since(from)) {
                gap = Some((cursor.at, self.comment.len()));
            }
            let from = cursor.at;
            match cursor.take_comment() {
                Ok(Some(comment)) => add_words(&mut self.comment, comment),
                Ok(None) => return Ok(gap),
                Err(failure) => {
                    cursor.at = from;
                    self.fail(failure);
                    return Err(());
                }
            }
        }
    }

    /// Whether the tags that follow are those of another game; `first` are the first names of the last tags.
    fn begins_another(&self, cursor: &Cursor<'_>, first: &[String], is_behind_gap: bool) -> bool {
        if self.tags.is_empty() {
            return false;
        }
        let mut ahead = names_ahead(cursor);
        if is_behind_gap {
            return ahead.next().is_some_and(|name| name == EVENT || self.has(&name))
                || ahead.any(|name| self.has(&name));
        }
        // Without an empty line two tags have to come again.
        self.tags.len() > SAME && first.len() == SAME && ahead.take(SAME).eq(first.iter().cloned())
    }

    /// Returns the tags, the last value of each.
    pub(super) fn tags(&self) -> Tags {
        let mut tags = Tags::default();
        self.tags.iter().for_each(|tag| tags.set(&tag.name, &tag.value));
        tags
    }

    /// Returns where the value of a tag begins.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.at)
    }

    /// Whether nothing was read.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.failure.is_none()
    }

    fn fail(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
    }

    fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.name == name)
    }

    /// Reads the tag that begins here. One that cannot be read and decides nothing is kept as a comment.
    fn read_tag(&mut self, cursor: &mut Cursor<'_>) {
        let begin = cursor.at;
        match read_tag(cursor) {
            Ok(tag) => self.add(tag),
            Err((name, failure)) => {
                cursor.at = begin;
                let is_decisive = DECISIVE.contains(&name.as_str()) || name.is_empty();
                match cursor.take_bracket() {
                    Some(text) if !is_decisive || text.starts_with("[%") => {
                        add_words(&mut self.comment, text)
                    }
                    _ => {
                        self.fail(failure);
                        cursor.take_line();
                    }
                }
            }
        }
    }

    /// Adds a tag. Of two values the last one counts, and the other is kept as a comment.
    fn add(&mut self, tag: ReadTag) {
        let Some(old) = self.tags.iter_mut().find(|old| old.name == tag.name) else {
            self.tags.push(tag);
            return;
        };
        if old.value == tag.value {
            return;
        }
        if DECISIVE.contains(&tag.name.as_str()) {
            let reason = format!("the tag {} is given twice with different values; remove one", tag.name);
            self.fail(Failure::new(tag.at, reason));
            return;
        }
        let is_open = |value: &str| [UNKNOWN, UNKNOWN_VALUE, ""].contains(&value);
        if tag.name == RESULT {
            if is_open(&tag.value) {
                return;
            }
            if !is_open(&old.value) {
                self.other_result = Some(tag.at);
            }
        } else if !is_open(&old.value) {
            let text = format!("[{} \"{}\"]", old.name, old.value);
            add_words(&mut self.comment, &text);
        }
        old.value = tag.value;
    }
}

/// Returns the names of the tags that follow up to an empty line, without reading them.
fn names_ahead(cursor: &Cursor<'_>) -> impl Iterator<Item = String> {
    let tags = lines(cursor.rest()).map(str::trim).take_while(|line| line.starts_with('['));
    tags.map(|line| tidy_name(name_of(line[1..].trim_start())))
}

/// Reads a tag; of one that cannot be read, its name and the reason.
fn read_tag(cursor: &mut Cursor<'_>) -> Result<ReadTag, (String, Failure)> {
    cursor.accept('[');
    cursor.peek();
    let name = name_of(cursor.rest());
    cursor.at += name.len();
    let name = tidy_name(name);
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Err((String::new(), cursor.failure("the name of a tag is expected here")));
    }
    if !cursor.accept('"') {
        let failure = cursor.failure(format!("the value of the tag {name} is expected here, in quotes"));
        return Err((name, failure));
    }
    let at = cursor.at;
    let Some((value, length)) = strict_value(cursor.rest()).or_else(|| loose_value(cursor.rest())) else {
        return Err((name, Failure::new(at, "this value has no closing quote and bracket")));
    };
    cursor.at += length;
    Ok(ReadTag { name, value, at })
}

/// The name of a tag as it stands.
fn name_of(text: &str) -> &str {
    &text[..text.find(|c| !is_of_tag_name(c)).unwrap_or(text.len())]
}

/// The name of a tag by the standard: letters, digits and underscores, and those of decisive tags in their case.
fn tidy_name(name: &str) -> String {
    let name = name.trim_end_matches([':', '=', '.']);
    let known = DECISIVE.into_iter().chain([RESULT]).find(|known| known.eq_ignore_ascii_case(name));
    let tidy = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    known.map_or_else(|| name.chars().map(tidy).collect(), str::to_owned)
}

/// Reads a value behind its opening quote as the standards have it, and how long it is with quote and bracket.
fn strict_value(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let rest = text[at + 1..].trim_start();
                return rest.starts_with(']').then(|| (value, text.len() - rest.len() + 1));
            }
            '\\' if text[at + 1..].starts_with(['"', '\\']) => {
                value.extend(characters.next().map(|(_, protected)| protected));
            }
            end if LINE_ENDS.contains(&end) => return None,
            other => value.push(other),
        }
    }
    None
}

/// The same where quotes in the value are not protected, the bracket is missing, or the value is broken over lines.
fn loose_value(text: &str) -> Option<(String, usize)> {
    let line = text.split(LINE_ENDS).next().unwrap_or_default();
    let (value, length) = closed_value(line)
        .or_else(|| {
            // Only the bracket is missing.
            let value = line.trim_end().strip_suffix('"').filter(|value| !value.contains('"'))?;
            Some((value, line.len()))
        })
        .or_else(|| {
            let mut more = lines(text);
            let mut end = more.next()?.len();
            for line in more.take_while(|line| !line.trim().is_empty() && !line.trim_start().starts_with('['))
            {
                if let Some((value, length)) = closed_value(line) {
                    return Some((&text[..end + value.len()], end + length));
                }
                end += line.len();
            }
            None
        })?;
    let words: Vec<&str> = value.split(LINE_ENDS).map(str::trim).collect();
    let value = words.join(" ").replace("\\\"", "\"").replace("\\\\", "\\");
    Some((value, length))
}

/// What stands before the first quote with a bracket that is followed by nothing, a tag or a comment, or else before
/// the last quote with a bracket.
fn closed_value(line: &str) -> Option<(&str, usize)> {
    let mut found = None;
    for (at, _) in line.match_indices('"') {
        let Some(behind) = line[at + 1..].trim_start().strip_prefix(']') else { continue };
        found = Some((&line[..at], line.len() - behind.len()));
        let behind = behind.trim_start();
        if behind.is_empty() || behind.starts_with(['[', '{', ';']) {
            break;
        }
    }
    found
}
