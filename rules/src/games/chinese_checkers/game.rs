//! The handle.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    board_move::StarMove,
    board_text,
    colours::name_of,
    distance,
    encoding::FromTo,
    features::{FEATURE_SETS, StarFeatures},
    notation,
    position::StarPosition,
    position_text,
    ranking::Standing,
    rules::{OPTIONS, Rules},
    symmetry,
};
use crate::{
    diagram::{Diagram, Piece},
    display::GameDisplay,
    game::Game,
    heuristics::SearchHeuristics,
    history::History,
    notation::{Notation, NotationFormat},
    options::{GameOption, Options},
    player::Player,
    position::{MoveList, Position},
    symmetry::Symmetry,
    tags::GameTags,
    text_error::TextError,
};

/// Chinese checkers with its options chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChineseCheckers {
    rules: Rules,
    id: Arc<str>,
    net_id: Arc<str>,
}

impl ChineseCheckers {
    /// The handle, for an identity's options.
    ///
    /// # Errors
    /// An option or a value that the game does not have, e.g. five players.
    pub fn with_options(options: Options) -> Result<Self, TextError> {
        let rules = Rules::read(options)?;
        Ok(Self { rules, id: rules.identity().into(), net_id: rules.of_nets().identity().into() })
    }
}

impl Game for ChineseCheckers {
    type Position = StarPosition;
    type Features = StarFeatures;
    type Encoding = FromTo;

    fn id(&self) -> &str {
        &self.id
    }

    fn net_id(&self) -> &str {
        &self.net_id
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["chinese chequers", "sternhalma", "star halma", "star checkers", "stern halma"]
    }

    fn options(&self) -> &'static [GameOption] {
        &OPTIONS
    }

    fn start(&self) -> StarPosition {
        StarPosition::start(self.rules)
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        &FEATURE_SETS
    }

    fn features(&self, id: &str) -> Option<StarFeatures> {
        StarFeatures::new(self.rules, id)
    }

    fn encoding(&self) -> FromTo {
        FromTo
    }
}

impl Notation<StarPosition> for ChineseCheckers {
    fn parse_position(&self, _: NotationFormat, text: &str) -> Result<StarPosition, TextError> {
        position_text::read(self.rules, text)
    }

    fn position_text(&self, _: NotationFormat, position: &StarPosition) -> String {
        position_text::write(position)
    }

    fn parse_move(
        &self,
        _: NotationFormat,
        position: &StarPosition,
        text: &str,
    ) -> Result<StarMove, TextError> {
        notation::read(position, text)
    }

    fn move_text(&self, _: NotationFormat, _: &StarPosition, mv: StarMove) -> String {
        notation::write(mv)
    }
}

impl GameTags<StarPosition> for ChineseCheckers {}

impl Symmetry<StarPosition> for ChineseCheckers {
    fn symmetries(&self) -> usize {
        symmetry::count(self.rules)
    }

    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        symmetry::player(self.rules, player, symmetry)
    }

    fn transform(&self, position: &StarPosition, symmetry: usize) -> StarPosition {
        symmetry::position(position, symmetry)
    }

    fn transform_move(&self, _: &StarPosition, mv: StarMove, symmetry: usize) -> StarMove {
        symmetry::moved(self.rules, mv, symmetry)
    }
}

impl GameDisplay<StarPosition> for ChineseCheckers {
    fn summary(&self) -> &'static str {
        match self.rules.players {
            3 => {
                "Chinese checkers: star of 121 cells, three players, each brings 10 pieces to the opposite point"
            }
            4 => {
                "Chinese checkers: star of 121 cells, four players, each brings 10 pieces to the opposite point"
            }
            6 => {
                "Chinese checkers: star of 121 cells, six players, each brings 10 pieces to the opposite point"
            }
            _ => {
                "Chinese checkers: star of 121 cells, two players (or 3, 4, 6), each brings 10 pieces to the opposite point"
            }
        }
    }

    fn family(&self) -> &'static str {
        "Chinese checkers"
    }

    fn board_text(&self, position: &StarPosition) -> String {
        board_text::board_text(position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        name_of(self.rules.point(player))
    }

    fn piece_kinds(&self) -> Vec<Piece> {
        board_text::diagram(&self.start()).pieces()
    }

    fn set_up_text(&self, letters: &BTreeMap<String, char>, to_move: Player) -> Option<String> {
        Some(position_text::set_up_text(&self.start(), letters, to_move))
    }

    fn diagram(&self, position: &StarPosition) -> Option<Diagram> {
        Some(board_text::diagram(position))
    }

    fn move_squares(&self, _: &StarPosition, mv: StarMove) -> Vec<String> {
        if mv == StarMove::PASS { Vec::new() } else { [mv.from, mv.to].map(notation::number_of).into() }
    }

    fn move_paths(&self, position: &StarPosition) -> Vec<Vec<String>> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let path = |mv: &StarMove| match *mv {
            StarMove::PASS => Vec::new(),
            StarMove { from, to } => position.path(from, to).into_iter().map(notation::number_of).collect(),
        };
        moves.iter().map(path).collect()
    }

    fn ending_text(&self, position: &StarPosition, history: &History<StarPosition>) -> Option<&'static str> {
        history.outcome(position)?;
        let anybody = |wanted: fn(Standing) -> bool| {
            self.rules.players().any(|player| wanted(position.standing(player)))
        };
        Some(if position.outcome().is_none() {
            "too many rounds: pieces in the goal and the distance to it decide"
        } else if anybody(|standing| matches!(standing, Standing::Finished(_))) {
            "the goal is filled"
        } else {
            "too many pieces left at home"
        })
    }
}

impl SearchHeuristics<StarPosition> for ChineseCheckers {
    fn static_eval(&self, position: &StarPosition, player: Player) -> i32 {
        distance::judge(position, player)
    }

    fn move_score(&self, position: &StarPosition, mv: StarMove) -> Option<i32> {
        distance::promise(position, mv)
    }
}
