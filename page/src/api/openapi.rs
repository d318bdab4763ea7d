//! The description of the API for programs, `page/openapi.json`, made from the routes and the types of their bodies.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::{
    ROUTES, about, address::GAMES, analyse, files, finding, games, judge, matches, position, prepare, query,
    review, runs, search, setup, tree,
};
use crate::error::ErrorView;

/// The file, and what is asked for to write it anew.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
const WRITE: &str = "DAMIER_WRITE_OPENAPI";

/// Schemas of what is asked and answered.
struct Schemas {
    asked: SchemaGenerator,
    answered: SchemaGenerator,
}

/// What an address takes and gives.
struct Operation {
    summary: &'static str,
    request: Option<Value>,
    answer: Answer,
    /// Names of numbers behind the question mark.
    numbers: &'static [&'static str],
}

enum Answer {
    Json(Value),
    /// By the names of events.
    Events(Vec<(&'static str, Value)>),
}

impl Schemas {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        Self {
            asked: settings().for_deserialize().into_generator(),
            answered: settings().for_serialize().into_generator(),
        }
    }

    fn asks<T: JsonSchema>(&mut self) -> Option<Value> {
        Some(self.asked.subschema_for::<T>().to_value())
    }

    fn gives<T: JsonSchema>(&mut self) -> Answer {
        Answer::Json(self.answered.subschema_for::<T>().to_value())
    }

    fn tells<T: JsonSchema>(&mut self, name: &'static str) -> (&'static str, Value) {
        (name, self.answered.subschema_for::<T>().to_value())
    }

    /// Describes an address.
    fn operation(&mut self, path: &str) -> Operation {
        let operation = |summary, request, answer| Operation { summary, request, answer, numbers: &[] };
        match path.strip_prefix("/api/v1/").unwrap_or_default() {
            "about" => operation("the server and its bounds", None, self.gives::<about::About>()),
            "games" => operation("the games, with their options", None, self.gives::<games::Games>()),
            "position" => operation(
                "the board, the legal moves and the game so far",
                self.asks::<position::PositionRequest>(),
                self.gives::<position::PositionView>(),
            ),
            "setup" => operation(
                "a position from the pieces that a person puts on a board",
                self.asks::<setup::SetupRequest>(),
                self.gives::<setup::SetupView>(),
            ),
            "judge" => operation(
                "what the net says without a search",
                self.asks::<judge::JudgeRequest>(),
                self.gives::<judge::Judgement>(),
            ),
            "prepare" => operation(
                "reads the net and makes the engine that a search of the same fields uses",
                self.asks::<query::Query>(),
                self.gives::<prepare::Prepared>(),
            ),
            "search" => operation(
                "the best move of a position, with what is known on the way",
                self.asks::<query::Query>(),
                Answer::Events(vec![
                    self.tells::<search::Queued>("queued"),
                    self.tells::<finding::FindingView>("report"),
                    self.tells::<finding::FindingView>("done"),
                    self.tells::<ErrorView>("error"),
                ]),
            ),
            "tree" => operation(
                "the tree of the last search of a position, opened move by move",
                self.asks::<tree::TreeRequest>(),
                self.gives::<tree::TreeView>(),
            ),
            "review" => operation(
                "what every move of a game gave away, and what was better",
                self.asks::<review::ReviewRequest>(),
                Answer::Events(vec![
                    self.tells::<search::Queued>("queued"),
                    self.tells::<review::Progress>("progress"),
                    self.tells::<review::ReviewView>("done"),
                    self.tells::<ErrorView>("error"),
                ]),
            ),
            "analyse" => operation(
                "many positions, each answered as soon as it is searched",
                self.asks::<analyse::AnalyseRequest>(),
                Answer::Events(vec![
                    self.tells::<search::Queued>("queued"),
                    self.tells::<analyse::Found<'_>>("report"),
                    self.tells::<analyse::Found<'_>>("result"),
                    self.tells::<analyse::Failed<'_>>("error"),
                    self.tells::<analyse::Tally>("done"),
                ]),
            ),
            "read" => operation(
                "games from text: PDN, PGN, SGF, PSQ, a position",
                self.asks::<files::ReadRequest>(),
                self.gives::<files::ReadView>(),
            ),
            "write" => operation(
                "text from a game: PDN, PGN, SGF, PSQ",
                self.asks::<files::WriteRequest>(),
                self.gives::<files::WriteView>(),
            ),
            "runs" => operation("the runs of the folder of --runs", None, self.gives::<runs::RunList>()),
            "runs/{run}" => {
                operation("a run with its figures by generation", None, self.gives::<runs::view::RunView>())
            }
            "runs/{run}/live" => operation(
                "a run, and then what changes",
                None,
                Answer::Events(vec![
                    self.tells::<runs::view::RunView>("run"),
                    self.tells::<runs::view::Now>("now"),
                    self.tells::<ErrorView>("error"),
                ]),
            ),
            "runs/{run}/games/{generation}" => Operation {
                numbers: &GAMES,
                ..operation("some games of a generation", None, self.gives::<runs::games::GameList>())
            },
            "runs/{run}/games/{generation}/{place}" => operation(
                "a game with what the search found at every move",
                None,
                self.gives::<runs::games::RecordedGame>(),
            ),
            "matches" => operation(
                "the matches, tournaments and leagues of the folder of --games",
                None,
                self.gives::<matches::MatchList>(),
            ),
            "matches/{name}" => {
                operation("a match, a tournament or a league", None, self.gives::<matches::view::MatchView>())
            }
            "matches/{name}/live" => operation(
                "a match, and again whenever it has changed",
                None,
                Answer::Events(vec![
                    self.tells::<matches::view::MatchView>("match"),
                    self.tells::<ErrorView>("problem"),
                ]),
            ),
            "matches/{name}/games" => Operation {
                numbers: &GAMES,
                ..operation("some games of a match", None, self.gives::<matches::games::PlayedGames>())
            },
            "matches/{name}/games/{number}" => operation(
                "a game of a match with its moves",
                None,
                self.gives::<matches::games::ReplayedGame>(),
            ),
            other => panic!("{other} is not described: add it above"),
        }
    }

    fn definitions(&mut self) -> Map<String, Value> {
        let mut all = self.asked.take_definitions(true);
        for (name, schema) in self.answered.take_definitions(true) {
            let before = all.insert(name.clone(), schema.clone());
            assert!(before.is_none_or(|before| before == schema), "two types are called {name}");
        }
        all.sort_keys();
        all
    }
}

/// Returns the parameters of an address: what stands in braces, and the numbers behind the question mark.
fn parameters(path: &str, numbers: &[&str]) -> Vec<Value> {
    let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let named = named.map(|name| {
        let kind = if ["run", "name"].contains(&name) { "string" } else { "integer" };
        json!({"name": name, "in": "path", "required": true, "schema": {"type": kind}})
    });
    let given =
        numbers.iter().map(|name| json!({"name": name, "in": "query", "schema": {"type": "integer"}}));
    named.chain(given).collect()
}

fn described(path: &str, operation: Operation, error: &Value) -> Value {
    let (media, content) = match operation.answer {
        Answer::Json(schema) => ("application/json", json!({"schema": schema})),
        Answer::Events(events) => {
            let events: Map<String, Value> =
                events.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
            ("text/event-stream", json!({"schema": {"type": "string"}, "x-events": events}))
        }
    };
    let mut value = json!({
        "summary": operation.summary,
        "responses": {
            "200": {"description": operation.summary, "content": {media: content}},
            "default": {
                "description": "a refusal, with the remedy",
                "content": {"application/json": {"schema": error}},
            },
        },
    });
    let parameters = parameters(path, operation.numbers);
    if !parameters.is_empty() {
        value["parameters"] = json!(parameters);
    }
    if let Some(schema) = operation.request {
        value["requestBody"] = json!({"required": true, "content": {"application/json": {"schema": schema}}});
    }
    value
}

/// The whole description.
fn document() -> Value {
    let mut schemas = Schemas::new();
    let error = schemas.answered.subschema_for::<ErrorView>().to_value();
    let paths: Map<String, Value> = ROUTES
        .iter()
        .map(|(method, path, _)| {
            let operation = described(path, schemas.operation(path), &error);
            ((*path).to_owned(), json!({*method: operation}))
        })
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "damier",
            "version": "1",
            "description": "The JSON API of damier serve; docs/reference/http-api.md says it in words.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "http://127.0.0.1:7575"}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas.definitions(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

#[test]
fn the_file_describes_the_routes_and_the_types_of_their_bodies() {
    let made = format!("{:#}\n", document());
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(FILE, &made).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        kept == made,
        "{FILE} is not what the code says; write it anew: {WRITE}=1 cargo test -p damier-page openapi"
    );
}
