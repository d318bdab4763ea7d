// Judges positions with a net in ONNX, in onnxruntime-web under Node, and compares.
//
//     DAMIER_FOREIGN=FOLDER node check.mjs NET.onnx POSITIONS.jsonl
//
// FOLDER/node_modules has onnxruntime-web. A browser does the same with index.html.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { judge, largestDifference, parsePositions } from "./judge.js";

// Sums of floats depend on the order.
const TOLERANCE = 1e-3;

const require = createRequire(resolve(process.env.DAMIER_FOREIGN, "from-here.js"));
const ort = require("onnxruntime-web");
ort.env.wasm.numThreads = 1;

const [model, file] = process.argv.slice(2);
const session = await ort.InferenceSession.create(await readFile(model), { executionProviders: ["wasm"] });
const positions = parsePositions(await readFile(file, "utf8"));
const judged = await judge(ort, session, positions);
const largest = largestDifference(judged, positions);
console.log(`onnxruntime-web: ${positions.length} positions, largest difference ${largest.toPrecision(2)}`);
process.exit(largest < TOLERANCE ? 0 : 1);
