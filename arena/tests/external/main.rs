//! Matches against programs of others: an engine of ours that plays over every protocol and misbehaves on request.

mod engines;
mod forfeits;
mod playing;
mod pondering;
mod refusals;
mod tournaments;
mod xboard;
