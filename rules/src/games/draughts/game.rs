//! The handle of a variant.

use std::{collections::BTreeMap, fmt, sync::Arc};

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::DraughtsMove,
    board_text,
    description::{Description, PdnSquareOne},
    draws::REPETITIONS,
    encoding::FromTo,
    features::{DraughtsFeatures, FEATURE_SETS},
    fen,
    goal::Goal,
    handicap, hub, notation, pdn,
    squares::name_of,
    symmetry,
    variant::Variant,
    variants::{FRYSK, Frisian, German, PORTUGUESE, Spanish, THAI},
};
use crate::{
    diagram::{Diagram, Piece},
    display::GameDisplay,
    game::Game,
    game_text::{self, TagError, Tags, TextStyle},
    heuristics::{SearchHeuristics, SearchKind},
    history::History,
    notation::{Notation, NotationFormat},
    opening_table::OpeningTable,
    options::{GameOption, Options},
    player::Player,
    position::Position,
    symmetry::Symmetry,
    tablebase_index::TablebaseIndex,
    tags::GameTags,
    text_error::TextError,
};

/// What a man is worth.
const MAN_WORTH: i32 = 100;

/// A variant of draughts as a game.
#[derive(Clone)]
pub struct Draughts<V: Variant> {
    /// That of the variant, or one with the same board, moves and draw rules: another game of the same type.
    description: &'static Description,
    goal: Goal,
    /// Squares whose men are missing at the start.
    missing: V::Bits,
    /// The identity where men are missing; else it is the description's.
    id: Option<Arc<str>>,
}

impl<V: Variant> Draughts<V> {
    /// Returns the variant with the usual goal.
    pub const fn new() -> Self {
        Self::plain(V::PLAIN, Goal::Capture)
    }

    /// Returns the game with all pieces.
    const fn plain(description: &'static Description, goal: Goal) -> Self {
        Self { description, goal, missing: V::Bits::EMPTY, id: None }
    }

    fn described(description: &'static Description, options: Options) -> Result<Self, TextError> {
        let start = |goal| DraughtsPosition::start(description, goal);
        let (goal, missing) = handicap::read::<V>(options, start)?;
        Ok(Self { missing, ..Self::plain(description, goal) }.identified())
    }

    /// Returns the game with the identity that its goal and its missing men give it.
    fn identified(self) -> Self {
        let id = handicap::identity_without::<V>(self.description.ids[0], self.goal, self.missing);
        Self { id: id.map(Arc::from), ..self }
    }

    /// Returns the variant with an identity's options.
    ///
    /// # Errors
    /// An option that no variant has, or a value that it does not take.
    pub fn with_options(options: Options) -> Result<Self, TextError> {
        Self::described(V::PLAIN, options)
    }
}

impl Draughts<Spanish> {
    /// Returns Portuguese draughts with an identity's options.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options).
    pub fn portuguese(options: Options) -> Result<Self, TextError> {
        Self::described(&PORTUGUESE, options)
    }
}

impl Draughts<Frisian> {
    /// Returns Frysk! with an identity's options.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options).
    pub fn frysk(options: Options) -> Result<Self, TextError> {
        Self::described(&FRYSK, options)
    }
}

impl Draughts<German> {
    /// Returns Thai draughts with an identity's options.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options).
    pub fn thai(options: Options) -> Result<Self, TextError> {
        Self::described(&THAI, options)
    }
}

impl<V: Variant> Default for Draughts<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant> fmt::Debug for Draughts<V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Draughts").field(&self.id()).finish()
    }
}

/// Returns where the numbers of squares in moves begin.
fn numbers_in<V: Variant>(format: NotationFormat) -> PdnSquareOne {
    if format == NotationFormat::HubPdn { V::DESCRIPTION.pdn_square_one } else { PdnSquareOne::AsInHub }
}

impl<V: Variant> Game for Draughts<V> {
    type Position = DraughtsPosition<V>;
    type Features = DraughtsFeatures<V>;
    type Encoding = FromTo<V>;

