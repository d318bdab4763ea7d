//! `POST /api/v1/read` and `/api/v1/write`: games from text, and text from games.

use std::{collections::BTreeMap, sync::Arc};

use axum::extract::State;
use damier_rules::{
    AnyGame, Game as _, GameSoFar, GameTags as _, GameText, Notation as _,
    NotationFormat::Native,
    Outcome,
    game_text::{self, Form},
};
use serde::{Deserialize, Serialize};

use crate::{
    answer::{Answer, Asked, JsonRequest},
    context::Context,
    error::ApiError,
    game_request,
};

/// Games of a text that are read.
const MOST_GAMES: usize = 1_000;
/// Faults of a text that an answer lists.
const MOST_PROBLEMS: usize = 100;
/// Tags of a game that is written, and the most bytes of each.
const MOST_TAGS: usize = 100;
const LONGEST_TAG: usize = 1_000;
/// Tags that tell the start and the result.
const SAID_OTHERWISE: [&str; 3] = ["FEN", "SetUp", "Result"];

/// A text of games, or of a position.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    text: String,
    /// The name of the file, whose ending tells the form where the text does not.
    #[serde(default)]
    name: Option<String>,
    /// The game, where the text does not tell it; it goes before what the text tells.
    #[serde(default)]
    game: Option<String>,
}

impl JsonRequest for ReadRequest {
    const MOST_BYTES: usize = 8 << 20;
}

/// The games of a text, and what could not be read.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReadView {
    games: Vec<ReadGame>,
    problems: Vec<Problem>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ReadGame {
    /// The identity.
    game: String,
    /// `None` for the usual start.
    start: Option<String>,
    moves: Vec<String>,
    tags: BTreeMap<String, String>,
    /// As game texts have it.
    result: String,
    /// The game as text where comments, marks or variations are in it: `write` takes it to keep them.
    source: Option<String>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Problem {
    line: usize,
    message: String,
}

pub(crate) async fn read(
    State(context): State<Arc<Context>>,
    Asked(request): Asked<ReadRequest>,
) -> Result<Answer<ReadView>, ApiError> {
    context.work(move |_| read_text(&request)).await.map(Answer)
}

pub(super) fn read_text(request: &ReadRequest) -> Result<ReadView, ApiError> {
    let ReadRequest { text, name, game } = request;
    let wanted = game.as_deref().map(|id| game_request::open(id, "game")).transpose()?;
    let wanted_id = wanted.as_ref().map(|game| game.id().to_owned());
    let identity = game_text::identity_of(text, wanted_id.as_deref()).ok_or_else(|| {
        ApiError::at("text", "the text does not tell which game it is of; name it in the field \"game\"")
    })?;
    let game = game_request::open(&identity, "game")?;
    let form = game_text::form_of(text).or_else(|| {
        let (_, ending) = name.as_deref()?.rsplit_once('.')?;
        Form::of_extension(ending)
    });
    // What begins like no game may be a position.
    if form.is_none()
        && let Ok(start) = game_request::position(&game, text.trim(), "text")
    {
        let read = read_game(&game, &GameText::new(start), Form::Tagged);
        return Ok(ReadView { games: vec![read], problems: Vec::new() });
    }
    let form = form.unwrap_or(Form::Tagged);
    let mut view = ReadView { games: Vec::new(), problems: Vec::new() };
    for read in game_text::read_form(&game, form, text) {
        match read {
            Ok(text) if view.games.len() < MOST_GAMES => view.games.push(read_game(&game, &text, form)),
            Ok(_) => {
                let message = format!("the text has more than {MOST_GAMES} games; the others were left out");
                view.problems.push(Problem { line: 0, message });
                break;
            }
            Err(error) if view.problems.len() < MOST_PROBLEMS => {
                let message = format!("column {}: {}", error.column, error.reason);
                view.problems.push(Problem { line: error.line, message });
            }
            Err(_) => break,
        }
    }
    if view.games.is_empty() && view.problems.is_empty() {
        return Err(ApiError::at("text", format!("there is no game of {} in the text", game.id())));
    }
    Ok(view)
}

fn read_game(game: &AnyGame, text: &GameText, form: Form) -> ReadGame {
    // Tags may name options of the game.
    let game = game.of_tags(Native, &text.tags).unwrap_or_else(|_| game.clone());
    let is_annotated = text.line != text.moves().collect();
    let source = if is_annotated { game_text::write_form(&game, form, text).ok() } else { None };
    let so_far = GameSoFar::after(game, text.start.clone(), text.moves());
    let game = so_far.game();
    let is_usual = *so_far.start() == game.start();
    ReadGame {
        game: game.id().to_owned(),
        start: (!is_usual).then(|| game.position_text(Native, so_far.start())),
        moves: so_far.move_texts(Native).map(Option::unwrap_or_default).collect(),
        tags: text.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        result: game.text_style().result_text(text.outcome),
        source,
    }
}

/// A game, and the form to write it in.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteRequest {
    game: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// The ending of the file's name.
    format: String,
    /// The result where the rules do not tell it, after a resignation for instance.
    #[serde(default)]
    result: Option<String>,
    /// A text of the game, as `read` gave it: its comments, marks and variations stay as far as the moves are the same.
    #[serde(default)]
    source: Option<String>,
    /// Tags beside those that the other fields say.
    #[serde(default)]
    tags: BTreeMap<String, String>,
}

