"""Trains the network of EyesVisible and NoHeadCoverings: shares of eyes and upper frame covered.

python3 coverings.py FACES OUT [--samples 3000] [--steps N]      FACES: a folder with lfw

Two small networks in one file see the aligned frame at 128 × 128. They learn from rendered covers,
whose shares are known, and from photographs of LFW as they are: of those that dressed.txt lists
something is covered, how much is not said; of all others nothing is. The London Set is left out,
so that groups of people can be compared on it.
"""
import argparse
import os
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np
import torch
from scipy.stats import spearmanr
from torch import nn

from expression import auc
from loop import run
from scenes import (COVER, COVERING, ON_EYES, UNTOLD, VIEW, Base, dressed, faces_of, sample, seen,
                    undressed)

BATCH = 48
# The eyes in the view, and the zone of head coverings: rows down to the eyes, 28 columns less.
EYES_X, EYES_Y, EYES_WIDTH, EYES_HEIGHT = 34, 40, 60, 32
ZONE = np.s_[:57, 6:122]
# What photographs of dressed people are to reach: two eyes nearly, of the zone what a hat covers.
DRESSED = {'eyes': 0.9, 'head': 0.3}
# Steps of each: heads are learnt sooner.
STEPS = {'eyes': 2140, 'head': 1200}
# Times a photograph of somebody dressed is taken: there are few.
DRESSED_VIEWS = 6


def block(before, after, stride=2):
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after),
                         nn.ReLU(inplace=True))


class Part(nn.Module):
    """Pixels 0..255 of a part -> log-odds of its covered shares; halved four times."""

    def __init__(self, pixels, outputs):
        super().__init__()
        self.body = nn.Sequential(nn.PixelUnshuffle(2), block(12, 24, 1), block(24, 32),
                                  block(32, 48), block(48, 64))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * pixels, 48),
                                  nn.ReLU(), nn.Linear(48, outputs))

    def forward(self, x):
        return self.head(self.body((x - 127.5) / 127.5))


class Coverings(nn.Module):
    """Pixels 0..255 of the view -> covered shares of image-left eye, image-right eye, upper frame."""

    def __init__(self):
        super().__init__()
        self.eyes, self.head = Part(4 * 2, 2), Part(4 * 4, 1)

    def forward(self, x):
        eyes = x[:, :, EYES_Y:EYES_Y + EYES_HEIGHT, EYES_X:EYES_X + EYES_WIDTH]
        halved = nn.functional.avg_pool2d(x, 2)
        return torch.sigmoid(torch.cat([self.eyes(eyes), self.head(halved)], 1))


