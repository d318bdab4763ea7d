//! The handle of a rule set with its options.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    announced, board_text,
    colour::Colour,
    encoding::FiveEncoding,
    features::{FEATURE_SETS, FiveFeatures},
    five_move::FiveMove,
    gomocup, judgement, notation,
    points::name_of,
    position::{Ending, FivePosition, Seal, Stage},
    position_text, psq,
    rules::{Opening, RuleSet, Rules},
    sgf, symmetry,
    verdict::{Finish, Language, result_text},
};
use crate::{
    diagram::{Diagram, Piece},
    display::GameDisplay,
    estimate::Estimate,
    game::Game,
    game_text::{self, TagError, Tags, VARIANT},
    heuristics::{BalancedOpenings, SearchHeuristics},
    history::History,
    notation::{Notation, NotationFormat},
    options::{GameOption, Options},
    player::Player,
    position::{MoveList, Position},
    symmetry::Symmetry,
    tags::GameTags,
    text_error::TextError,
};

/// Five-in-a-row under one of its rule sets.
#[derive(Clone, Debug)]
pub struct FiveInARow {
    rules: Rules,
    id: Arc<str>,
    net_id: Arc<str>,
}

impl FiveInARow {
    /// The handle.
    pub fn new(rules: Rules) -> Self {
        Self { rules, id: rules.identity().into(), net_id: rules.of_nets().identity().into() }
    }

    /// Five or more wins; with the options of an identity.
    ///
    /// # Errors
    /// As [`Rules::with_options`].
    pub fn freestyle(options: Options) -> Result<Self, TextError> {
        Rules::with_options(RuleSet::Freestyle, options).map(Self::new)
    }

    /// Exactly five wins; with the options of an identity.
    ///
    /// # Errors
    /// As [`Rules::with_options`].
    pub fn standard(options: Options) -> Result<Self, TextError> {
        Rules::with_options(RuleSet::Standard, options).map(Self::new)
    }

    /// Renju; with the options of an identity.
    ///
    /// # Errors
    /// As [`Rules::with_options`].
    pub fn renju(options: Options) -> Result<Self, TextError> {
        Rules::with_options(RuleSet::Renju, options).map(Self::new)
    }

    /// The predicted game; with the options of an identity.
    ///
    /// # Errors
    /// As [`Rules::with_options`].
    pub fn predicted(options: Options) -> Result<Self, TextError> {
        Rules::with_options(RuleSet::Predicted, options).map(Self::new)
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }
}

impl Game for FiveInARow {
    type Position = FivePosition;
    type Features = FiveFeatures;
    type Encoding = FiveEncoding;

    fn id(&self) -> &str {
        &self.id
    }

    fn net_id(&self) -> &str {
        &self.net_id
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.rules.set.aliases()
    }

    fn options(&self) -> &'static [GameOption] {
        self.rules.known_options()
    }

    fn start(&self) -> FivePosition {
        FivePosition::start(self.rules)
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        &FEATURE_SETS
    }

    fn features(&self, id: &str) -> Option<FiveFeatures> {
        FiveFeatures::new(self.rules, id)
    }

    fn encoding(&self) -> FiveEncoding {
        FiveEncoding::new(self.rules)
    }

    fn seen_by(&self, position: &FivePosition, player: Player) -> FivePosition {
        let mut seen = position.clone();
        if player == Player::SECOND && matches!(position.stage, Stage::PredictingSecond(_)) {
            seen.stage = Stage::PredictingSecond(Seal::Hidden);
        }
        seen
    }
}

impl Notation<FivePosition> for FiveInARow {
    fn formats(&self) -> &'static [NotationFormat] {
        match self.rules.set {
            RuleSet::Predicted => &[NotationFormat::Sgf],
            _ => &[NotationFormat::Gomocup, NotationFormat::Sgf, NotationFormat::Psq],
        }
    }

    fn parse_position(&self, format: NotationFormat, text: &str) -> Result<FivePosition, TextError> {
        match format {
            NotationFormat::Native => position_text::read(self.rules, text),
            NotationFormat::Sgf => sgf::read_position(self.rules, text),
            NotationFormat::Psq => Err(TextError::new("position", text, 0, "PSQ has no words for positions")),
            _ => gomocup::read_position(self.rules, text),
        }
    }

    fn position_text(&self, format: NotationFormat, position: &FivePosition) -> String {
        match format {
            NotationFormat::Native => position_text::write(position),
            NotationFormat::Sgf => sgf::write_position(position),
            NotationFormat::Psq => String::new(),
            _ => gomocup::write_position(position),
        }
    }

    fn parse_move(
        &self,
        format: NotationFormat,
        position: &FivePosition,
        text: &str,
    ) -> Result<FiveMove, TextError> {
        let own = match format {
            NotationFormat::Native => return notation::read(position, text),
            NotationFormat::Sgf => sgf::read_move(position, text),
            NotationFormat::Psq => psq::read_move(position, text),
            _ => gomocup::read_move(position, text),
        };
        notation::read(position, &own?)
    }

    fn move_text(&self, format: NotationFormat, position: &FivePosition, mv: FiveMove) -> String {
        self.try_move_text(format, position, mv).unwrap_or_default()
    }

    fn try_move_text(&self, format: NotationFormat, position: &FivePosition, mv: FiveMove) -> Option<String> {
        match format {
            NotationFormat::Native => Some(notation::write(position, mv)),
            NotationFormat::Sgf => sgf::write_move(position, mv),
            NotationFormat::Psq => psq::write_move(position, mv),
            _ => gomocup::write_move(position, mv),
        }
    }
}

