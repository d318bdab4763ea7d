//! One game record as bytes; see `docs/reference/record-format.md`, "Record".

use damier_rules::{Outcome, Player, player::MAX_PLAYERS};

use crate::{
    quantised::{PolicyTarget, RootValue},
    record::{Ending, GameRecord, Ply, PlyKind, Resignation},
};
use damier_files::{ByteReader, Malformed, bytes::put_varint};

const OUTCOME_DRAW: u8 = 0;
const OUTCOME_WIN: u8 = 1;
const OUTCOME_PLACES: u8 = 2;

const ENDING_RULES: u8 = 0;
const ENDING_RESIGNED: u8 = 1;
const ENDING_ADJUDICATED: u8 = 2;
const ENDING_PLY_CAP: u8 = 3;

const RESIGNATION_NONE: u8 = 0;
const RESIGNATION_SOME: u8 = 1;

const PLY_OPENING: u8 = 0;
const PLY_FORCED: u8 = 1;
const PLY_FAST: u8 = 2;
const PLY_SEARCHED: u8 = 3;
/// Added to the two above where the value has one share per player.
const MANY_PLAYERS: u8 = 2;
const PLY_FAST_MANY: u8 = PLY_FAST + MANY_PLAYERS;
const PLY_SEARCHED_MANY: u8 = PLY_SEARCHED + MANY_PLAYERS;

/// The fewest bytes a ply takes: kind and move.
const SMALLEST_PLY: usize = 2;
/// The bytes of one probability of a policy target.
const SHARE: usize = 2;
/// Bytes that an allocation costs beside its content.
const ALLOCATION: usize = 32;
/// Bytes of a record in memory without its plies: itself three times, because a list that grows holds the old
/// and the new one for a moment, and two allocations.
const RECORD_FOOTPRINT: usize = 3 * size_of::<GameRecord>() + 2 * ALLOCATION;

/// Appends a record.
pub fn encode(record: &GameRecord, out: &mut Vec<u8>) {
    put_varint(out, record.index);
    out.extend_from_slice(&record.seed.to_le_bytes());
    put_varint(out, record.start.len() as u64);
    out.extend_from_slice(record.start.as_bytes());
    match record.outcome {
        Outcome::Draw => out.push(OUTCOME_DRAW),
        Outcome::Win(winner) => out.extend([OUTCOME_WIN, winner.index() as u8]),
        Outcome::Places(places) => {
            out.push(OUTCOME_PLACES);
            out.extend(places);
        }
    }
    out.push(match record.ending {
        Ending::Rules => ENDING_RULES,
        Ending::Resigned => ENDING_RESIGNED,
        Ending::Adjudicated => ENDING_ADJUDICATED,
        Ending::PlyCap => ENDING_PLY_CAP,
    });
    match record.resignation {
        None => out.push(RESIGNATION_NONE),
        Some(wish) => {
            out.extend([RESIGNATION_SOME, wish.player.index() as u8]);
            put_varint(out, u64::from(wish.ply));
        }
    }
    put_varint(out, record.plies.len() as u64);
    for ply in &record.plies {
        encode_ply(ply, out);
    }
}

fn encode_ply(ply: &Ply, out: &mut Vec<u8>) {
    let (tag, search) = match &ply.kind {
        PlyKind::Opening => (PLY_OPENING, None),
        PlyKind::Forced => (PLY_FORCED, None),
        PlyKind::Fast { simulations, value } => (PLY_FAST, Some((simulations, value))),
        PlyKind::Searched { simulations, value, .. } => (PLY_SEARCHED, Some((simulations, value))),
    };
    let many = search.is_some_and(|(_, value)| value.players() > 2);
    out.push(if many { tag + MANY_PLAYERS } else { tag });
    put_varint(out, u64::from(ply.index));
    if let Some((simulations, value)) = search {
        put_varint(out, u64::from(*simulations));
        let mut classes = value.classes();
        if many {
            out.push(classes.len() as u8);
        } else {
            // Loss is what win and draw leave.
            classes = &classes[..2];
        }
        out.extend(classes.iter().flat_map(|class| class.to_le_bytes()));
    }
    if let Some(policy) = ply.kind.policy() {
        put_varint(out, policy.shares().len() as u64);
        out.extend(policy.shares().iter().flat_map(|share| share.to_le_bytes()));
    }
}

/// Returns the bytes that a record takes in memory, allocations included: what [`decode_within`] counts.
pub fn footprint(record: &GameRecord) -> usize {
    let policies = record.plies.iter().filter_map(|ply| ply.kind.policy());
    RECORD_FOOTPRINT
        + record.start.len()
        + record.plies.len() * size_of::<Ply>()
        + policies.map(|policy| policy_footprint(policy.shares().len())).sum::<usize>()
}

/// Returns the bytes of memory of a policy target over `moves` legal moves.
fn policy_footprint(moves: usize) -> usize {
    ALLOCATION + moves * SHARE
}

/// Reads a record as [`encode`] writes it.
///
/// # Errors
/// Where and why the bytes are no record.
pub fn decode(bytes: &mut ByteReader<'_>) -> Result<GameRecord, Malformed> {
    decode_within(bytes, &mut { usize::MAX })
}