class Shares(nn.Module):
    """What is exported: the raw values of the two measures."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        y = self.net(x)
        return y[:, :2].mean(1, keepdim=True), y[:, 2:]


def shares_of(labels, zones):
    """What the rendering covers of image-left eye, image-right eye and upper frame."""
    eyes, covered = zones & ON_EYES > 0, (labels >= COVER) & (labels != UNTOLD)
    found = []
    for half in (np.s_[:, :VIEW // 2], np.s_[:, VIEW // 2:]):
        size = eyes[half].sum()
        found.append((covered & eyes)[half].sum() / size if size else 0.0)
    return [*found, (labels == COVERING)[ZONE].mean()]


def make_part(folder, held_out, size, seed):
    """Rendered views with their shares."""
    rng = np.random.default_rng(seed)
    bases = undressed(folder, held_out, rng, size // 2 + 20)
    others = [base.frame for base in bases]
    views, targets = np.empty((size, VIEW, VIEW, 3), np.uint8), np.empty((size, 3), np.float32)
    for i in range(size):
        views[i], labels, zones = sample(rng, bases[i % len(bases)], others, eyes=i % 2 == 0)
        targets[i] = shares_of(labels, zones)
    return views, targets


def make_pool(folder, held_out, size, seed):
    with ProcessPoolExecutor(2) as executor:
        parts = [executor.submit(make_part, folder, held_out, size // 2, seed + i) for i in (0, 1)]
        made = [part.result() for part in parts]
    return tuple(np.concatenate(arrays) for arrays in zip(*made))


def plain_views(folder, held_out, seed):
    """Photographs as they are, those of dressed people in training several times, each seen anew.

    Beside the views whether head and eyes are covered (1, 0; −1: nobody knows).
    """
    rng, kinds = np.random.default_rng(seed), dressed()
    views, marks = [], []
    for face, person in faces_of(folder, held_out):
        frame = Base(face, person).frame
        mark = kinds.get(os.path.basename(face.file), (0, 0))
        for _ in range(1 if held_out or mark == (0, 0) else DRESSED_VIEWS):
            plain = cv2.resize(frame, (VIEW, VIEW), interpolation=cv2.INTER_AREA)
            views.append(plain if held_out else seen(rng, frame)[0])
            marks.append(mark)
    return np.stack(views), np.array(marks, np.int8)


def tensor(views):
    return torch.from_numpy(np.ascontiguousarray(views[..., ::-1])).permute(0, 3, 1, 2).float()


def part_of(name, views, dx=0, dy=0):
    """What the network of a part sees of views that are moved a little."""
    if name == 'eyes':
        x, y = EYES_X + dx, EYES_Y + dy
        return views[:, y:y + EYES_HEIGHT, x:x + EYES_WIDTH]
    return np.roll(views, (dy // 2, dx // 2), (1, 2))


def lit(rng, x):
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.15, (len(x), 1, 1, 1))).astype(np.float32))
    tint = torch.from_numpy(rng.normal(0, 8, (len(x), 3, 1, 1)).astype(np.float32))
    return (x * gain + tint).clamp(0, 255)


def train_part(name, net, rendered, plain, out, steps, seed=1):
    """Half of what it sees is rendered, a quarter are bare photographs and a quarter dressed ones."""
    column, known = (1, np.s_[:, :2]) if name == 'eyes' else (0, np.s_[:, 2:])
    views, targets = rendered[0], rendered[1][known]
    photographs, marks = plain[0], plain[1][:, column]
    if name == 'head':
        views, photographs = ([cv2.resize(view, (VIEW // 2, VIEW // 2), interpolation=cv2.INTER_AREA)
                               for view in some] for some in (views, photographs))
        views, photographs = np.stack(views), np.stack(photographs)
    bare, worn = np.flatnonzero(marks == 0), np.flatnonzero(marks == 1)
    quarter = BATCH // 4
    odds = nn.functional.binary_cross_entropy_with_logits

    def loss_of(rng):
        a = rng.choice(len(views), 2 * quarter)
        b = np.concatenate([rng.choice(bare, quarter), rng.choice(worn, quarter)])
        dx, dy = (int(v) for v in rng.integers(-3, 4, 2))
        x = tensor(part_of(name, np.concatenate([views[a], photographs[b]]), dx, dy))
        true = torch.from_numpy(targets[a])
        if rng.random() < 0.5:
            x, true = x.flip(3), true.flip(1)
        said = net(lit(rng, x))
        free, covered = said[2 * quarter:3 * quarter], said[3 * quarter:]
        least = torch.full_like(covered, DRESSED[name])
        short = (torch.sigmoid(covered.detach()) < least).float()
        return (odds(said[:2 * quarter], true) * 2 + odds(free, torch.zeros_like(free))
                + (odds(covered, least, reduction='none') * short).mean())

    run(net, loss_of, steps, 2e-3, 0.02, os.path.join(out, f'{name}.pt'),
        np.random.default_rng(seed), every=200)


def train(rendered, plain, out, steps, seed=1):
    parts = {}
    for name in ('eyes', 'head'):
        torch.manual_seed(seed)
        parts[name] = getattr(Coverings(), name)
        train_part(name, parts[name], rendered, plain, out, steps or STEPS[name], seed)
    net = Coverings()
    net.eyes, net.head = parts['eyes'], parts['head']
    return net.eval()


def predict(net, views):
    with torch.no_grad():
        return np.concatenate([torch.cat(Shares(net)(tensor(views[i:i + 64])), 1).numpy()
                               for i in range(0, len(views), 64)])


def evaluate(net, rendered, plain):
    """Spearman with the known share, and how well dressed people are told from others."""
    views, targets = rendered
    said = predict(net, views)
    for name, k, known in (('eyes', 0, targets[:, :2].mean(1)), ('head', 1, targets[:, 2])):
        print(name, len(views), 'rendered: Spearman', round(float(spearmanr(known, said[:, k])[0]), 3),
              'mean error', round(float(np.abs(known - said[:, k]).mean()), 3), flush=True)
    photographs, marks = plain
    said = predict(net, photographs)
    for name, k, column in (('eyes', 0, 1), ('head', 1, 0)):
        use = marks[:, column] >= 0
        positive = marks[use, column] == 1
        scores = said[use, k]
        print(name, 'photographs:', positive.sum(), 'covered,', (~positive).sum(), 'bare, AUC',
              round(auc(scores, positive), 3), 'medians', np.round([
                  np.median(scores[positive]), np.median(scores[~positive])], 3),
              'bare above 0.05, 0.1, 0.25:', [round(float((scores[~positive] > t).mean()), 4)
                                              for t in (0.05, 0.1, 0.25)],
              'covered above:', [round(float((scores[positive] > t).mean()), 3)
                                 for t in (0.05, 0.1, 0.25)], flush=True)


def export(net, path):
    torch.onnx.export(Shares(net.eval()), torch.zeros(1, 3, VIEW, VIEW), path, input_names=['input'],
                      output_names=['eyes', 'head'], opset_version=13)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--samples', type=int, default=3000)
    parser.add_argument('--steps', type=int, help='instead of those of each part')
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    lfw = os.path.join(args.faces, 'lfw')
    net = train(make_pool(lfw, False, args.samples, 1), plain_views(lfw, False, 1), args.out, args.steps)
    evaluate(net, make_pool(lfw, True, max(60, args.samples // 6), 100), plain_views(lfw, True, 1))
    export(net, os.path.join(args.out, 'coverings.onnx'))


if __name__ == '__main__':
    main()
