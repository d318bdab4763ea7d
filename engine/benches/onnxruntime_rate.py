"""Checks docs/reference/net-format.md with a reader of its own and rates onnxruntime beside damier.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install numpy onnx onnxruntime
    /tmp/venv/bin/python engine/benches/onnxruntime_rate.py [--width 256] [--features ps] [--net FILE]

1. Runs the Rust bench (`engine/benches/inference.rs`), which rates damier's kernels along the leaves of a
   tree search and writes a net and the judgement of 2,000 of those leaves.
2. Reads the net by docs/reference/net-format.md alone and repeats every judgement in NumPy: equal to the bit.
3. Builds the same network as ONNX in several ways, checks it against the judgements, and rates
   onnxruntime, one thread, one position per call; the fastest way counts.
"""

import argparse
import json
import pathlib
import struct
import subprocess
import tempfile
import time
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAGIC = b"\x89DNET\r\n\x1a"
# Float against quantised: logits of the same net differ by the rounding of activations.
TOLERANCE = 0.1
SECONDS = 3.0


class Net:
    """A net file, read as docs/reference/net-format.md says."""

    def __init__(self, path):
        content = pathlib.Path(path).read_bytes()
        assert content[:8] == MAGIC, "magic"
        version = struct.unpack_from("<I", content, 8)[0]
        assert version in (2, 3), "version"
        players, f, _, r, w, h, k, v = struct.unpack_from("<8I", content, 12)
        self.hidden, self.features = h, f
        outputs = 1 + (3 if players == 2 else players)
        at = 44
        texts = []
        for length_format in ("<B", "<B", "<I"):
            length = struct.unpack_from(length_format, content, at)[0]
            at += struct.calcsize(length_format)
            texts.append(content[at : at + length].decode("utf-8"))
            at += length
        assert struct.unpack_from("<I", content, len(content) - 4)[0] == zlib.crc32(content[:-4]), "checksum"
        if version == 3:
            packed = struct.unpack_from("<I", content, at)[0]
            assert at + 4 + packed + 4 == len(content), "length"
            content, at = self.unpacked(content[at + 4 : -4], 2 * w, 2 * f * w) + content[-4:], 0
        self.game, self.feature_set, self.metadata = texts
        for name, kind, shape in [
            ("embedding_bias", "<i2", (w,)),
            ("embedding", "<i2", (f, w)),
            ("l1_bias", "<i4", (h + k,)),
            ("l1", "i1", (h + k, w)),
            ("l2_bias", "<i4", (v,)),
            ("l2", "i1", (v, h)),
            ("l3_bias", "<i4", (outputs,)),
            ("l3", "i1", (outputs, v)),
            ("policy_bias", "<i4", (r,)),
            ("policy", "i1", (r, k)),
        ]:
            count = int(np.prod(shape))
            setattr(self, name, np.frombuffer(content, kind, count, at).reshape(shape))
            at += count * np.dtype(kind).itemsize
        assert at + 4 == len(content), "length"

    @staticmethod
    def unpacked(stream, *lengths):
        """The weights of a file of version 3 as one of version 2 has them; lengths of the 16-bit tensors in bytes."""
        inflate = zlib.decompressobj()
        weights = inflate.decompress(stream) + inflate.flush()
        assert inflate.eof and not inflate.unused_data, "packed weights"
        out, at = [], 0
        for length in lengths:
            low, high = np.frombuffer(weights, np.uint8, length, at).reshape(2, -1).astype(np.uint16)
            zigzag = low | high << 8
            out.append(((zigzag >> 1) ^ -(zigzag & 1).astype(np.int16).view(np.uint16)).astype("<u2").tobytes())
            at += length
        return b"".join(out) + weights[at:]

    def judge(self, active, rows):
        """Value outputs and policy logits, with the integer arithmetic of the document."""
        clip = lambda z: np.clip((z + 32) >> 6, 0, 127)
        acc = self.embedding_bias.astype(np.int64) + self.embedding[active].astype(np.int64).sum(0)
        s = np.clip(acc, 0, 512)
        a = np.minimum(127, (s * s + 1024) >> 11)
        first = clip(self.l1_bias + self.l1.astype(np.int64) @ a)
        h, p = first[: self.hidden], first[self.hidden :]
        v = clip(self.l2_bias + self.l2.astype(np.int64) @ h)
        o = (self.l3_bias + self.l3.astype(np.int64) @ v).astype(np.float32) / np.float32(8192)
        logits = self.policy_bias[rows] + self.policy[rows].astype(np.int64) @ p
        return o, logits.astype(np.float32) / np.float32(8192)


def check_reader(net, positions):
    for position in positions:
        o, logits = net.judge(position["active"], position["rows"])
        assert np.array_equal(o[:-1], np.array(position["value_logits"], np.float32))
        assert np.float32(64) * max(np.float32(0), o[-1]) == np.float32(position["moves_left"])
        assert np.array_equal(logits, np.array(position["policy_logits"], np.float32))


