"""Trains the network of UnifiedQualityScore: how well the recommended encoder will know a face again.

python3 utility.py DATA OUT [--steps 900]      DATA: what utility.ts wrote

What is learnt is the mean genuine score of a chip with the person's other photographs, unspoilt, less
how hard the person is to know again, which no single chip tells (or whose name is wrong). What shows
its worth is the error against discard: how the rate of false non-matches falls when comparisons of the
lowest quality (the lower of two) are left out, on people kept apart.
"""
import argparse
import json
import os
import zlib

import numpy as np
import torch
from scipy.stats import spearmanr
from torch import nn

from loop import run

SIDE = 112
# Raw values on the scale of the published conformance table: a median photograph of LFW has what
# ordinary portraits have there, and a score as of strangers what the worst have.
MEDIAN_RAW, WORST_RAW, STRANGERS = 24.5, 13.0, 0.1


class Utility(nn.Module):
    """Pixels 0..255 of a chip -> mean genuine score."""

    def __init__(self):
        super().__init__()
        layers, before = [], 3
        for channels, stride in ((16, 2), (32, 2), (64, 2), (96, 2), (96, 1)):
            layers += [nn.Conv2d(before, channels, 3, stride, 1, bias=False),
                       nn.BatchNorm2d(channels), nn.ReLU(inplace=True)]
            before = channels
        self.body = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Linear(192, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, x):
        y = self.body((x - 127.5) / 127.5)
        mean, spread = y.mean(dim=(2, 3)), (y * y).mean(dim=(2, 3)).sqrt()
        return self.head(torch.cat([mean, spread], 1))[:, 0]


class Raw(nn.Module):
    """What is exported: the score on the scale of the measure."""

    def __init__(self, net, median):
        super().__init__()
        self.net, self.slope = net, (MEDIAN_RAW - WORST_RAW) / (median - STRANGERS)

    def forward(self, x):
        return WORST_RAW + (self.net(x)[:, None] - STRANGERS) * self.slope


def read(folder):
    with open(os.path.join(folder, 'utility.jsonl')) as file:
        rows = [json.loads(line) for line in file if line.endswith('\n')]
    chips = np.fromfile(os.path.join(folder, 'utility.u8'), np.uint8)
    count = min(len(rows), len(chips) // (SIDE * SIDE * 3))
    chips = chips[:count * SIDE * SIDE * 3].reshape(count, SIDE, SIDE, 3)
    return rows[:count], chips


def tensor(chips):
    return torch.from_numpy(np.ascontiguousarray(chips)).permute(0, 3, 1, 2).float()


def train(chips, genuine, out, steps, seed=1):
    torch.manual_seed(seed)
    net = Utility().to(memory_format=torch.channels_last)
    target = torch.from_numpy(genuine.astype(np.float32))

    def loss_of(rng):
        chosen = rng.choice(len(chips), min(64, len(chips)), replace=False)
        x = tensor(chips[chosen])
        if rng.random() < 0.5:
            x = x.flip(3)
        x = torch.roll(x, tuple(int(v) for v in rng.integers(-3, 4, 2)), (2, 3))
        with torch.autocast('cpu', torch.bfloat16):
            said = net(x.contiguous(memory_format=torch.channels_last))
        return nn.functional.smooth_l1_loss(said.float(), target[chosen], beta=0.05)

    run(net, loss_of, steps, 3e-3, 0.02, os.path.join(out, 'utility.pt'),
        np.random.default_rng(seed), every=200)
    return net.to(memory_format=torch.contiguous_format)


def less_the_person(rows, genuine):
    """Genuine scores, each less the mean of the person's unspoilt ones and plus that of all people."""
    plain = {}
    for row, score in zip(rows, genuine):
        if row['variant'] == 0:
            plain.setdefault(row['person'], []).append(score)
    means = {person: np.mean(scores) for person, scores in plain.items()}
    every = np.mean([score for scores in plain.values() for score in scores])
    return np.array([score - means[row['person']] + every for row, score in zip(rows, genuine)])


def predict(net, chips):
    with torch.no_grad():
        return torch.cat([net(tensor(chips[i:i + 64])) for i in range(0, len(chips), 64)]).numpy()


def genuine_pairs(rows):
    """Indices and scores of all comparisons of two photographs of one person."""
    vectors = np.array([row['vector'] for row in rows], np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    people = {}
    for i, row in enumerate(rows):
        people.setdefault(row['person'], []).append(i)
    pairs = [(i, j) for all_ in people.values() for a, i in enumerate(all_) for j in all_[a + 1:]
             if rows[i]['photograph'] != rows[j]['photograph']]
    pairs = np.array(pairs)
    return pairs, (vectors[pairs[:, 0]] * vectors[pairs[:, 1]]).sum(1)


def error_against_discard(quality, pairs, scores, fnmr):
    """FNMR in per cent when 0, 10, 20, 30, 40 % of the comparisons are left out."""
    threshold = np.quantile(scores, fnmr)
    order = np.argsort(np.minimum(quality[pairs[:, 0]], quality[pairs[:, 1]]), kind='stable')
    failed = scores[order] < threshold
    return [round(100 * float(failed[int(len(failed) * d):].mean()), 3) for d in (0, .1, .2, .3, .4)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('data')
    parser.add_argument('out')
    parser.add_argument('--steps', type=int, default=900)
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    rows, chips = read(args.data)
    genuine = np.array([row['genuine'] for row in rows])
    kept = np.array([zlib.crc32(row['person'].encode()) % 4 == 0 for row in rows])
    plain = np.array([row['variant'] == 0 for row in rows])
    print(len(rows), 'chips,', int(kept.sum()), 'of people kept apart', flush=True)
    net = train(chips[~kept], less_the_person(rows, genuine)[~kept], args.out, args.steps)
    quality = predict(net, chips)
    for name, which in (('all', kept), ('unspoilt', kept & plain)):
        print(name, 'Spearman with the genuine score',
              round(float(spearmanr(quality[which], genuine[which]).correlation), 3))
        some = [row for row, use in zip(rows, which) if use]
        pairs, scores = genuine_pairs(some)
        strongest = np.quantile(scores, 0.01)
        for fnmr in (0.01, 0.05, 0.2):
            print(f'  {len(pairs)} comparisons, FNMR {fnmr:.0%} at first; 0 to 40 % left out:',
                  error_against_discard(quality[which], pairs, scores, fnmr),
                  'by contrast', error_against_discard(chips[which].std((1, 2, 3)), pairs, scores, fnmr))
        print('  score below which 1 % of these comparisons are:', round(float(strongest), 3))
    exported = Raw(net, float(np.median(quality[~kept & plain])))
    torch.onnx.export(exported, torch.zeros(1, 3, SIDE, SIDE), os.path.join(args.out, 'utility.onnx'),
                      input_names=['input'], output_names=['utility'], opset_version=13)


if __name__ == '__main__':
    main()