    fn id(&self) -> &str {
        self.id.as_deref().unwrap_or_else(|| self.net_id())
    }

    fn net_id(&self) -> &str {
        self.goal.identity(self.description)
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.description.aliases
    }

    fn options(&self) -> &'static [GameOption] {
        &handicap::OPTIONS
    }

    fn start(&self) -> DraughtsPosition<V> {
        DraughtsPosition::start(self.description, self.goal).without(self.missing)
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        &FEATURE_SETS
    }

    fn features(&self, id: &str) -> Option<DraughtsFeatures<V>> {
        DraughtsFeatures::new(id)
    }

    fn encoding(&self) -> FromTo<V> {
        FromTo::new()
    }

    fn tablebase_index(&self) -> Option<Box<dyn TablebaseIndex<DraughtsPosition<V>>>> {
        // Tables hold for the usual goal.
        if self.goal == Goal::Capture { V::tablebase_index() } else { None }
    }
}

impl<V: Variant> Notation<DraughtsPosition<V>> for Draughts<V> {
    fn formats(&self) -> &'static [NotationFormat] {
        match V::DESCRIPTION.pdn_square_one {
            PdnSquareOne::AsInHub => &[NotationFormat::Hub],
            _ => &[NotationFormat::Hub, NotationFormat::HubPdn],
        }
    }

    fn parse_position(&self, format: NotationFormat, text: &str) -> Result<DraughtsPosition<V>, TextError> {
        let position = match format {
            NotationFormat::Native => fen::read(text),
            _ => hub::read_position(text),
        }?;
        Ok(position.with_goal(self.goal))
    }

    fn position_text(&self, format: NotationFormat, position: &DraughtsPosition<V>) -> String {
        match format {
            NotationFormat::Native => fen::write(position),
            _ => hub::write_position(position),
        }
    }

    fn parse_move(
        &self,
        format: NotationFormat,
        position: &DraughtsPosition<V>,
        text: &str,
    ) -> Result<DraughtsMove<V::Bits>, TextError> {
        match format {
            NotationFormat::Native => notation::read(position, text),
            _ => hub::read_move(position, text, numbers_in::<V>(format)),
        }
    }

    fn move_text(
        &self,
        format: NotationFormat,
        position: &DraughtsPosition<V>,
        mv: DraughtsMove<V::Bits>,
    ) -> String {
        match format {
            NotationFormat::Native => notation::write(position, mv),
            _ => hub::write_move::<V>(mv, numbers_in::<V>(format)),
        }
    }

    fn opening_tables(&self) -> &'static [OpeningTable] {
        // Whether a start is balanced depends on what wins, and on the pieces.
        if self.goal == Goal::Capture && self.missing.is_empty() {
            self.description.opening_tables
        } else {
            &[]
        }
    }
}

impl<V: Variant> GameTags<DraughtsPosition<V>> for Draughts<V> {
    fn text_style(&self) -> TextStyle {
        pdn::style::<V>()
    }

    fn start_tags(&self, _: NotationFormat, _: &DraughtsPosition<V>) -> Vec<(&'static str, String)> {
        pdn::start_tags(self.description, self.goal)
    }

    fn of_tags(&self, _: NotationFormat, tags: &Tags) -> Result<Self, TagError> {
        pdn::check(self.description, self.goal, tags)?;
        // The tags of a game with missing pieces are those of the whole game, and its position.
        let plain = Self::plain(self.description, self.goal);
        if game_text::is_named(self, tags) {
            return Ok(self.clone());
        }
        game_text::check_variant(&plain, tags, pdn::words(self.goal))?;
        Ok(plain)
    }

    fn with_setting(&self, format: NotationFormat, name: &str, value: &str) -> Result<Self, TextError> {
        let goal = hub::goal_of(self.description, value).filter(|_| name == hub::VARIANT);
        match goal.filter(|_| format != NotationFormat::Native) {
            Some(goal) => Ok(Self { goal, ..self.clone() }.identified()),
            None => {
                Err(TextError::new("setting", &format!("{name}={value}"), 0, "the game has no such setting"))
            }
        }
    }

