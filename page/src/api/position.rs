//! `POST /api/v1/position`: the board, the legal moves and the game so far.

use std::{collections::HashSet, sync::Arc};

use axum::extract::State;
use damier_rules::{
    AnyPosition, Game as _, GameDisplay as _, GameSoFar, GameTags as _, Notation as _,
    NotationFormat::Native,
    Player, Position as _,
    diagram::{Cell, Diagram, Ink, Piece, Surface},
};
use serde::{Deserialize, Serialize};

use super::games::seats;
use crate::{
    answer::{Answer, Asked, JsonRequest},
    context::Context,
    error::ApiError,
    game_request,
};

/// A game, and who looks at it.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    game: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// The seat of the player who looks; what others have sealed is left out.
    #[serde(default)]
    viewer: Option<usize>,
}

impl JsonRequest for PositionRequest {}

/// A position with its game.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PositionView {
    /// The identity, with every option in its place.
    game: String,
    start: String,
    position: String,
    players: usize,
    seats: Vec<&'static str>,
    /// The seat of the player to move.
    to_move: usize,
    /// `None` for a game that has only the text.
    board: Option<BoardView>,
    /// The board as text, for places without pictures.
    board_text: String,
    /// None where the game is over.
    legal: Vec<LegalMove>,
    played: Vec<PlayedMove>,
    over: Option<Ending>,
    /// The moves with their numbers.
    text: String,
    /// The pieces that a person can set up; none where positions are not set up piece by piece.
    kinds: Vec<PieceView>,
    /// Whether there is a net of the game.
    net: bool,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BoardView {
    surface: &'static str,
    /// From the top; cells from the left, `None` outside the board.
    rows: Vec<Vec<Option<CellView>>>,
    row_labels: Vec<String>,
    column_labels: Vec<String>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CellView {
    name: String,
    piece: Option<PieceView>,
    tint: Option<&'static str>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PieceView {
    player: usize,
    ink: &'static str,
    letter: char,
    glyph: char,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LegalMove {
    text: String,
    /// The squares to touch, in order; none for moves that are no squares.
    path: Vec<String>,
    /// The squares of captured pieces.
    captures: Vec<String>,
    /// The squares that change.
    squares: Vec<String>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PlayedMove {
    text: String,
    seat: usize,
    /// As game texts have it, `12.` or `12...`.
    number: String,
    squares: Vec<String>,
    /// Whether it is a secret that the viewer must not know yet; text and squares are empty then.
    sealed: bool,
    /// Whether it is a secret that one of the players must not know yet, be it the viewer or another.
    secret: bool,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Ending {
    text: String,
    /// By seat.
    shares: Vec<f32>,
    /// As game texts have it.
    result: String,
}

pub(crate) async fn position(
    State(context): State<Arc<Context>>,
    Asked(request): Asked<PositionRequest>,
) -> Result<Answer<PositionView>, ApiError> {
    context.work(move |context| view(context, &request)).await.map(Answer)
}

pub(super) fn view(context: &Context, request: &PositionRequest) -> Result<PositionView, ApiError> {
    let so_far = game_request::read("", &request.game, request.start.as_deref(), &request.moves)?;
    let players = so_far.position().players();
    let viewer = match request.viewer {
        Some(seat) if seat >= players => {
            return Err(ApiError::at(
                "viewer",
                format!("there is no seat {seat}; seats are 0 to {}", players - 1),
            ));
        }
        seat => seat.map(Player::new),
    };
    let game = so_far.game();
    let seen = match viewer {
        Some(viewer) if so_far.outcome().is_none() => game.seen_by(so_far.position(), viewer),
        _ => so_far.position().clone(),
    };
    Ok(PositionView {
        game: game.id().to_owned(),
        start: game.position_text(Native, so_far.start()),
        position: game.position_text(Native, &seen),
        players,
        seats: seats(&so_far),
        to_move: so_far.to_move().index(),
        board: game.diagram(&seen).map(board),
        board_text: game.board_text(&seen),
        legal: legal(&so_far),
        played: played(&so_far, viewer),
        over: ending(&so_far),
        text: so_far.rounds(viewer).join(" "),
        kinds: game.piece_kinds().into_iter().map(piece_view).collect(),
        net: context.has_net(game),
    })
}

fn board(diagram: Diagram) -> BoardView {
    let cell = |cell: Cell| match cell {
        Cell::Outside => None,
        Cell::Square { name, piece, tint } => {
            Some(CellView { name, piece: piece.map(piece_view), tint: tint.map(ink) })
        }
    };
    let surface = match diagram.surface {
        Surface::Squares => "squares",
        Surface::Points => "points",
        Surface::Holes => "holes",
    };
    BoardView {
        surface,
        rows: diagram.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect(),
        row_labels: diagram.row_labels,
        column_labels: diagram.column_labels,
    }
}

fn piece_view(piece: Piece) -> PieceView {
    PieceView { player: piece.player.index(), ink: ink(piece.ink), letter: piece.letter, glyph: piece.solid }
}

fn ink(ink: Ink) -> &'static str {
    match ink {
        Ink::White => "white",
        Ink::Black => "black",
        Ink::Red => "red",
        Ink::Orange => "orange",
        Ink::Yellow => "yellow",
        Ink::Green => "green",
        Ink::Blue => "blue",
        Ink::Purple => "purple",
    }
}

fn legal(so_far: &GameSoFar) -> Vec<LegalMove> {
    if so_far.outcome().is_some() {
        return Vec::new();
    }
    let (game, position) = (so_far.game(), so_far.position());
    let theirs = squares_of_others(so_far);
    let view = |(mv, path): (_, Vec<String>)| {
        let squares = game.move_squares(position, mv);
        let captures = squares.iter().filter(|square| theirs.contains(*square)).cloned().collect();
        LegalMove { text: game.move_text(Native, position, mv), path, captures, squares }
    };
    so_far.legal_moves().into_iter().zip(game.move_paths(position)).map(view).collect()
}

/// Returns the squares on which pieces stand that are not of the player to move.
fn squares_of_others(so_far: &GameSoFar) -> HashSet<String> {
    let cells = so_far.game().diagram(so_far.position()).into_iter().flat_map(|board| board.rows).flatten();
    let of_others = |cell| match cell {
        Cell::Square { name, piece: Some(piece), .. } if piece.player != so_far.to_move() => Some(name),
        _ => None,
    };
    cells.filter_map(of_others).collect()
}

fn played(so_far: &GameSoFar, viewer: Option<Player>) -> Vec<PlayedMove> {
    let game = so_far.game();
    let places = so_far.moves().iter().zip(so_far.positions()).zip(so_far.number_texts());
    let view = |(ply, ((mv, position), number)): (usize, ((&_, &AnyPosition), String))| {
        let sealed = viewer.is_some_and(|viewer| so_far.is_sealed(ply, viewer));
        let secret =
            so_far.outcome().is_none() && so_far.players().any(|player| so_far.is_sealed(ply, player));
        let text = if sealed { String::new() } else { game.move_text(Native, position, *mv) };
        let squares = if sealed { Vec::new() } else { game.move_squares(position, *mv) };
        PlayedMove { text, seat: position.to_move().index(), number, squares, sealed, secret }
    };
    places.enumerate().map(view).collect()
}

fn ending(so_far: &GameSoFar) -> Option<Ending> {
    let outcome = so_far.outcome()?;
    let players = so_far.position().players();
    let result = so_far.game().text_style().result_text(Some(outcome));
    Some(Ending {
        text: so_far.ending()?,
        shares: so_far.players().map(|player| outcome.share(player, players)).collect(),
        result,
    })
}
