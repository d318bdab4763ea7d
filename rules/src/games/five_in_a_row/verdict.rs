//! The results of finished games in words (seed 004, article 3.5).

use super::{colour::Colour, contract::Contract, position::FivePosition, rules::RuleSet};
use crate::{outcome::Outcome, player::Player, position::Position};

/// The language of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `白40手/白42手胜`.
    Chinese,
    /// `White 40/White 42: win`.
    English,
}

/// How a game was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// As the position says.
    OnTheBoard,
    /// This player resigned.
    Resignation(Player),
    /// The players agreed on a draw.
    Agreement,
}

/// The result of the game that ended in `position`: in the predicted game who made the last five and at which
/// move, behind a slash what was asked for, and whether it won or drew. `None` for a game that goes on.
///
/// ```
/// use damier_rules::{Player, games::five_in_a_row::{
///     FivePosition, rules::{RuleSet, Rules}, verdict::{Finish, Language, result_text},
/// }};
///
/// let position = FivePosition::start(Rules::new(RuleSet::Renju));
/// let resigned = Finish::Resignation(Player::FIRST);
/// assert_eq!(result_text(&position, resigned, Language::Chinese).as_deref(), Some("白中盘胜"));
/// ```
pub fn result_text(position: &FivePosition, finish: Finish, language: Language) -> Option<String> {
    let words = Words { language };
    match finish {
        Finish::Resignation(loser) => Some(words.resignation(position, loser.opponent())),
        Finish::Agreement => Some(words.result(position, None, Points::Half)),
        Finish::OnTheBoard => {
            let outcome = position.outcome()?;
            let last = position.colour_to_move().other();
            // A draw at the limit names the colour that made the five.
            let made_five = position.ending() == Some(super::position::Ending::Five);
            Some(match outcome {
                Outcome::Win(winner) => words.result(position, position.colour_of(winner), Points::Whole),
                _ => words.result(position, made_five.then_some(last), Points::Half),
            })
        }
    }
}

#[derive(Clone, Copy)]
enum Points {
    Whole,
    Half,
}

struct Words {
    language: Language,
}

impl Words {
    fn colour(&self, colour: Colour) -> &'static str {
        match (self.language, colour) {
            (Language::Chinese, Colour::Black) => "黑",
            (Language::Chinese, Colour::White) => "白",
            (Language::English, colour) => colour.name(),
        }
    }

    fn resignation(&self, position: &FivePosition, winner: Player) -> String {
        let name = match (position.colour_of(winner), self.language) {
            (Some(colour), _) => self.colour(colour),
            // The colours are not taken yet.
            (None, Language::Chinese) if winner == Player::FIRST => "先手",
            (None, Language::Chinese) => "后手",
            (None, Language::English) if winner == Player::FIRST => "First",
            (None, Language::English) => "Second",
        };
        match self.language {
            Language::Chinese => format!("{name}中盘胜"),
            Language::English => format!("{name} wins by resignation"),
        }
    }

    fn moves(&self, colour: Option<Colour>, number: &str) -> String {
        let name = colour.map_or("", |colour| self.colour(colour));
        match (self.language, colour) {
            (Language::Chinese, _) => format!("{name}{number}手"),
            (Language::English, Some(_)) => format!("{name} {number}"),
            (Language::English, None) => format!("{number} moves"),
        }
    }

    fn result(&self, position: &FivePosition, colour: Option<Colour>, points: Points) -> String {
        let made = self.moves(colour, &position.moves().to_string());
        let asked = match (position.rules().set, position.contract(), self.language) {
            (RuleSet::Predicted, Contract::Obliged { colour, limit: Some(limit) }, _) => {
                format!("/{}", self.moves(Some(colour), &limit.number()))
            }
            (RuleSet::Predicted, _, Language::Chinese) => "/无限制".into(),
            (RuleSet::Predicted, _, Language::English) => "/no limit".into(),
            _ => String::new(),
        };
        match (self.language, points) {
            (Language::Chinese, Points::Whole) => format!("{made}{asked}胜"),
            (Language::Chinese, Points::Half) => format!("{made}{asked}和"),
            (Language::English, Points::Whole) => format!("{made}{asked}: win"),
            (Language::English, Points::Half) => format!("{made}{asked}: draw"),
        }
    }
}
