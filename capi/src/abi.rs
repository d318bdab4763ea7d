//! The functions of `include/damier.h`, which documents them.
//!
//! Every function is thin: it turns pointers into references and texts, calls safe code, and writes the result. What the
//! caller has to keep to is the same everywhere, and the header says it: a pointer is null or points to what its type
//! says, is as long as the number beside it tells, and a net or session is not used any more once it is freed. No panic
//! crosses the border: it becomes `DAMIER_ERROR_INTERNAL`.

#![allow(unsafe_code, reason = "C hands over pointers")]

use std::{
    ffi::{CStr, c_char, c_int},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    ptr,
    sync::Arc,
    time::Duration,
};

use damier_engine::{
    engine::{EngineOptions, Judge, Level, Searcher},
    net::Net,
    search::{Limits, MOST_CONTEMPT},
    session::{Found, Session, SharedSession},
};
use damier_rules::AnyGame;

use crate::failure::{self, Code, Failure};

/// `DAMIER_ABI_VERSION`.
pub const ABI_VERSION: u32 = 4;
/// `DAMIER_MAX_PLAYERS`.
pub const MAX_PLAYERS: usize = 6;
/// The most threads of a session.
const MAX_THREADS: u32 = 1024;
/// The longest search, in seconds: what is beyond is no limit in practice.
const MAX_SECONDS: f64 = 1e9;

/// `damier_net`.
pub struct NetHandle(Arc<Net>);

/// `damier_options`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in the header")]
pub struct Options {
    pub threads: u32,
    pub memory_mib: u32,
    pub level: u32,
    pub search: u32,
    pub seed: u64,
    pub built_in: u32,
    pub contempt: i32,
}

/// `damier_value`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in the header")]
pub struct Value {
    pub classes: u32,
    pub value: [f32; MAX_PLAYERS],
    pub moves_left: f32,
}

/// `damier_found`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in the header")]
pub struct FoundRecord {
    pub best: usize,
    pub value: Value,
    pub simulations: u64,
    pub depth: f32,
}

impl Value {
    fn new(classes: &[f32], moves_left: f32) -> Self {
        let mut value = [0.0; MAX_PLAYERS];
        value[..classes.len()].copy_from_slice(classes);
        Self { classes: classes.len() as u32, value, moves_left }
    }
}

impl From<Found> for FoundRecord {
    fn from(found: Found) -> Self {
        let value = Value::new(&found.value, found.moves_left);
        Self { best: found.best, value, simulations: found.simulations, depth: found.depth }
    }
}

/// Runs the body of a function: a failure becomes its code, and its message is remembered; so does a panic.
fn guarded(body: impl FnOnce() -> Result<(), Failure>) -> c_int {
    // What a panic may leave half changed is behind a mutex, which refuses to be used again.
    let outcome = catch_unwind(AssertUnwindSafe(body));
    let internal = || Failure::new(Code::Internal, "a defect of the library: please report what was called");
    match outcome.unwrap_or_else(|_| Err(internal())) {
        Ok(()) => Code::Ok as c_int,
        Err(failure) => {
            failure::remember(&failure);
            failure.code as c_int
        }
    }
}

/// What a pointer points to.
///
/// # Safety
/// It is null or points to a `T` that lives, and is not written to, for `'a`.
unsafe fn reference<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: as above.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

fn null(name: &str) -> Failure {
    Failure::argument(format!("{name} is a null pointer"))
}

/// A text; `None` where the pointer is null.
///
/// # Safety
/// It is null or points to bytes up to a zero byte that live, and are not written to, for `'a`.
unsafe fn optional_text<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, and as above.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map(Some).map_err(|_| Failure::argument(format!("{name} is not UTF-8")))
}

/// A text that has to be there.
///
/// # Safety
/// As [`optional_text`].
unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    // SAFETY: as above.
    unsafe { optional_text(pointer, name) }?.ok_or_else(|| null(name))
}

