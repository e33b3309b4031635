"""Makes forgery.onnx: forges, trains, evaluates on people not trained on, exports.

    python3 training/forgery/train.py --faces LFW LONDON --out forgery.onnx

`--faces` are folders with the faces.jsonl that training/measures/faces.ts writes; the second, in
high resolution, weighs a third. Pairs are numbered and steps counted: the same seed gives the same
data, a training that was cut off goes on from its checkpoint as if nothing had been, and more steps
may be asked of one that stopped before the learning rate fell. `--steps 20` is a trial.
"""
import argparse
import json
import os
import time

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from forge import MAP, SIDE, Forger
from network import Network
from photographs import Photographs

PAIRS = 16  # a step
FRESH = 5  # of them made for it; the others are taken again from the last KEPT ones
KEPT = 1600
HELD_STRENGTH = 0.2  # how much the pairs are spoilt that are evaluated on
RISE = 9000  # steps in which pictures are spoilt more and more
LEARNING_RATE = 1.5e-3
FALL = 0.7  # share of the steps after which the learning rate falls


class Pool:
    """The pairs made last. Their numbers follow from the step, so that they can be made again."""

    def __init__(self, forger, step):
        self.forger = forger
        self.pictures = np.zeros((KEPT, 2, SIDE, SIDE, 3), np.uint8)
        self.maps = np.zeros((KEPT, MAP, MAP), np.float32)
        for number in range(max(0, step * FRESH - KEPT), step * FRESH):
            self.make(number)

    def make(self, number):
        strength = min(1, number // FRESH / RISE)
        pair = self.forger.pair(number, strength)
        self.pictures[number % KEPT], self.maps[number % KEPT] = pair

    def batch(self, step, seed):
        fresh = np.arange(step * FRESH, (step + 1) * FRESH)
        for number in fresh:
            self.make(number)
        kept = min(fresh[-1] + 1, KEPT)
        again = np.random.default_rng([seed, step]).integers(kept, size=PAIRS - FRESH)
        chosen = np.concatenate([fresh % KEPT, again])
        pictures = self.pictures[chosen].reshape(-1, SIDE, SIDE, 3)
        maps = np.stack([np.zeros_like(self.maps[chosen]), self.maps[chosen]], 1)
        return tensor(pictures), torch.from_numpy(maps.reshape(-1, MAP, MAP))


def tensor(pictures):
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() / 255


def scores(network, pictures):
    """Logits of a forgery; a face and its mirror image are seen."""
    network.eval()
    with torch.no_grad():
        batches = [tensor(pictures[at : at + 32]) for at in range(0, len(pictures), 32)]
        logits = [network(batch)[0] + network(batch.flip(3))[0] for batch in batches]
    network.train()
    return (torch.cat(logits) / 2).numpy()


def area(attacks, bona_fide):
    """Area under the ROC curve; attacks should score higher."""
    wins = np.subtract.outer(attacks, bona_fide)
    return float((wins > 0).mean() + (wins == 0).mean() / 2)


def train(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    judge = Forger(Photographs(options.faces, held_out=True), options.seed + 1)
    held = np.stack([judge.pair(number, HELD_STRENGTH)[0] for number in range(options.held)])
    network = Network()
    optimiser = torch.optim.AdamW(network.parameters(), LEARNING_RATE, weight_decay=1e-2)
    begin = 0
    if os.path.exists(options.checkpoint):
        saved = torch.load(options.checkpoint)
        begin = saved['step']
        network.load_state_dict(saved['network'])
        optimiser.load_state_dict(saved['optimiser'])
    pool = Pool(Forger(Photographs(options.faces, held_out=False), options.seed), begin)
    network = network.to(memory_format=torch.channels_last)
    begun, recent = time.time(), []
    for step in range(begin, options.steps):
        falls = min(1, (options.steps - step) / (options.steps * (1 - FALL)))
        for group in optimiser.param_groups:
            group['lr'] = LEARNING_RATE * min(1, (step + 1) / 40) * falls
        pictures, maps = pool.batch(step, options.seed)
        wanted = torch.tensor([0.02, 0.98]).repeat(PAIRS)
        with torch.autocast('cpu', dtype=torch.bfloat16):
            logits, places = network(pictures.contiguous(memory_format=torch.channels_last))
        loss = F.binary_cross_entropy_with_logits(logits.float(), wanted)
        loss = loss + 1.5 * F.binary_cross_entropy_with_logits(places.float(), maps)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        recent.append(loss.item())
        if (step + 1) % options.every == 0 or step + 1 == options.steps:
            said = scores(network, held.reshape(-1, SIDE, SIDE, 3)).reshape(-1, 2)
            line = {
                'step': step + 1,
                'seconds': round(time.time() - begun),
                'loss': round(float(np.mean(recent)), 3),
                'auc': round(area(said[:, 1], said[:, 0]), 3),
                'pairs': round(float((said[:, 1] > said[:, 0]).mean()), 3),
            }
            print(json.dumps(line), flush=True)
            recent = []
            state = {'step': step + 1, 'network': network.state_dict()}
            state['optimiser'] = optimiser.state_dict()
            torch.save(state, options.checkpoint + '.new')
            os.replace(options.checkpoint + '.new', options.checkpoint)
    return network


class Exported(torch.nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return torch.sigmoid(self.network(x)[0])


def export(network, path):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    network.eval()
    torch.onnx.export(
        Exported(network), torch.zeros(1, 3, SIDE, SIDE), path, opset_version=13,
        input_names=['input'], output_names=['output'],
        dynamic_axes={'input': {0: 'n'}, 'output': {0: 'n'}},
    )  # fmt: skip


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--faces', nargs=2, required=True)
    parser.add_argument('--out', default='forgery.onnx')
    parser.add_argument('--checkpoint', default='/tmp/forgery.pt')
    parser.add_argument('--seed', type=int, default=15)
    parser.add_argument('--steps', type=int, default=1000)
    parser.add_argument('--held', type=int, default=200)
    parser.add_argument('--every', type=int, default=50)
    chosen = parser.parse_args()
    export(train(chosen), chosen.out)
