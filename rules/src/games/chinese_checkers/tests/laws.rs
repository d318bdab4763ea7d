//! The laws of all games, and the golden games.

use super::game;
use crate::conformance;

conformance!(two: game("cap=40"));
conformance!(two_passive: game("hop=equidistant,cap=40"));
conformance!(two_by_moves: game("ranking=moves,cap=40"));
conformance!(three: game("players=3,cap=40"));
conformance!(three_passive: game("players=3,hop=equidistant,cap=40"));
conformance!(three_by_moves: game("players=3,ranking=moves,hop=equidistant,passivity=off,cap=40"));
conformance!(four: game("players=4,cap=30"));
conformance!(four_passive: game("players=4,hop=equidistant,ranking=moves,cap=40"));
conformance!(six: game("players=6,cap=20"));
conformance!(six_passive: game("players=6,hop=equidistant,ranking=moves,cap=40"));
