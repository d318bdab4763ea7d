//! Self-play: the generator of games and the records it writes.