/// Writes a result.
///
/// # Safety
/// The pointer is null or may be written to.
unsafe fn put<T>(pointer: *mut T, name: &str, value: T) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: it is not null, and as above; what stood there is of no interest and needs no drop.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Writes a list into a buffer of `capacity` elements.
///
/// # Safety
/// The buffer is null, or that number of elements may be written to.
unsafe fn put_list<T: Copy>(buffer: *mut T, capacity: usize, name: &str, list: &[T]) -> Result<(), Failure> {
    if capacity < list.len() {
        let message = format!("{name} has room for {capacity} where {} are needed", list.len());
        return Err(Failure::new(Code::Buffer, message));
    }
    if list.is_empty() {
        return Ok(());
    }
    if buffer.is_null() {
        return Err(null(name));
    }
    // SAFETY: it is not null, as long as the list at least, and as above; nothing of ours overlaps with it.
    unsafe { ptr::copy_nonoverlapping(list.as_ptr(), buffer, list.len()) };
    Ok(())
}

/// Writes a text with its zero byte, and the size that it needs.
///
/// # Safety
/// The buffer is null, or that number of bytes may be written to; `needed` is null or may be written to.
unsafe fn put_text(
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    text: &str,
) -> Result<(), Failure> {
    let bytes: Vec<c_char> = text.bytes().chain([0]).map(|byte| byte as c_char).collect();
    if !needed.is_null() {
        // SAFETY: it is not null, and as above.
        unsafe { needed.write(bytes.len()) };
    }
    // SAFETY: as above.
    unsafe { put_list(buffer, capacity, "text", &bytes) }
}

/// `damier_abi_version`.
#[unsafe(no_mangle)]
pub extern "C" fn damier_abi_version() -> u32 {
    ABI_VERSION
}

/// `damier_version`.
#[unsafe(no_mangle)]
pub extern "C" fn damier_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// `damier_error`.
#[unsafe(no_mangle)]
pub extern "C" fn damier_error() -> *const c_char {
    // The text stays where it is until the next failure of this thread.
    failure::with_last(CStr::as_ptr)
}

/// `damier_net_load`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_net_load(path: *const c_char, net: *mut *mut NetHandle) -> c_int {
    guarded(|| {
        if net.is_null() {
            return Err(null("net"));
        }
        // SAFETY: see the module.
        let path = unsafe { text(path, "path") }?;
        let handle = Box::new(NetHandle(Arc::new(Net::read(Path::new(path))?)));
        // SAFETY: see the module; it is not null.
        unsafe { put(net, "net", Box::into_raw(handle)) }
    })
}

/// `damier_net_free`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_net_free(net: *mut NetHandle) {
    if !net.is_null() {
        // SAFETY: it came from `Box::into_raw` in `damier_net_load`, and the caller frees it once.
        drop(unsafe { Box::from_raw(net) });
    }
}

/// `damier_net_game`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_net_game(
    net: *const NetHandle,
    text: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let net = unsafe { reference(net, "net") }?;
        // SAFETY: see the module.
        unsafe { put_text(text, capacity, needed, &net.0.arch().game) }
    })
}

/// `damier_session_open`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_session_open(
    net: *const NetHandle,
    game: *const c_char,
    options: *const Options,
    session: *mut *mut SharedSession,
) -> c_int {
    guarded(|| {
        if session.is_null() {
            return Err(null("session"));
        }
        // SAFETY: see the module.
        let (net, game, options) = unsafe { (net.as_ref(), optional_text(game, "game")?, options.as_ref()) };
        let default_judge = default_judge(options)?;
        let options = engine_options(options)?;
        let opened = match (net, game, default_judge) {
            (Some(net), None, DefaultJudge::Net) => Session::with_net(net.0.clone(), options)?,
            (Some(net), Some(game), DefaultJudge::Net) => {
                Session::open(game, Judge::Net(net.0.clone()), options)?
            }
            (Some(_), _, DefaultJudge::BuiltIn) => {
                return Err(Failure::argument("built_in has to be 0 where a net is given"));
            }
            (None, Some(game), DefaultJudge::BuiltIn) => Session::built_in(game, options)?,
            (None, Some(game), DefaultJudge::Net) => {
                Session::open(game, damier_nets::judge(&AnyGame::of_id(game)?)?, options)?
            }
            (None, None, _) => return Err(Failure::argument("give a net or a game")),
        };
        // SAFETY: see the module; it is not null.
        unsafe { put(session, "session", Box::into_raw(Box::new(SharedSession::new(opened)))) }
    })
}

/// What judges a session that is opened without a net.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DefaultJudge {
    /// The net that comes with damier.
    Net,
    /// The built-in judgement.
    BuiltIn,
}