    fn settings(&self, format: NotationFormat) -> Vec<(&'static str, String)> {
        match format {
            NotationFormat::Native => Vec::new(),
            _ => vec![(hub::VARIANT, hub::variant_name(self.description, self.goal))],
        }
    }
}

impl<V: Variant> Symmetry<DraughtsPosition<V>> for Draughts<V> {
    fn symmetries(&self) -> usize {
        symmetry::count::<V>()
    }

    fn transform(&self, position: &DraughtsPosition<V>, symmetry: usize) -> DraughtsPosition<V> {
        symmetry::position(position, symmetry)
    }

    fn transform_move(
        &self,
        _: &DraughtsPosition<V>,
        mv: DraughtsMove<V::Bits>,
        symmetry: usize,
    ) -> DraughtsMove<V::Bits> {
        symmetry::moved::<V>(mv, symmetry)
    }

    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        symmetry::player(player, symmetry)
    }
}

impl<V: Variant> GameDisplay<DraughtsPosition<V>> for Draughts<V> {
    fn summary(&self) -> &'static str {
        self.description.summaries[self.goal as usize]
    }

    fn family(&self) -> &'static str {
        "Draughts"
    }

    fn board_text(&self, position: &DraughtsPosition<V>) -> String {
        board_text::board_text(position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        fen::colour_name(fen::colour_of::<V>(player))
    }

    fn piece_kinds(&self) -> Vec<Piece> {
        board_text::piece_kinds::<V>()
    }

    fn set_up_text(&self, letters: &BTreeMap<String, char>, to_move: Player) -> Option<String> {
        Some(fen::set_up_text::<V>(letters, to_move))
    }

    fn diagram(&self, position: &DraughtsPosition<V>) -> Option<Diagram> {
        Some(board_text::diagram(position))
    }

    fn move_squares(&self, _: &DraughtsPosition<V>, mv: DraughtsMove<V::Bits>) -> Vec<String> {
        let ends = [u32::from(mv.from), u32::from(mv.to)];
        ends.into_iter().chain(mv.captured.squares()).map(name_of::<V>).collect()
    }

    fn move_paths(&self, position: &DraughtsPosition<V>) -> Vec<Vec<String>> {
        notation::paths(position)
    }

    fn ending_text(
        &self,
        position: &DraughtsPosition<V>,
        history: &History<DraughtsPosition<V>>,
    ) -> Option<&'static str> {
        history.outcome(position)?;
        Some(if self.goal == Goal::FirstKing && position.has_kings() {
            "a man is crowned"
        } else if position.count_moves() == 0 {
            "no move left"
        } else if position.outcome().is_some() {
            "king against king"
        } else if history.occurrences() >= REPETITIONS {
            "third repetition"
        } else if history.clock().quiet >= 2 * V::DESCRIPTION.draws.quiet_moves {
            "too many moves without a capture or a man's move"
        } else {
            "too many moves in this ending"
        })
    }
}

impl<V: Variant> SearchHeuristics<DraughtsPosition<V>> for Draughts<V> {
    fn suited_search(&self) -> SearchKind {
        SearchKind::AlphaBeta
    }

    /// By men, as long as there are no kings, some of which hold a draw against any number of others. With another goal
    /// men say little.
    fn material(&self, position: &DraughtsPosition<V>, player: Player) -> Option<i32> {
        (self.goal == Goal::Capture && !position.has_kings()).then(|| self.static_eval(position, player))
    }

    fn static_eval(&self, position: &DraughtsPosition<V>, player: Player) -> i32 {
        let worth = |player: Player| {
            MAN_WORTH * position.men(player) as i32
                + V::DESCRIPTION.king_worth * position.kings(player) as i32
        };
        let balance = worth(player) - worth(player.opponent());
        match self.goal {
            Goal::Capture => balance,
            Goal::LoseAll => -balance,
            Goal::FirstKing => balance + position.advance(player) - position.advance(player.opponent()),
        }
    }
}
