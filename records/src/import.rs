//! Import of games that other players played, as records to learn from.

use damier_engine::Value;
use damier_rules::{
    AnyGame, AnyMove, Game, GameDisplay, GameTags, GameText, History, MoveList, Notation,
    NotationFormat::Native, Outcome, Position, game_text::TextStyle,
};
use thiserror::Error;

use crate::{
    quantised::{PolicyTarget, RootValue},
    record::{Ending, GameRecord, Ply, PlyKind},
};

/// The simulations that a ply of such a record claims: the fewest that a record may have.
const SIMULATIONS: u32 = 1;

/// Why a game is no record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRecord {
    /// It has no moves.
    #[error("there is no move in it")]
    Empty,
    /// The text gives no result, and the rules have not ended it.
    #[error("it has no result, and the rules have not ended it")]
    NoResult,
    /// It goes on behind its end.
    #[error("the rules end it after {plies} plies ({reason}), and it goes on")]
    GoesOn {
        /// Plies until then.
        plies: usize,
        /// The rule.
        reason: &'static str,
    },
    /// Its result is another than that of the rules.
    #[error("its result is {told}, and by the rules it is {ruled}")]
    OtherResult {
        /// What it says.
        told: String,
        /// What the rules say.
        ruled: String,
    },
    /// A move is not legal where it stands, or the start position is none of the game.
    #[error("ply {ply} is not legal")]
    Illegal {
        /// The ply, from 1; 0 is the start position.
        ply: usize,
    },
}

/// A game as a record: what it teaches is the move that was played and how the game ended.
///
/// Every ply with a choice is a full search whose policy is all on the move that was played and whose value is the
/// outcome; plies without a choice are forced. The outcome is that of the rules, or, where they have not ended the
/// game, the result of the text; the ending then is [`Ending::Adjudicated`]. Variations and comments are not kept.
///
/// # Errors
/// Why it would teach something wrong.
pub fn record_of(game: &AnyGame, text: &GameText, index: u64) -> Result<GameRecord, NoRecord> {
    let start =
        if text.start == game.start() { String::new() } else { game.position_text(Native, &text.start) };
    if !start.is_empty() && game.parse_position(Native, &start).as_ref() != Ok(&text.start) {
        return Err(NoRecord::Illegal { ply: 0 });
    }
    let played = indices(game, text)?;
    let (outcome, ending) = how_it_ended(&game.text_style(), played.ruled, text.outcome)?;
    let plies = played.plies.into_iter().map(|Played { index, moves, mover, players }| {
        let kind = match moves {
            1 => PlyKind::Forced,
            _ => {
                let mut policy = vec![0.0; moves];
                policy[index] = 1.0;
                PlyKind::Searched {
                    simulations: SIMULATIONS,
                    value: RootValue::from_value(&Value::of_outcome(outcome, mover, players)),
                    policy: PolicyTarget::from_probabilities(&policy),
                }
            }
        };
        Ply { index: index as u32, kind }
    });
    Ok(GameRecord { index, seed: 0, start, plies: plies.collect(), outcome, ending, resignation: None })
}

/// A move that was played.
struct Played {
    /// Its place among the legal moves, and their number.
    index: usize,
    moves: usize,
    mover: damier_rules::Player,
    players: usize,
}

/// The moves, and what the rules say of their end.
struct PlayedGame {
    plies: Vec<Played>,
    ruled: Option<Outcome>,
}

fn indices(game: &AnyGame, text: &GameText) -> Result<PlayedGame, NoRecord> {
    let mut position = text.start.clone();
    let mut history = History::new(&position);
    let mut legal: MoveList<AnyMove> = MoveList::new();
    let mut plies = Vec::new();
    for mv in text.moves() {
        if history.outcome(&position).is_some() {
            let reason = game.ending_text(&position, &history).unwrap_or("by their letter");
            return Err(NoRecord::GoesOn { plies: plies.len(), reason });
        }
        position.legal_moves(&mut legal);
        let index = legal.iter().position(|other| *other == mv);
        let index = index.ok_or(NoRecord::Illegal { ply: plies.len() + 1 })?;
        plies.push(Played {
            index,
            moves: legal.len(),
            mover: position.to_move(),
            players: position.players(),
        });
        history.play(&mut position, mv);
    }
    if plies.is_empty() {
        return Err(NoRecord::Empty);
    }
    Ok(PlayedGame { plies, ruled: history.outcome(&position) })
}

fn how_it_ended(
    style: &TextStyle,
    ruled: Option<Outcome>,
    told: Option<Outcome>,
) -> Result<(Outcome, Ending), NoRecord> {
    match (ruled, told) {
        (Some(ruled), Some(told)) if style.result_text(Some(ruled)) != style.result_text(Some(told)) => {
            let [told, ruled] = [told, ruled].map(|outcome| style.result_text(Some(outcome)));
            Err(NoRecord::OtherResult { told, ruled })
        }
        (Some(ruled), _) => Ok((ruled, Ending::Rules)),
        (None, Some(told)) => Ok((told, Ending::Adjudicated)),
        (None, None) => Err(NoRecord::NoResult),
    }
}
