"""Game records as NumPy arrays."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from . import _damier


@dataclass(frozen=True, repr=False)
class Records:
    """The searched positions of recorded games, one after the other: what a net learns from.

    Lists of different lengths lie behind each other in one array, with offsets: the features of position `i` are
    ``features[feature_offsets[i]:feature_offsets[i + 1]]``, and likewise for `rows` and `policy`. (PyTorch's
    ``EmbeddingBag`` takes `features` and ``feature_offsets[:-1]`` as they are.)
    """

    game: str
    """The identity of the game."""
    feature_set: str
    """The identity of the feature set."""
    players: int
    """The number of players."""
    features_count: int
    """How many features there are."""
    max_active: int
    """How many of them are active at most."""
    rows_count: int
    """How many policy rows there are."""

    features: NDArray[np.uint32]
    """The active features that the player to move sees."""
    feature_offsets: NDArray[np.int64]
    """Where each position's features begin; one more than there are positions."""
    rows: NDArray[np.uint32]
    """The policy row of each legal move."""
    policy: NDArray[np.float32]
    """The policy target: the probability that the search gave each legal move; NaN in positions that have none (see
    `has_policy`)."""
    row_offsets: NDArray[np.int64]
    """Where each position's rows, and its policy, begin; one more than there are positions."""

    outcome: NDArray[np.float32]
    """How the game ended, for the player to move: win, draw, loss; with more players one share for each, the player to
    move first. Shape: positions by classes."""
    root: NDArray[np.float32]
    """What the search expected, in the same form."""
    moves_left: NDArray[np.float32]
    """Plies to the end of the game; NaN where the rules did not end it."""
    played: NDArray[np.uint32]
    """The index of the move that was played, among the legal moves."""
    simulations: NDArray[np.uint32]
    """Simulations of the search."""
    to_move: NDArray[np.uint8]
    """The seat of the player to move."""
    ply: NDArray[np.uint32]
    """Plies played before."""
    record: NDArray[np.int64]
    """The game that the position is of, numbered from 0 as they were read."""
    generation: NDArray[np.uint32]
    """The generation whose net played the game."""

    def __len__(self) -> int:
        return len(self.ply)

    def __repr__(self) -> str:
        games = len(np.unique(self.record))
        return f"Records(game={self.game!r}, feature_set={self.feature_set!r}, {len(self)} positions of {games} games)"

    @property
    def has_policy(self) -> NDArray[np.bool_]:
        """Which positions have a policy target; the others were searched only briefly."""
        return ~np.isnan(self.policy[self.row_offsets[:-1]])

    def features_of(self, index: int) -> NDArray[np.uint32]:
        """The active features of a position."""
        return self.features[self._between(self.feature_offsets, index)]

    def rows_of(self, index: int) -> NDArray[np.uint32]:
        """The policy rows of a position's legal moves."""
        return self.rows[self._between(self.row_offsets, index)]

    def policy_of(self, index: int) -> NDArray[np.float32]:
        """The policy target of a position."""
        return self.policy[self._between(self.row_offsets, index)]

    def _between(self, offsets: NDArray[np.int64], index: int) -> slice:
        position = range(len(self))[index]  # Of the last ones for negative numbers; IndexError beyond.
        return slice(offsets[position], offsets[position + 1])

    def multi_hot(self, indices: slice | NDArray[np.integer] | NDArray[np.bool_] = slice(None)) -> NDArray[np.float32]:
        """The features of positions (all of them, or a slice, numbers or a mask) as rows of zeros and ones.

        Shape: positions by `features_count`, 4 bytes each; take a batch at a time where there are many.
        """
        positions = np.arange(len(self))[indices]
        begins = self.feature_offsets[positions]
        counts = self.feature_offsets[positions + 1] - begins
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        hot = np.zeros((len(positions), self.features_count), np.float32)
        hot[np.repeat(np.arange(len(positions)), counts), self.features[np.repeat(begins, counts) + within]] = 1
        return hot


def read_records(
    path: str | PathLike[str], feature_set: str | None = None, *, skip_damaged: bool = False
) -> Records:
    """Reads a chunk of records (a ``.dmr`` file) or a folder of them, such as ``games`` of a run.

    Features are those of `feature_set`, by default the game's first: records hold moves, not features. Damage raises
    `DamierError`; with `skip_damaged` what is damaged is left out, with a `UserWarning` for each part.

    Everything is held in memory: about 180 bytes a position of Russian draughts. Read chunk by
    chunk where that is too much.
    """
    columns, left_out = _damier.read_records(path, feature_set, skip_damaged=skip_damaged)
    for line in left_out:
        warnings.warn(f"left out: {line}", stacklevel=2)
    return Records(**columns)