impl GameTags<FivePosition> for FiveInARow {
    fn start_tags(&self, format: NotationFormat, _: &FivePosition) -> Vec<(&'static str, String)> {
        match format {
            NotationFormat::Sgf => sgf::start_tags(self.rules),
            NotationFormat::Psq => psq::start_tags(self.rules),
            _ => vec![(VARIANT, self.id().to_owned())],
        }
    }

    fn of_tags(&self, format: NotationFormat, tags: &Tags) -> Result<Self, TagError> {
        match format {
            NotationFormat::Sgf => sgf::check(self.rules, tags)?,
            NotationFormat::Psq => psq::check(self.rules, tags)?,
            _ => game_text::check_variant(self, tags, &[])?,
        }
        Ok(self.clone())
    }

    fn with_setting(&self, _: NotationFormat, name: &str, value: &str) -> Result<Self, TextError> {
        gomocup::adjusted(self.rules, name, value).map(Self::new)
    }

    fn settings(&self, format: NotationFormat) -> Vec<(&'static str, String)> {
        match format {
            NotationFormat::Gomocup => gomocup::settings(self.rules),
            // Files tell the game by what stands in them.
            _ => Vec::new(),
        }
    }
}

impl Symmetry<FivePosition> for FiveInARow {
    fn symmetries(&self) -> usize {
        symmetry::COUNT
    }

    fn transform(&self, position: &FivePosition, symmetry: usize) -> FivePosition {
        symmetry::position(position, symmetry)
    }

    fn transform_move(&self, position: &FivePosition, mv: FiveMove, symmetry: usize) -> FiveMove {
        symmetry::moved(mv, position.rules.size(), symmetry)
    }
}

impl GameDisplay<FivePosition> for FiveInARow {
    fn summary(&self) -> &'static str {
        match self.rules.set {
            RuleSet::Freestyle => "Five-in-a-row: five or more wins, nothing is forbidden",
            RuleSet::Standard => "Five-in-a-row: exactly five wins, nothing is forbidden",
            RuleSet::Renju => "Renju: overline, double-four and double-three are forbidden to Black",
            RuleSet::Predicted => {
                "Predicted five-in-a-row: after four stones both predict in secret who makes five and when"
            }
        }
    }

    fn title(&self) -> &'static str {
        match self.rules.set {
            RuleSet::Freestyle => "Gomoku, freestyle",
            RuleSet::Standard => "Gomoku, standard",
            RuleSet::Renju => "Renju",
            RuleSet::Predicted => "Predicted five-in-a-row",
        }
    }

    fn family(&self) -> &'static str {
        "Five-in-a-row"
    }

    fn board_text(&self, position: &FivePosition) -> String {
        board_text::board_text(position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        match (self.rules.deals_colours(), player) {
            (true, Player::FIRST) => Colour::Black.name(),
            (true, _) => Colour::White.name(),
            (false, Player::FIRST) => "First",
            (false, _) => "Second",
        }
    }

    fn piece_kinds(&self) -> Vec<Piece> {
        board_text::piece_kinds(&self.start())
    }

    fn set_up_text(&self, letters: &BTreeMap<String, char>, to_move: Player) -> Option<String> {
        Some(position_text::set_up_text(&self.start(), letters, to_move))
    }

    fn diagram(&self, position: &FivePosition) -> Option<Diagram> {
        Some(board_text::diagram(position))
    }

    fn move_squares(&self, _: &FivePosition, mv: FiveMove) -> Vec<String> {
        match mv {
            FiveMove::Stone(point) => vec![name_of(usize::from(point), self.rules.size())],
            _ => Vec::new(),
        }
    }

    fn move_paths(&self, position: &FivePosition) -> Vec<Vec<String>> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.iter().map(|mv| self.move_squares(position, *mv)).collect()
    }

    fn ending_text(&self, position: &FivePosition, _: &History<FivePosition>) -> Option<&'static str> {
        Some(match position.ending()? {
            Ending::Five => "five in a row",
            Ending::Forbidden => "a stone on a forbidden point",
            Ending::Full => "the board is full",
            Ending::Passes => "two passes in a row",
            Ending::Limit => "the limit is reached",
        })
    }

    fn result_text(&self, position: &FivePosition) -> Option<String> {
        let prescribed = self.rules.set == RuleSet::Predicted;
        prescribed.then(|| result_text(position, Finish::OnTheBoard, Language::Chinese)).flatten()
    }
}

impl SearchHeuristics<FivePosition> for FiveInARow {
    /// A few random stones decide most games. Where the players balance the opening themselves it is theirs.
    fn balanced_openings(&self) -> Option<BalancedOpenings> {
        let balanced = BalancedOpenings { plies: 6, tolerance: 30 };
        (self.rules.opening == Opening::None).then_some(balanced)
    }

    /// Nets learn from stones that are put in turn, and the stages of the predicted game.
    fn is_judged(&self, position: &FivePosition) -> bool {
        position.stage == Stage::Play || self.rules.set == RuleSet::Predicted
    }

    /// A prediction, or a stone of an opening whose colours the opponent may choose.
    fn announced_move(
        &self,
        position: &FivePosition,
        estimate: &mut dyn FnMut(&FivePosition) -> Estimate,
    ) -> Option<FiveMove> {
        announced::announced_move(position, estimate)
    }

    fn static_eval(&self, position: &FivePosition, player: Player) -> i32 {
        judgement::judge(position, player)
    }

    fn move_score(&self, position: &FivePosition, mv: FiveMove) -> Option<i32> {
        judgement::promise(position, mv)
    }

    fn tactical_moves(&self, position: &FivePosition, out: &mut MoveList<FiveMove>) {
        judgement::tactical_moves(position, out);
    }
}