/// Reads a record as [`encode`] writes it, and takes its [`footprint`] from `allowance`, in bytes, before
/// it allocates: two bytes of a file can stand for a ply of forty.
///
/// # Errors
/// Where and why the bytes are no record, or that the allowance is spent.
pub fn decode_within(bytes: &mut ByteReader<'_>, allowance: &mut usize) -> Result<GameRecord, Malformed> {
    spend(bytes, allowance, RECORD_FOOTPRINT)?;
    let index = bytes.varint()?;
    let seed = bytes.u64()?;
    let length = bytes.count(1)?;
    spend(bytes, allowance, length)?;
    let start = std::str::from_utf8(bytes.take(length)?)
        .map_err(|_| bytes.malformed("a start position is not UTF-8"))?
        .to_owned();
    let outcome = match bytes.u8()? {
        OUTCOME_DRAW => Outcome::Draw,
        OUTCOME_WIN => Outcome::Win(decode_player(bytes)?),
        OUTCOME_PLACES => Outcome::Places(bytes.array()?),
        _ => return Err(bytes.malformed("an outcome of unknown kind")),
    };
    let ending = match bytes.u8()? {
        ENDING_RULES => Ending::Rules,
        ENDING_RESIGNED => Ending::Resigned,
        ENDING_ADJUDICATED => Ending::Adjudicated,
        ENDING_PLY_CAP => Ending::PlyCap,
        _ => return Err(bytes.malformed("an ending of unknown kind")),
    };
    let resignation = match bytes.u8()? {
        RESIGNATION_NONE => None,
        RESIGNATION_SOME => Some(Resignation { player: decode_player(bytes)?, ply: bytes.varint32()? }),
        _ => return Err(bytes.malformed("a resignation of unknown kind")),
    };
    let count = bytes.count(SMALLEST_PLY)?;
    spend(bytes, allowance, count.saturating_mul(size_of::<Ply>()))?;
    let mut plies = Vec::with_capacity(count);
    for _ in 0..count {
        plies.push(decode_ply(bytes, allowance)?);
    }
    Ok(GameRecord { index, seed, start, plies, outcome, ending, resignation })
}

/// Takes `count` bytes from what may still be allocated.
fn spend(bytes: &ByteReader<'_>, allowance: &mut usize, count: usize) -> Result<(), Malformed> {
    *allowance = allowance
        .checked_sub(count)
        .ok_or_else(|| bytes.malformed("the games would take more memory than a chunk of this size may"))?;
    Ok(())
}

fn decode_player(bytes: &mut ByteReader<'_>) -> Result<Player, Malformed> {
    let seat = usize::from(bytes.u8()?);
    if seat < MAX_PLAYERS { Ok(Player::new(seat)) } else { Err(bytes.malformed("a seat that no game has")) }
}

fn decode_ply(bytes: &mut ByteReader<'_>, allowance: &mut usize) -> Result<Ply, Malformed> {
    let tag = bytes.u8()?;
    let index = bytes.varint32()?;
    let kind = match tag {
        PLY_OPENING => PlyKind::Opening,
        PLY_FORCED => PlyKind::Forced,
        PLY_FAST | PLY_SEARCHED | PLY_FAST_MANY | PLY_SEARCHED_MANY => {
            let simulations = bytes.varint32()?;
            let value = if tag < PLY_FAST_MANY {
                RootValue::new(bytes.u16()?, bytes.u16()?)
                    .ok_or_else(|| bytes.malformed("a value's win and draw exceed one"))?
            } else {
                decode_shares(bytes)?
            };
            if tag == PLY_FAST || tag == PLY_FAST_MANY {
                PlyKind::Fast { simulations, value }
            } else {
                PlyKind::Searched { simulations, value, policy: decode_policy(bytes, allowance)? }
            }
        }
        _ => return Err(bytes.malformed("a ply of unknown kind")),
    };
    Ok(Ply { index, kind })
}

fn decode_shares(bytes: &mut ByteReader<'_>) -> Result<RootValue, Malformed> {
    let mut shares = [0; MAX_PLAYERS];
    let players = usize::from(bytes.u8()?);
    let shares =
        shares.get_mut(..players).ok_or_else(|| bytes.malformed("more players than any game has"))?;
    for share in shares.iter_mut() {
        *share = bytes.u16()?;
    }
    RootValue::of_shares(shares).ok_or_else(|| bytes.malformed("the players' shares do not sum to one"))
}

fn decode_policy(bytes: &mut ByteReader<'_>, allowance: &mut usize) -> Result<PolicyTarget, Malformed> {
    let count = bytes.count(SHARE)?;
    spend(bytes, allowance, policy_footprint(count))?;
    let mut shares = Vec::with_capacity(count);
    for _ in 0..count {
        shares.push(bytes.u16()?);
    }
    PolicyTarget::new(shares.into_boxed_slice())
        .ok_or_else(|| bytes.malformed("a policy target does not sum to one"))
}
