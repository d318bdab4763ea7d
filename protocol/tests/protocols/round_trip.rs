//! What is read from a line is written as a line that reads the same, whatever the line is.

use damier_protocol::{dxp, fields::Fields, gomocup, hub, native, uci, xboard};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LINES: u32 = 60_000;
const LONGEST: usize = 14;

/// Words of every protocol, and what stands between them or should not be there at all.
const PIECES: &str = "uci|debug|on|off|isready|setoption|name|value|register|ucinewgame|position|startpos|fen|moves|\
go|searchmoves|ponder|wtime|btime|winc|binc|movestogo|depth|nodes|mate|movetime|infinite|stop|ponderhit|quit|id|author|\
option|type|check|spin|combo|button|string|default|min|max|var|true|false|uciok|readyok|bestmove|info|seldepth|multipv|\
score|cp|wdl|nps|hashfull|tbhits|time|currmove|currmovenumber|pv|lowerbound|upperbound|hub|set-param|init|pos|level|\
think|analyze|ponder-hit|new-game|ping|pong|param|wait|ready|done|move|error|message|bool|int|real|enum|values|country|\
version|inc|move-time|mean-depth|damier|set|game|new|text|hit|show|win|proven|loss|left|visits|line|best|reply|list|\
shares|to-move|players|protocol|switch|number|START|RECTSTART|RESTART|BEGIN|TURN|BOARD|YXBOARD|SWAP2BOARD|DONE|INFO|\
TAKEBACK|PLAY|END|ABOUT|YXSTOP|YXSHOWFORBID|YXHASHCLEAR|YXNBEST|YXSHOWINFO|timeout_turn|timeout_match|time_left|rule|\
max_memory|folder|evaluate|strength|OK|ERROR|UNKNOWN|MESSAGE|DEBUG|SUGGEST|SWAP|FORBID|0102.|e2e4|32-28|28x19x23|7,7|\
8,9,1|10,2,2|1,1,3|20|-5|0|1|1000|99999999999999999999|0.5|-0.25|1e400|NaN|inf|<empty>|wwbbee|M001205250422122320|\
M0012061100|E00|E13|CHallo|B005Z|K1|AScan|R01Tornado                         W060065A|xboard|\
protover|accepted|rejected|variant|fischerandom|random|force|playother|white|black|st|sd|otim|usermove|?|draw|result|\
setboard|edit|hint|bk|undo|remove|hard|easy|post|nopost|exit|rating|ics|computer|cores|feature|myname|Illegal move|\
Illegal move:|Error|(|)|1-0|1/2-1/2|{|}|resign|offer|Hint:|stat01:|telluser|#|40 5 0|0:30|O-O|e7e8q|1.|...|My move is|-spin|\
-combo|///|W|Z|=|=|=|\"|\"|,|.| |  |\t|é|\
\u{85}|\u{7f}|\u{1}";

/// Lines of pieces of protocols, put together by chance.
pub(super) fn lines(seed: u64) -> impl Iterator<Item = String> {
    let pieces: Vec<&str> = PIECES.split('|').collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..LINES).map(move |_| {
        let mut line = String::new();
        for _ in 0..random.random_range(1..LONGEST) {
            line.push_str(pieces[random.random_range(0..pieces.len())]);
            if random.random_range(0..4) > 0 {
                line.push(' ');
            }
        }
        line
    })
}

/// Checks the law for one codec.
macro_rules! law {
    ($name:ident, $seed:literal, $codec:ty) => {
        #[test]
        fn $name() {
            for line in lines($seed) {
                let read = <$codec>::parse(&line);
                let written = read.to_string();
                assert_eq!(<$codec>::parse(&written), read, "{line:?} is written {written:?}");
                assert!(!written.contains(['\n', '\r']), "{line:?}");
            }
        }
    };
}

law!(uci_commands, 1, uci::Command);
law!(uci_replies, 2, uci::Reply);
law!(hub_commands, 3, hub::Command);
law!(hub_replies, 4, hub::Reply);
law!(gomocup_commands, 5, gomocup::Command);
law!(gomocup_replies, 6, gomocup::Reply);
law!(native_commands, 7, native::Command);
law!(native_replies, 8, native::Reply);
law!(fields, 9, Fields);
law!(xboard_commands, 11, xboard::Command);
law!(xboard_replies, 12, xboard::Reply);

#[test]
fn dxp_messages() {
    let mut read = 0;
    for line in lines(10) {
        if let Ok(message) = dxp::Message::parse(&line) {
            assert_eq!(dxp::Message::parse(&message.to_string()), Ok(message), "{line:?}");
            read += 1;
        }
    }
    assert!(read > 100, "only {read} messages");
}