impl JsonRequest for WriteRequest {
    const MOST_BYTES: usize = 2 << 20;
}

/// Gives the moves of a game what another text of it says about them, as far as both have the same moves.
fn annotate(game: &AnyGame, text: &mut GameText, source: &str) -> Result<(), ApiError> {
    let form = game_text::form_of(source).unwrap_or(Form::Tagged);
    let read = game_text::read_form(game, form, source).next();
    let read = read.ok_or_else(|| ApiError::at("source", "there is no game in it"))?;
    let read = read.map_err(|error| {
        ApiError::at("source", format!("line {}, column {}: {}", error.line, error.column, error.reason))
    })?;
    if read.start != text.start {
        return Err(ApiError::at("source", "it is a game from another position"));
    }
    text.line.comment = read.line.comment;
    for (own, told) in text.line.moves.iter_mut().zip(read.line.moves) {
        if own.mv != told.mv {
            break;
        }
        *own = told;
    }
    Ok(())
}

/// A game as text.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WriteView {
    text: String,
    /// A name for the file.
    name: String,
}

pub(crate) async fn write(
    State(context): State<Arc<Context>>,
    Asked(request): Asked<WriteRequest>,
) -> Result<Answer<WriteView>, ApiError> {
    context.work(move |_| write_text(&request)).await.map(Answer)
}

pub(super) fn write_text(request: &WriteRequest) -> Result<WriteView, ApiError> {
    let so_far = game_request::read("", &request.game, request.start.as_deref(), &request.moves)?;
    let game = so_far.game();
    let form = Form::of_extension(&request.format).filter(|form| form.is_of(game)).ok_or_else(|| {
        let known = super::games::formats(game).join(", ");
        ApiError::at("format", format!("{} is written as {known}", game.id()))
    })?;
    let mut text = so_far.game_text();
    if let Some(source) = &request.source {
        annotate(game, &mut text, source)?;
    }
    if let Some(result) = &request.result {
        let told = game.text_style().read_result(result).ok_or_else(|| {
            let known = [None, Some(Outcome::Draw)].map(|known| game.text_style().result_text(known));
            ApiError::at(
                "result",
                format!("{result:?} is no result of this game, such as {}", known.join(" or ")),
            )
        })?;
        text.outcome = text.outcome.or(told);
    }
    let too_long = |(name, value): (&String, &String)| name.len().max(value.len()) > LONGEST_TAG;
    if request.tags.len() > MOST_TAGS || request.tags.iter().any(too_long) {
        let message = format!("there are at most {MOST_TAGS} tags, each of at most {LONGEST_TAG} bytes");
        return Err(ApiError::at("tags", message));
    }
    for (name, value) in &request.tags {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(ApiError::at("tags", format!("{name:?} is no name of a tag: letters, digits and _")));
        }
        if SAID_OTHERWISE.contains(&name.as_str()) {
            return Err(ApiError::at(
                "tags",
                format!("the tag {name} is written from the other fields; leave it out"),
            ));
        }
        text.tags.set(name, value);
    }
    let written =
        game_text::write_form(game, form, &text).map_err(|reason| ApiError::at("format", reason))?;
    Ok(WriteView { text: written, name: damier_nets::file_name(game.id(), form.extension(game)) })
}
