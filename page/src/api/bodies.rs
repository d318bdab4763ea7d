//! Bodies of requests as the addresses read them, without a connection and without a search: for fuzzing.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, OnceLock},
};

use super::{
    analyse::{self, AnalyseRequest},
    files::{self, ReadRequest, WriteRequest},
    position::{self, PositionRequest},
    query::Query,
    setup::{self, SetupRequest},
    tree::{self, TreeRequest},
};
use crate::{answer::parse, context::Context, error::ApiError, settings::Settings};

/// Reads a body as the address that `place` chooses does, up to where a search or an answer would begin. Nothing comes of
/// it: it must not panic, whatever the body is.
pub fn read_body(place: u8, body: &[u8]) {
    // What is refused is as good as what is read.
    let _ = read(place, body);
}

fn read(place: u8, body: &[u8]) -> Result<(), ApiError> {
    static CONTEXT: OnceLock<Arc<Context>> = OnceLock::new();
    let context =
        CONTEXT.get_or_init(|| Context::new(Settings::at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))));
    match place % 7 {
        0 => position::view(context, &parse::<PositionRequest>(body)?).map(drop),
        1 => parse::<Query>(body)?.without_net().plan("", None, context).map(drop),
        2 => analyse::items(&parse::<AnalyseRequest>(body)?.positions).map(drop),
        3 => files::read_text(&parse::<ReadRequest>(body)?).map(drop),
        4 => files::write_text(&parse::<WriteRequest>(body)?).map(drop),
        5 => setup::set_up(&parse::<SetupRequest>(body)?).map(drop),
        _ => tree::node(context, &parse::<TreeRequest>(body)?).map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_read_or_refused() {
        let sound = [
            (0, r#"{"game":"russian","moves":["c3-d4"]}"#),
            (1, r#"{"game":"chess","limits":{"nodes":5}}"#),
            (2, r#"{"positions":[{"game":"renju"}]}"#),
            (3, r#"{"text":"1. c3-d4 *","game":"russian"}"#),
            (4, r#"{"game":"russian","moves":["c3-d4"],"format":"pdn"}"#),
            (5, r#"{"game":"tic-tac-toe","pieces":{"5":"X"},"to_move":1}"#),
        ];
        for (place, body) in sound {
            assert_eq!(read(place, body.as_bytes()), Ok(()), "{body}");
            assert!(read(place, &body.as_bytes()[..body.len() - 1]).is_err());
        }
        assert_eq!(read(6, br#"{"game":"russian","line":["c3-d4"]}"#), Ok(()));
        read_body(7, b"\xff");
    }
}