fn default_judge(options: Option<&Options>) -> Result<DefaultJudge, Failure> {
    match options.map_or(0, |options| options.built_in) {
        0 => Ok(DefaultJudge::Net),
        1 => Ok(DefaultJudge::BuiltIn),
        other => Err(Failure::argument(format!("built_in is 0 or 1, not {other}"))),
    }
}

fn engine_options(options: Option<&Options>) -> Result<EngineOptions, Failure> {
    let default = EngineOptions { searcher: Searcher::Suited, ..EngineOptions::default() };
    let Some(options) = options else { return Ok(default) };
    if options.threads > MAX_THREADS {
        return Err(Failure::argument(format!("threads are at most {MAX_THREADS}")));
    }
    let or = |given: u32, default: usize| if given == 0 { default } else { given as usize };
    let level = match options.level {
        0 => default.level,
        level => u8::try_from(level)
            .ok()
            .and_then(Level::new)
            .ok_or_else(|| Failure::argument("level is 1 to 20, or 0 for the default"))?,
    };
    // The header numbers them in this order.
    let searcher = usize::try_from(options.search).ok().and_then(|number| Searcher::ALL.get(number));
    let searcher = *searcher.ok_or_else(|| Failure::argument("search is one of DAMIER_SEARCH_…"))?;
    if !(-MOST_CONTEMPT..=MOST_CONTEMPT).contains(&options.contempt) {
        return Err(Failure::argument(format!("contempt is -{MOST_CONTEMPT} to {MOST_CONTEMPT}")));
    }
    Ok(EngineOptions {
        threads: or(options.threads, default.threads),
        searcher,
        contempt: options.contempt,
        memory_mib: or(options.memory_mib, default.memory_mib),
        level,
        seed: options.seed,
        ..default
    })
}

/// `damier_session_close`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_session_close(session: *mut SharedSession) {
    if !session.is_null() {
        // SAFETY: it came from `Box::into_raw` in `damier_session_open`, and the caller frees it once.
        drop(unsafe { Box::from_raw(session) });
    }
}

/// `damier_judged_by`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_judged_by(
    session: *mut SharedSession,
    text: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let judged_by = unsafe { reference(session, "session") }?.state()?.session().judged_by().to_owned();
        // SAFETY: see the module.
        unsafe { put_text(text, capacity, needed, &judged_by) }
    })
}

/// `damier_set_position`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_set_position(
    session: *const SharedSession,
    position: *const c_char,
    moves: *const c_char,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let handle = unsafe { reference(session, "session") }?;
        // SAFETY: see the module.
        let (position, moves) =
            unsafe { (optional_text(position, "position")?, optional_text(moves, "moves")?) };
        let moves: Vec<&str> = moves.unwrap_or_default().split_whitespace().collect();
        Ok(handle.state()?.change(|session| session.set_up(position, &moves))?)
    })
}

/// `damier_play`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_play(session: *const SharedSession, mv: *const c_char) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let (handle, mv) = unsafe { (reference(session, "session")?, text(mv, "move")?) };
        Ok(handle.state()?.change(|session| session.play(mv))?)
    })
}

/// `damier_undo`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_undo(session: *const SharedSession) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let handle = unsafe { reference(session, "session") }?;
        let undone = handle.state()?.change(|session| Ok(session.undo()))?;
        if undone { Ok(()) } else { Err(Failure::argument("there is no move to take back")) }
    })
}

/// `damier_position`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_position(
    session: *const SharedSession,
    text: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let position = unsafe { reference(session, "session") }?.state()?.session().position();
        // SAFETY: see the module.
        unsafe { put_text(text, capacity, needed, &position) }
    })
}

/// `damier_board`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_board(
    session: *const SharedSession,
    text: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let board = unsafe { reference(session, "session") }?.state()?.session().board();
        // SAFETY: see the module.
        unsafe { put_text(text, capacity, needed, &board) }
    })
}

/// `damier_players`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_players(session: *const SharedSession, players: *mut u32) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let count = unsafe { reference(session, "session") }?.state()?.session().players();
        // SAFETY: see the module.
        unsafe { put(players, "players", count as u32) }
    })
}

/// `damier_to_move`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_to_move(session: *const SharedSession, seat: *mut u32) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let to_move = unsafe { reference(session, "session") }?.state()?.session().to_move();
        // SAFETY: see the module.
        unsafe { put(seat, "seat", to_move as u32) }
    })
}

