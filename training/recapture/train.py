"""Makes recapture.onnx: simulates, trains, evaluates on people not trained on, exports.

    python3 training/recapture/train.py --faces DIR --london DIR --out recapture.onnx

`--faces` has a folder of photographs a person (aligned as LFW's are), `--london` the Face Research
Lab London Set (CC BY 4.0). The same seed and steps give the same data; `--steps 20` is a trial.
"""
import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from network import Network
from simulate import KINDS, SHARES, SIDE, Simulator

BATCH = 32
# New samples a step; the others are taken again from the last KEPT ones.
FRESH = 10
KEPT = 8000
# x, y, width, height of the face on the photographs of each set.
LFW_FACE = (76, 70, 98, 112)
LONDON_FACE = (255, 230, 205, 265)


class Photographs:
    """Photographs with their faces. Every 9th person and, of 28, the fourth are evaluated on."""

    def __init__(self, faces, london, held_out):
        people = sorted(path for path in Path(faces).iterdir() if path.is_dir())
        held = [index % 9 == 0 or index % 28 == 3 for index in range(len(people))]
        chosen = [person for person, is_held in zip(people, held) if is_held == held_out]
        files = [(path, LFW_FACE) for person in chosen for path in sorted(person.iterdir())[:2]]
        # Few people in high resolution: they weigh as much as a third of the others.
        portraits = sorted(Path(london).glob("*.jpg")) if london else []
        subset = [path for path in portraits if (int(path.name[:3]) % 9 == 0) == held_out]
        weight = max(1, len(files) // 3 // max(1, len(subset)))
        self.files = files + [(path, LONDON_FACE) for path in subset] * weight
        self.read = {}

    def any(self, random):
        path, face = self.files[random.integers(len(self.files))]
        if path not in self.read:
            self.read[path] = cv2.imread(str(path), cv2.IMREAD_COLOR)[:, :, ::-1].copy()
        spread = random.uniform(-0.04, 0.04, 2) * face[2]
        return self.read[path], (face[0] + spread[0], face[1] + spread[1], *face[2:])


def make(simulator, photographs, count):
    kinds = simulator.random.choice(len(KINDS), count, p=SHARES)
    pictures = [
        simulator.sample(*photographs.any(simulator.random), KINDS[kind]) for kind in kinds
    ]
    return np.stack(pictures), kinds


def tensor(pictures):
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() / 255


def live(network, pictures):
    """Probability of a live person of each."""
    network.eval()
    with torch.no_grad():
        batches = [network(tensor(pictures[i : i + 64])) for i in range(0, len(pictures), 64)]
    network.train()
    return F.softmax(torch.cat(batches), 1)[:, 0].numpy()


def area(attacks, bona_fide):
    """Area under the ROC curve."""
    wins = np.subtract.outer(bona_fide, attacks)
    return float((wins > 0).mean() + (wins == 0).mean() / 2)


def evaluate(network, pictures, kinds):
    score = live(network, pictures)
    bona_fide = score[kinds == 0]
    names = enumerate(KINDS[1:], 1)
    return {name: round(area(score[kinds == kind], bona_fide), 3) for kind, name in names}


def train(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    simulator = Simulator(options.seed)
    photographs = Photographs(options.faces, options.london, held_out=False)
    held = make(Simulator(options.seed + 1), Photographs(options.faces, None, True), options.held)
    network = Network()
    optimiser = torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=2e-2)
    pictures, kinds = make(simulator, photographs, BATCH)
    begun = time.time()
    for step in range(options.steps):
        done = step / options.steps
        for group in optimiser.param_groups:
            fall = 0.5 * (1 + np.cos(np.pi * done)) + 0.005
            group["lr"] = 2e-3 * min(1, (step + 1) / 50) * fall
        more = make(simulator, photographs, FRESH)
        pictures = np.concatenate([pictures, more[0]])[-KEPT:]
        kinds = np.concatenate([kinds, more[1]])[-KEPT:]
        old = simulator.random.integers(len(kinds), size=BATCH - FRESH)
        chosen = np.concatenate([old, np.arange(len(kinds) - FRESH, len(kinds))])
        logits = network(tensor(pictures[chosen]))
        wanted = torch.from_numpy(kinds[chosen])
        loss = F.cross_entropy(logits, wanted, label_smoothing=0.05)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if (step + 1) % options.every == 0 or step + 1 == options.steps:
            seconds = round(time.time() - begun)
            auc = evaluate(network, *held)
            print(json.dumps({"step": step + 1, "seconds": seconds, "auc": auc}), flush=True)
            torch.save(network.state_dict(), options.checkpoint)
    return network


class Exported(torch.nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return F.softmax(self.network(x), 1)


def export(network, path):
    network.eval()
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        Exported(network), torch.zeros(1, 3, SIDE, SIDE), path, opset_version=13,
        input_names=["input"], output_names=["output"],
        dynamic_axes={"input": {0: "n"}, "output": {0: "n"}},
    )  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", required=True)
    parser.add_argument("--london")
    parser.add_argument("--out", default="recapture.onnx")
    parser.add_argument("--checkpoint", default="/tmp/recapture.pt")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--held", type=int, default=400)
    parser.add_argument("--every", type=int, default=150)
    chosen = parser.parse_args()
    export(train(chosen), chosen.out)
