"""Positions per second of one training step with PyTorch, for `throughput.rs` and `benches/peers/pytorch`: the same
network, batch, losses and optimiser, with `EmbeddingBag` at the input and gathered policy rows for the legal moves.
Needs `torch` (for the processor any CPU build from PyPI will do)."""

import argparse
import time

import torch
import torch.nn.functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--positions", type=int, default=4096, help="positions of a batch")
parser.add_argument("--device", default="cpu", help="cpu, or cuda for an NVIDIA card")
parser.add_argument("--threads", type=int, default=2, help="threads on the processor")
parser.add_argument("--steps", type=int, default=20, help="steps of each measurement")
for name, default in (("features", 16384), ("active", 45), ("rows", 2532), ("moves", 10), ("width", 256), ("hidden", 32),
                      ("policy", 32), ("value_hidden", 32)):
    parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=default)
arguments = parser.parse_args()
POSITIONS, DEVICE, STEPS = arguments.positions, torch.device(arguments.device), arguments.steps
FEATURES, ACTIVE, ROWS, MOVES = arguments.features, arguments.active, arguments.rows, arguments.moves
WIDTH, HIDDEN, POLICY, VALUE_HIDDEN = arguments.width, arguments.hidden, arguments.policy, arguments.value_hidden
BATCHES = 4

torch.set_num_threads(arguments.threads)
torch.manual_seed(1)

bag = torch.nn.EmbeddingBag(FEATURES, WIDTH, mode="sum")
bias = torch.nn.Parameter(torch.full((WIDTH,), 0.3))
l1 = torch.nn.Linear(WIDTH, HIDDEN + POLICY)
l2 = torch.nn.Linear(HIDDEN, VALUE_HIDDEN)
l3 = torch.nn.Linear(VALUE_HIDDEN, 4)
rows = torch.nn.Embedding(ROWS, POLICY)
row_bias = torch.nn.Embedding(ROWS, 1)
with torch.no_grad():
    bag.weight.mul_(0.1)
    rows.weight.mul_(0.1)
    row_bias.weight.zero_()
for module in (bag, l1, l2, l3, rows, row_bias):
    module.to(DEVICE)
bias = torch.nn.Parameter(bias.detach().to(DEVICE))
parameters = [bias] + [p for m in (bag, l1, l2, l3, rows, row_bias) for p in m.parameters()]
optimizer = torch.optim.AdamW(parameters, lr=1e-3, weight_decay=0.01, fused=True)

offsets = torch.arange(0, POSITIONS * ACTIVE, ACTIVE, device=DEVICE)


def batch():
    wdl = F.one_hot(torch.randint(0, 3, (POSITIONS,)), 3).float()
    policy = torch.rand(POSITIONS, MOVES)
    return (
        torch.randint(0, FEATURES, (POSITIONS * ACTIVE,)),
        torch.randint(0, ROWS, (POSITIONS, MOVES)),
        policy / policy.sum(1, keepdim=True),
        wdl,
        torch.rand(POSITIONS) * 100 / 64,
    )


def step(active, moves, policy, wdl, plies):
    accumulator = bag(active, offsets) + bias
    first = l1(accumulator.clamp(0, 1).square()).clamp(0, 1)
    value, vector = first[:, :HIDDEN], first[:, HIDDEN:]
    out = l3(l2(value).clamp(0, 1))
    logits = torch.bmm(rows(moves), vector.unsqueeze(2)).squeeze(2) + row_bias(moves).squeeze(2)
    loss = (
        F.cross_entropy(out[:, :3], wdl)
        + F.cross_entropy(logits, policy)
        + 0.05 * F.huber_loss(out[:, 3], plies, delta=0.25)
    )
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    optimizer.step()


def synchronise():
    if DEVICE.type == "cuda":
        torch.cuda.synchronize()


def timed(number):
    """Seconds of one step that is waited for; batches come from the processor's memory, as in damier."""
    begun = time.perf_counter()
    step(*(part.to(DEVICE) for part in batches[number % BATCHES]))
    synchronise()
    return time.perf_counter() - begun


batches = [batch() for _ in range(BATCHES)]
for number in range(3):
    timed(number)
times = sorted(timed(number) for number in range(STEPS))
begun, processor_begun = time.perf_counter(), time.process_time()
for number in range(STEPS):
    step(*(part.to(DEVICE) for part in batches[number % BATCHES]))
synchronise()
through, processor = time.perf_counter() - begun, time.process_time() - processor_begun
print(
    f"PyTorch {POSITIONS * STEPS / through:7.0f} positions/s in a row, waited for after each step: "
    f"median {POSITIONS / times[STEPS // 2]:7.0f}, best {POSITIONS / times[0]:7.0f}; "
    f"{POSITIONS * STEPS / processor:7.0f} per second of processor time"
)
