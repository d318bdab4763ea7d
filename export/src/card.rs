//! What a reader of a net needs to know, beside the weights.

use damier_engine::net::{Arch, Tensor, arch::MOVES_LEFT_UNIT};
use damier_rules::{AnyGame, Features, Game, GameDisplay, Layout, MoveEncoding, Player};
use serde::Serialize;

use crate::{arithmetic, error::ExportError, format::Kind, source::Source, values};

/// The name of the description, in files of every format.
pub const FORMAT: &str = "damier-net";
/// Its version: raised where a field changes its meaning.
pub const VERSION: u32 = 1;

/// What a net is for, what its numbers mean, and how they are used.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Card {
    /// [`FORMAT`].
    pub format: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// Which game.
    pub game: GameCard,
    /// From whose view everything is seen.
    pub point_of_view: String,
    /// What goes in.
    pub features: FeaturesCard,
    /// The rows of the policy head.
    pub policy_rows: RowsCard,
    /// The sizes of the layers.
    pub sizes: SizesCard,
    /// `quantised` or `float`.
    pub weights: &'static str,
    /// The tensors, in the order of damier's own file.
    pub tensors: Vec<TensorCard>,
    /// What the last layer's outputs mean.
    pub outputs: Vec<OutputCard>,
    /// The steps from features to judgement.
    pub arithmetic: Vec<String>,
    /// What the net says about itself.
    pub metadata: String,
}

/// The game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameCard {
    /// The identity: the name, and the options that differ from their defaults.
    pub id: String,
    /// One line for people.
    pub summary: &'static str,
    /// The number of players.
    pub players: usize,
    /// What they are called, the one who begins first.
    pub player_names: Vec<&'static str>,
    /// The options that the game has.
    pub options: Vec<OptionCard>,
}

/// An option of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionCard {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub values: &'static str,
    /// The value it has where the identity does not name it.
    pub default: &'static str,
    /// What it does.
    pub summary: &'static str,
}

/// The features.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FeaturesCard {
    /// The identity of the feature set.
    pub id: String,
    /// How many there are.
    pub count: usize,
    /// How many are active at once, at most.
    pub max_active: usize,
    /// What they mean.
    #[serde(flatten)]
    pub layout: LayoutCard,
}

/// The policy rows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RowsCard {
    /// How many there are.
    pub count: usize,
    /// What they mean.
    #[serde(flatten)]
    pub layout: LayoutCard,
}

/// A [`Layout`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayoutCard {
    /// How the board is seen.
    pub view: String,
    /// The blocks.
    pub blocks: Vec<BlockCard>,
}

/// A [`Block`](damier_rules::layout::Block).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BlockCard {
    /// Its name.
    pub name: String,
    /// What its numbers mean.
    pub meaning: String,
    /// The first of them.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// What they run over, the last axis fastest.
    pub axes: Vec<AxisCard>,
}

/// An [`Axis`](damier_rules::Axis).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AxisCard {
    /// What it is.
    pub name: String,
    /// What each index stands for.
    pub labels: Vec<String>,
}

/// The sizes of the layers, as in `docs/reference/net-format.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names are those of `Arch`, which documents them")]
pub struct SizesCard {
    pub width: usize,
    pub hidden: usize,
    pub policy: usize,
    pub value_hidden: usize,
    pub outputs: usize,
}

/// A tensor.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TensorCard {
    /// Its name.
    pub name: &'static str,
    /// `f32`, `i32`, `i16` or `i8`.
    pub dtype: &'static str,
    /// Its dimensions, row-major.
    pub shape: Vec<usize>,
    /// What 1.0 is stored as.
    pub one: i32,
}

/// An output of the last layer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OutputCard {
    /// Its name.
    pub name: String,
    /// What it means.
    pub meaning: String,
}

impl Card {
    /// Of a net.
    ///
    /// # Errors
    /// This program has no such game, or another version of it.
    pub fn of(source: &Source) -> Result<Self, ExportError> {
        describe(AnyGame::of_id(&source.arch().game)?, source)
    }
}

fn describe(game: AnyGame, source: &Source) -> Result<Card, ExportError> {
    let arch = source.arch();
    arch.check_fits(&game, "net")?;
    let features = game.features(&arch.feature_set).expect("it was checked that the game has it");
    let float = source.kind() == Kind::Float;
    let tensors = Tensor::ALL.map(|tensor| TensorCard {
        name: tensor.name(),
        dtype: source.values(tensor).type_name(),
        shape: values::shape(tensor, arch),
        one: if float { 1 } else { tensor.storage().one() },
    });
    Ok(Card {
        format: FORMAT,
        version: VERSION,
        game: game_card(&game, arch.players),
        point_of_view: arithmetic::point_of_view(arch.players),
        features: FeaturesCard {
            id: features.id(),
            count: features.count(),
            max_active: features.max_active(),
            layout: LayoutCard::of(features.layout()),
        },
        policy_rows: RowsCard { count: arch.policy_rows, layout: LayoutCard::of(game.encoding().layout()) },
        sizes: SizesCard {
            width: arch.width,
            hidden: arch.hidden,
            policy: arch.policy,
            value_hidden: arch.value_hidden,
            outputs: arch.outputs(),
        },
        weights: source.kind().name(),
        tensors: tensors.into(),
        outputs: outputs(arch),
        arithmetic: arithmetic::steps(source.kind()),
        metadata: source.metadata().to_owned(),
    })
}

fn game_card(game: &AnyGame, players: usize) -> GameCard {
    let options = game.options().iter().map(|option| OptionCard {
        name: option.name,
        values: option.values,
        default: option.default,
        summary: option.summary,
    });
    GameCard {
        id: game.id().to_owned(),
        summary: game.summary(),
        players,
        player_names: (0..players).map(|seat| game.player_name(Player::new(seat))).collect(),
        options: options.collect(),
    }
}

fn outputs(arch: &Arch) -> Vec<OutputCard> {
    let output = |name: &str, meaning: String| OutputCard { name: name.to_owned(), meaning };
    let mut outputs = if arch.players == 2 {
        ["win", "draw", "loss"]
            .map(|name| output(name, format!("logit: {name} for the player to move, at the end of the game")))
            .to_vec()
    } else {
        (0..arch.players)
            .map(|seat| {
                let meaning = "logit: the share of the point that this player ends up with, counted from the \
                               player to move in turn order";
                output(&format!("player to move + {seat}"), meaning.to_owned())
            })
            .collect()
    };
    let meaning = format!("plies to the end of the game: {MOVES_LEFT_UNIT} times what is above 0");
    outputs.push(output("moves left", meaning));
    outputs
}

impl LayoutCard {
    fn of(layout: Layout) -> Self {
        let blocks = layout.blocks.into_iter().map(|block| BlockCard {
            count: block.len(),
            name: block.name,
            meaning: block.meaning,
            first: block.first,
            axes: block
                .axes
                .into_iter()
                .map(|axis| AxisCard { name: axis.name, labels: axis.labels })
                .collect(),
        });
        Self { view: layout.view, blocks: blocks.collect() }
    }
}
