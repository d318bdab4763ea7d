//! The way from features to a judgement, in words for the card.

use crate::format::Kind;

const QUANTISED: [&str; 8] = [
    "everything is integer arithmetic; clamp(x, lo, hi) limits x; >> is the arithmetic shift, which rounds down; \
     16-bit and 32-bit sums wrap, which a sensible net never meets",
    "acc[j] = embedding_bias[j] + sum over active features f of embedding[f][j], in 16 bits",
    "s = clamp(acc[j], 0, 512); a[j] = min(127, (s * s + 1024) >> 11)",
    "z[i] = l1_bias[i] + sum over j of l1[i][j] * a[j], in 32 bits; first[i] = clamp((z[i] + 32) >> 6, 0, 127); the \
     first `hidden` of first are h, the last `policy` are p",
    "z[i] = l2_bias[i] + sum over j of l2[i][j] * h[j]; v[i] = clamp((z[i] + 32) >> 6, 0, 127)",
    "o[i] = (l3_bias[i] + sum over j of l3[i][j] * v[j]) / 8192, the integer sum converted to a 32-bit float first",
    "the value is the softmax of all o but the last; moves left are 64 * max(0, last o)",
    "the policy logit of row r is (policy_bias[r] + sum over j of policy[r][j] * p[j]) / 8192; the softmax over the \
     legal moves alone gives their prior probabilities",
];

const FLOAT: [&str; 7] = [
    "everything is real arithmetic; clamp(x) limits x to 0 … 1",
    "acc[j] = embedding_bias[j] + sum over active features f of embedding[f][j]",
    "a[j] = clamp(acc[j]) squared",
    "first = clamp(l1 · a + l1_bias); the first `hidden` of first are h, the last `policy` are p",
    "v = clamp(l2 · h + l2_bias); o = l3 · v + l3_bias",
    "the value is the softmax of all o but the last; moves left are 64 * max(0, last o)",
    "the policy logit of row r is policy[r] · p + policy_bias[r]; the softmax over the legal moves alone gives their \
     prior probabilities",
];

/// The steps for weights of a kind.
pub(crate) fn steps(kind: Kind) -> Vec<String> {
    let steps: &[&str] = match kind {
        Kind::Quantised => &QUANTISED,
        Kind::Float => &FLOAT,
    };
    steps.iter().map(|step| (*step).to_owned()).collect()
}

/// From whose view everything is seen.
pub(crate) fn point_of_view(players: usize) -> String {
    let value = if players == 2 {
        "win, draw and loss are those of the player to move; for the other one exchange win and loss"
    } else {
        "the value is one share of the point for each player, the player to move first, then the others in turn order"
    };
    format!(
        "features and policy rows are those that the player to move sees, and nothing else says whose turn it is: \
         `view` tells how the board is turned for each player, and positions that look the same in it are judged \
         the same; {value}"
    )
}
