// Judges positions with a net in ONNX. For browsers and Node alike: `ort` is the module onnxruntime-web.

const BATCH = 64;

/** Lists of numbers as one tensor, filled up with -1. */
function padded(ort, lists) {
  const length = Math.max(...lists.map((list) => list.length));
  const numbers = new Int32Array(lists.length * length).fill(-1);
  lists.forEach((list, row) => numbers.set(list, row * length));
  return new ort.Tensor("int32", numbers, [lists.length, length]);
}

/** The outputs for each position, which has `features` and `rows` (of its legal moves). */
export async function judge(ort, session, positions) {
  const judged = [];
  for (let begin = 0; begin < positions.length; begin += BATCH) {
    const batch = positions.slice(begin, begin + BATCH);
    const outputs = await session.run({
      features: padded(ort, batch.map((position) => position.features)),
      moves: padded(ort, batch.map((position) => position.rows)),
    });
    batch.forEach((position, index) => {
      const row = (name, count) => {
        const width = outputs[name].dims[1];
        return Array.from(outputs[name].data.slice(index * width, index * width + (count ?? width)));
      };
      judged.push({
        value: row("value"),
        valueLogits: row("value_logits"),
        movesLeft: outputs.moves_left.data[index],
        policyLogits: row("policy_logits", position.rows.length),
        priors: row("priors", position.rows.length),
      });
    });
  }
  return judged;
}

function softmax(logits) {
  const most = Math.max(...logits);
  const exps = logits.map((logit) => Math.exp(logit - most));
  const sum = exps.reduce((total, exp) => total + exp, 0);
  return exps.map((exp) => exp / sum);
}

/** The largest difference between judgements and what the file of positions says, relative beyond 1. */
export function largestDifference(judged, positions) {
  let largest = 0;
  judged.forEach((one, index) => {
    const wanted = positions[index];
    const found = [...one.valueLogits, one.movesLeft, ...one.policyLogits, ...one.value, ...one.priors];
    const logits = [...wanted.value_logits, wanted.moves_left, ...wanted.policy_logits];
    const expected = [...logits, ...softmax(wanted.value_logits), ...softmax(wanted.policy_logits)];
    if (found.length !== expected.length) throw new Error(`position ${index}: another number of outputs`);
    found.forEach((number, at) => {
      const difference = Math.abs(number - expected[at]) / Math.max(1, Math.abs(expected[at]));
      if (!(difference <= largest)) largest = difference;
    });
  });
  return largest;
}

/** The positions of a file with a JSON object a line. */
export function parsePositions(text) {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}