def onnx_model(net, sparse_input):
    """The float network: features as a list of indices, or as a dense vector of zeros and ones."""
    scales = {np.dtype("<i2"): 512, np.dtype("i1"): 64, np.dtype("<i4"): 8192}
    initial, nodes = [], []

    def weights(name, transposed=False):
        tensor = getattr(net, name)
        real = tensor.astype(np.float32) / scales[tensor.dtype]
        initial.append(numpy_helper.from_array(np.ascontiguousarray(real.T if transposed else real), name))
        return name

    def node(kind, inputs, **attributes):
        output = f"{kind}{len(nodes)}"
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(name, value):
        initial.append(numpy_helper.from_array(value, name))
        return name

    zero, one = constant("zero", np.float32(0)), constant("one", np.float32(1))
    first_axis = constant("first_axis", np.array([0], np.int64))
    if sparse_input:
        inputs = [helper.make_tensor_value_info("active", TensorProto.INT64, ["active_count"])]
        rows = node("Gather", [weights("embedding"), "active"])
        total = node("ReduceSum", [rows, first_axis], keepdims=1)
        acc = node("Add", [total, weights("embedding_bias")])
    else:
        inputs = [helper.make_tensor_value_info("active", TensorProto.FLOAT, [1, net.features])]
        acc = node("Gemm", ["active", weights("embedding"), weights("embedding_bias")])
    clipped = node("Clip", [acc, zero, one])
    a = node("Mul", [clipped, clipped])
    first = node("Clip", [node("Gemm", [a, weights("l1", True), weights("l1_bias")]), zero, one])
    sizes = constant("sizes", np.array([net.hidden, len(net.l1) - net.hidden], np.int64))
    nodes.append(helper.make_node("Split", [first, sizes], ["h", "p"], axis=1))
    v = node("Clip", [node("Gemm", ["h", weights("l2", True), weights("l2_bias")]), zero, one])
    nodes.append(helper.make_node("Gemm", [v, weights("l3", True), weights("l3_bias")], ["value"]))
    inputs.append(helper.make_tensor_value_info("rows", TensorProto.INT64, ["move_count"]))
    chosen = node("Gather", [weights("policy"), "rows"])
    products = node("Gemm", ["p", chosen], transB=1)
    biases = node("Gather", [weights("policy_bias"), "rows"])
    nodes.append(helper.make_node("Add", [products, biases], ["logits"]))
    outputs = [
        helper.make_tensor_value_info("value", TensorProto.FLOAT, [1, 4]),
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, "move_count"]),
    ]
    graph = helper.make_graph(nodes, "damier", inputs, outputs, initial)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model.SerializeToString()


def empty_model():
    """Does nothing: what a call itself costs."""
    info = lambda name: helper.make_tensor_value_info(name, TensorProto.INT64, ["n"])
    nodes = [helper.make_node("Identity", [name], ["out_" + name]) for name in ("active", "rows")]
    graph = helper.make_graph(
        nodes, "empty", [info("active"), info("rows")], [info("out_active"), info("out_rows")]
    )
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    ).SerializeToString()


def session(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def rate(model, feeds):
    """Calls per second in the best pass over all positions."""
    run = session(model).run
    best, begin = float("inf"), time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        for feed in feeds:
            run(None, feed)
        best = min(best, time.perf_counter() - start)
    return len(feeds) / best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for option in ("game", "features", "width", "net"):
        parser.add_argument("--" + option)
    given = {name: value for name, value in vars(parser.parse_args()).items() if value is not None}
    with tempfile.TemporaryDirectory() as folder:
        command = ["cargo", "bench", "-q", "-p", "damier-engine", "--bench", "inference", "--"]
        command += [word for name, value in given.items() for word in ("--" + name, value)]
        bench = subprocess.run(
            command + ["--dump", folder], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        print(bench)
        net = Net(pathlib.Path(folder) / "bench.net")
        lines = (pathlib.Path(folder) / "positions.jsonl").read_text().splitlines()
    positions = [json.loads(line) for line in lines]
    check_reader(net, positions)
    print(f"reader of its own: all {len(positions)} judgements equal to the bit")

    lists = [
        {"active": np.array(position["active"], np.int64), "rows": np.array(position["rows"], np.int64)}
        for position in positions
    ]
    dense = []
    for feed in lists:
        vector = np.zeros((1, net.features), np.float32)
        vector[0, feed["active"]] = 1
        dense.append({"active": vector, "rows": feed["rows"]})
    rates = {}
    for name, model, feeds in [
        ("indices", onnx_model(net, True), lists),
        ("dense", onnx_model(net, False), dense),
    ]:
        run = session(model).run
        worst = 0.0
        for position, feed in zip(positions, feeds):
            value, logits = run(None, feed)
            worst = max(worst, np.abs(value[0, :-1] - position["value_logits"]).max())
            worst = max(worst, np.abs(logits[0] - position["policy_logits"]).max())
        assert worst < TOLERANCE, f"{name}: logits differ by {worst}"
        rates[name] = rate(model, feeds)
        print(f"onnxruntime {onnxruntime.__version__}, {name}: {rates[name]:.0f} positions/s, "
              f"largest difference of a logit from the quantised net {worst:.3f}")
    call = rate(empty_model(), lists)
    best = max(rates.values())
    print(f"an empty network: {call:.0f} calls/s; without that cost the best would be "
          f"{1 / max(1 / best - 1 / call, 1e-9):.0f} positions/s")
    for line in bench.splitlines():
        kernel, *figures = line.split()
        if figures and figures[-1].isalnum() and len(figures[-1]) == 16:
            print(f"damier {kernel}: {float(figures[0]):.0f} evaluations/s, "
                  f"{float(figures[0]) / best:.1f} times onnxruntime's best")


if __name__ == "__main__":
    main()