/// `damier_move_count`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_move_count(session: *const SharedSession, count: *mut usize) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let moves = unsafe { reference(session, "session") }?.state()?.session().legal_moves().len();
        // SAFETY: see the module.
        unsafe { put(count, "count", moves) }
    })
}

/// `damier_move`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_move(
    session: *const SharedSession,
    index: usize,
    text: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let moves = unsafe { reference(session, "session") }?.state()?.session().legal_moves();
        let mv = moves.get(index).ok_or_else(|| {
            Failure::argument(format!("there is no move {index}; there are {} here, from 0", moves.len()))
        })?;
        // SAFETY: see the module.
        unsafe { put_text(text, capacity, needed, mv) }
    })
}

/// `damier_outcome`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_outcome(
    session: *const SharedSession,
    over: *mut c_int,
    shares: *mut f32,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let outcome = unsafe { reference(session, "session") }?.state()?.session().outcome();
        let mut by_seat = [0.0; MAX_PLAYERS];
        if let Some(outcome) = &outcome {
            by_seat[..outcome.len()].copy_from_slice(outcome);
        }
        if !shares.is_null() {
            // SAFETY: see the module; the header says how long it is.
            unsafe { put_list(shares, MAX_PLAYERS, "shares", &by_seat) }?;
        }
        // SAFETY: see the module.
        unsafe { put(over, "over", c_int::from(outcome.is_some())) }
    })
}

/// `damier_judge`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_judge(
    session: *const SharedSession,
    value: *mut Value,
    priors: *mut f32,
    capacity: usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let judgement = unsafe { reference(session, "session") }?.state()?.judge()?;
        if !priors.is_null() {
            // SAFETY: see the module.
            unsafe { put_list(priors, capacity, "priors", &judgement.priors) }?;
        }
        // SAFETY: see the module.
        unsafe { put(value, "value", Value::new(&judgement.value, judgement.moves_left)) }
    })
}

/// `damier_inputs`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_inputs(
    session: *const SharedSession,
    features: *mut u32,
    feature_capacity: usize,
    feature_count: *mut usize,
    rows: *mut u32,
    row_capacity: usize,
    row_count: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let inputs = unsafe { reference(session, "session") }?.state()?.session().inputs()?;
        // SAFETY: see the module.
        unsafe {
            put(feature_count, "feature_count", inputs.features.len())?;
            put(row_count, "row_count", inputs.rows.len())?;
            put_list(features, feature_capacity, "features", &inputs.features)?;
            put_list(rows, row_capacity, "rows", &inputs.rows)
        }
    })
}

/// `damier_search`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_search(
    session: *const SharedSession,
    simulations: u64,
    seconds: f64,
    found: *mut FoundRecord,
) -> c_int {
    guarded(|| {
        if found.is_null() {
            return Err(null("found"));
        }
        if !(0.0..=MAX_SECONDS).contains(&seconds) {
            return Err(Failure::argument(format!("seconds are 0 (no limit) to {MAX_SECONDS}")));
        }
        let limits = Limits {
            nodes: (simulations > 0).then_some(simulations),
            time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
            ..Limits::default()
        };
        // SAFETY: see the module.
        let result = unsafe { reference(session, "session") }?.search(&limits)?;
        // SAFETY: see the module; it is not null.
        unsafe { put(found, "found", result.into()) }
    })
}

/// `damier_visits`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_visits(
    session: *const SharedSession,
    visits: *mut u32,
    capacity: usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let state = unsafe { reference(session, "session") }?.state()?;
        // SAFETY: see the module.
        unsafe { put_list(visits, capacity, "visits", &state.found()?.visits) }
    })
}

/// `damier_line`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_line(
    session: *const SharedSession,
    text: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        let state = unsafe { reference(session, "session") }?.state()?;
        let line = state.found()?.line.join(" ");
        // SAFETY: see the module.
        unsafe { put_text(text, capacity, needed, &line) }
    })
}

/// `damier_stop`.
///
/// # Safety
/// See [the module](self).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn damier_stop(session: *const SharedSession) -> c_int {
    guarded(|| {
        // SAFETY: see the module.
        unsafe { reference(session, "session") }?.stop();
        Ok(())
    })
}
