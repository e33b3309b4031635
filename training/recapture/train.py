"""Makes recapture.onnx: simulates, trains, evaluates on people not trained on, exports.

    python3 training/recapture/train.py --faces DIR --london DIR --out recapture.onnx

`--faces` has a folder of photographs a person (aligned as LFW's are), `--london` the Face Research
Lab London Set (CC BY 4.0). With `--meshes`, the folders that training/measures/faces.ts writes of both,
masks, scarves and hands are drawn on the faces of either class. The same seed and steps give the same
data; `--steps 20` is a trial.
"""
import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from network import SIDE, Network, export, take_up
from scenes import Photographs
from simulate import KINDS, SHARES, Simulator

BATCH = 32
# New samples a step, until there are KEPT of them.
FRESH = 7
KEPT = 36000
# The network that is kept is the mean of a running mean's last states.
STATES = 4
EVERY = 750
# Share of live people, held out, that the threshold refuses.
REFUSED = 0.05


def make(simulator, count):
    kinds = simulator.chance.numbers.choice(len(KINDS), count, p=SHARES)
    return np.stack([simulator.sample(KINDS[kind]) for kind in kinds]), kinds


def tensor(pictures):
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() / 255


def scores(network, pictures):
    """Log-odds of a live person."""
    network.eval()
    with torch.no_grad():
        batches = [network(tensor(pictures[i : i + 64])) for i in range(0, len(pictures), 64)]
    live, screen, paper = torch.cat(batches).T
    return (live - torch.logaddexp(screen, paper)).numpy()


def area(attacks, bona_fide):
    """Area under the ROC curve."""
    wins = np.subtract.outer(bona_fide, attacks)
    return float((wins > 0).mean() + (wins == 0).mean() / 2)


def evaluate(network, pictures, kinds):
    score = scores(network, pictures)
    bona_fide = score[kinds == 0]
    names = enumerate(KINDS[1:], 1)
    return {name: round(area(score[kinds == kind], bona_fide), 3) for kind, name in names}


def disguise(picture, random):
    """What must not tell: size, sharpness, side, a part of it."""
    if random.random() < 0.25:
        side = int(SIDE * random.uniform(0.55, 1))
        slack = (SIDE - side) // 2
        y, x = (slack + int(np.clip(move, -slack, slack)) for move in random.integers(-6, 7, 2))
        picture = cv2.resize(picture[y : y + side, x : x + side], (SIDE, SIDE))
    if random.random() < 0.5:
        picture = picture[:, ::-1]
    picture = np.ascontiguousarray(picture)
    if random.random() < 0.55:
        scale = random.uniform(0.3, 1)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    if random.random() < 0.25:
        amount = random.uniform(0.2, 1.2)
        soft = cv2.GaussianBlur(picture, (0, 0), 1)
        picture = cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)
    if random.random() < 0.1:
        high, wide = random.integers(10, 50, 2)
        y, x = random.integers(0, SIDE - high), random.integers(0, SIDE - wide)
        picture = picture.copy()
        picture[y : y + high, x : x + wide] = random.integers(0, 256, 3)
    return picture


def tinted(x):
    count = len(x)
    x = x * (1 + torch.empty(count, 3, 1, 1).uniform_(-0.08, 0.08))
    x = x * torch.empty(count, 1, 1, 1).uniform_(0.8, 1.2)
    return (x + torch.empty(count, 1, 1, 1).uniform_(-0.08, 0.08)).clamp(0, 1)


def mean_of(states):
    return {
        name: torch.stack([state[name].float() for state in states]).mean(0).to(value.dtype)
        for name, value in states[0].items()
    }


def follow(running, network):
    """A running mean of the weights."""
    for name, value in network.state_dict().items():
        if value.dtype.is_floating_point:
            running[name].lerp_(value, 0.03)
        else:
            running[name].copy_(value)


def train(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    random = np.random.default_rng(options.seed)
    sources = options.faces, options.london
    simulator = Simulator(options.seed, Photographs(*sources, False, options.meshes))
    held_out = Simulator(options.seed + 1, Photographs(*sources, True, options.meshes))
    held = make(held_out, options.held)
    network = Network()
    if options.begin:
        take_up(network, options.begin)
        print(json.dumps({"step": 0, "auc": evaluate(network, *held)}), flush=True)
        network.eval()  # its norms stay as they were
    first = {name: value.clone() for name, value in network.state_dict().items()}
    network = network.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), options.rate, weight_decay=3e-2)
    running = {name: value.clone() for name, value in network.state_dict().items()}
    states = []
    pictures, kinds = np.empty((KEPT, SIDE, SIDE, 3), np.uint8), np.empty(KEPT, np.int64)
    have, begun = 0, time.time()
    for step in range(options.steps):
        more = min(KEPT - have, FRESH if have else BATCH)
        if more > 0:
            pictures[have : have + more], kinds[have : have + more] = make(simulator, more)
            have += more
        # The schedule is left before its end: the last fifth fits what is simulated alone.
        fall = 0.5 * (1 + np.cos(np.pi * 0.8 * step / options.steps)) + 0.005
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 150) * fall
        chosen = random.integers(0, have, BATCH)
        batch = tensor(np.stack([disguise(pictures[i], random) for i in chosen]))
        batch = tinted(batch).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = network(batch)
        weight = torch.tensor([1.2, 1.0, 1.0])
        wanted = torch.from_numpy(kinds[chosen])
        loss = F.cross_entropy(logits.float(), wanted, weight=weight, label_smoothing=0.05)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 5 == 0:
            follow(running, network)
        if (step + 1) % options.every == 0 or step + 1 == options.steps:
            states = [*states, {name: value.clone() for name, value in running.items()}][-STATES:]
            kept = Network()
            kept.load_state_dict(mean_of(states))
            seconds = round(time.time() - begun)
            auc = evaluate(kept, *held)
            print(json.dumps({"step": step + 1, "seconds": seconds, "auc": auc}), flush=True)
            torch.save(kept.state_dict(), options.checkpoint)
    if options.begin:
        kept.load_state_dict(mean_of([first, kept.state_dict()]))
    return kept, float(np.quantile(scores(kept, held[0][held[1] == 0]), REFUSED))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", required=True)
    parser.add_argument("--london")
    parser.add_argument("--out", default="recapture.onnx")
    parser.add_argument("--checkpoint", default="recapture.pt")
    parser.add_argument("--meshes", nargs="*", default=[])
    parser.add_argument("--begin", help="an exported network to go on from, to the mean of both")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--steps", type=int, default=5300)
    parser.add_argument("--held", type=int, default=400)
    parser.add_argument("--every", type=int, default=EVERY)
    parser.add_argument("--threshold", type=float, help="log-odds; else set by people held out")
    chosen = parser.parse_args()
    trained, threshold = train(chosen)
    Path(chosen.out).parent.mkdir(parents=True, exist_ok=True)
    export(trained, threshold if chosen.threshold is None else chosen.threshold, chosen.out)
