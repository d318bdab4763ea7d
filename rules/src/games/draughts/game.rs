//! The handle of a variant.

use std::{collections::BTreeMap, marker::PhantomData};

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::DraughtsMove,
    board_text,
    description::PdnSquareOne,
    draws::REPETITIONS,
    encoding::FromTo,
    features::{DraughtsFeatures, FEATURE_SETS},
    fen, hub, notation, pdn,
    squares::name_of,
    symmetry,
    variant::Variant,
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
    options::Options,
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
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Draughts<V>(PhantomData<V>);

impl<V: Variant> Draughts<V> {
    /// The handle.
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// The handle, for an identity's options; a variant has none.
    ///
    /// # Errors
    /// There is an option.
    pub fn with_options(options: Options) -> Result<Self, TextError> {
        options.finish(&[])?;
        Ok(Self::new())
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
        V::DESCRIPTION.id
    }

    fn aliases(&self) -> &'static [&'static str] {
        V::DESCRIPTION.aliases
    }

    fn start(&self) -> DraughtsPosition<V> {
        DraughtsPosition::start()
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
        Some(V::tablebase_index())
    }

    fn opening_tables(&self) -> &'static [OpeningTable] {
        V::DESCRIPTION.opening_tables
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
        match format {
            NotationFormat::Native => fen::read(text),
            _ => hub::read_position(text),
        }
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
}

impl<V: Variant> GameTags<DraughtsPosition<V>> for Draughts<V> {
    fn text_style(&self) -> TextStyle {
        pdn::style::<V>()
    }

    fn start_tags(&self, _: NotationFormat, _: &DraughtsPosition<V>) -> Vec<(&'static str, String)> {
        vec![(pdn::GAME_TYPE, V::DESCRIPTION.pdn_game_type.to_string())]
    }

    fn of_tags(&self, _: NotationFormat, tags: &Tags) -> Result<Self, TagError> {
        pdn::check::<V>(tags)?;
        game_text::check_variant(self, tags, &pdn::WORDS)?;
        Ok(*self)
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
        V::DESCRIPTION.summary
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
        Some(if position.count_moves() == 0 {
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

    /// By men, as long as there are no kings, some of which hold a draw against any number of others.
    fn material(&self, position: &DraughtsPosition<V>, player: Player) -> Option<i32> {
        (!position.has_kings()).then(|| self.static_eval(position, player))
    }

    fn static_eval(&self, position: &DraughtsPosition<V>, player: Player) -> i32 {
        let worth = |player: Player| {
            MAN_WORTH * position.men(player) as i32
                + V::DESCRIPTION.king_worth * position.kings(player) as i32
        };
        worth(player) - worth(player.opponent())
    }
}
