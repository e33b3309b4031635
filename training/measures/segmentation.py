"""Trains the network that tells what of a face and head is covered.

python3 segmentation.py FACES OUT [--samples 12000] [--steps 10600]   FACES: folders london, lfw

A small U-Net sees the aligned frame at 128 × 128 and gives each pixel one of five classes. Labels:
the face from the mesh, other parts of the person from the segmentation of persons, and what is
rendered (covers.py) from the rendering.
"""
import argparse
import os

import numpy as np
import torch
from torch import nn

from loop import run
from mixing import batch, with_covers
from scenes import CLASSES, COVER, COVERING, FACE, ON_EYES, ON_FACE, ON_MOUTH, UNTOLD, VIEW, make_pool

BATCH = 24
# Channels at 64 × 64 pixels and at each halving after it.
WIDTHS = (16, 32, 64, 96, 128)
# Of the classes in the loss by pixels, which the loss by overlaps of covers is added to.
WEIGHTS = (0.7, 0.7, 1.2, 1.4, 1.2)
OVERLAP_WEIGHT = 0.5
# A pixel of the class that is surer than this counts as covered, as in the service.
SURE = 0.7


def block(before, after, stride=1):
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after),
                         nn.ReLU(inplace=True))


def down(before, after):
    return nn.Sequential(block(before, after, 2), block(after, after))


class Up(nn.Module):
    """Twice the size, joined with what was seen at that size."""

    def __init__(self, deep, side, after):
        super().__init__()
        self.reduce = nn.Conv2d(deep + side, after, 1)
        self.conv = block(after, after)

    def forward(self, deep, side):
        deep = nn.functional.interpolate(deep, scale_factor=2.0, mode='nearest')
        return self.conv(self.reduce(torch.cat([deep, side], 1)))


class Segmentation(nn.Module):
    """Pixels 0..255 of the frame at 128 × 128 -> scores of the classes at 128 × 128."""

    def __init__(self):
        super().__init__()
        self.a = block(12, WIDTHS[0])
        pairs = list(zip(WIDTHS, WIDTHS[1:]))
        self.downs = nn.ModuleList(down(before, after) for before, after in pairs)
        self.ups = nn.ModuleList(Up(deep, side, side) for side, deep in reversed(pairs))
        self.head = nn.Conv2d(WIDTHS[0], len(CLASSES) * 4, 1)

    def forward(self, x):
        y = self.a(nn.functional.pixel_unshuffle((x - 127.5) / 127.5, 2))
        sides = []
        for step in self.downs:
            sides.append(y)
            y = step(y)
        for step in self.ups:
            y = step(y, sides.pop())
        return nn.functional.pixel_shuffle(self.head(y), 2)


class Shares(nn.Module):
    """What is exported: probabilities instead of scores."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return torch.softmax(self.net(x), 1)


def tensor(views):
    return torch.from_numpy(np.ascontiguousarray(views[..., ::-1])).permute(0, 3, 1, 2).float()


def missed_overlap(said, true):
    """One less the Dice coefficient of each class in a batch; covers are few, and each counts so."""
    over = (0, 2, 3)
    return 1 - (2 * (said * true).sum(over) + 1) / (said.sum(over) + true.sum(over) + 1)


def loss_of(scores, y, zones):
    """By pixels, those of eyes and mouth thrice, and by the overlap of both classes of covers."""
    care = torch.from_numpy(np.where(zones & (ON_EYES | ON_MOUTH), 3, 1).astype(np.float32))
    logarithms = torch.log_softmax(scores, 1)
    each = nn.functional.nll_loss(logarithms, y, torch.tensor(WEIGHTS), ignore_index=UNTOLD,
                                  reduction='none')
    said = logarithms[:, COVER:].exp() * (y != UNTOLD)[:, None]
    true = torch.stack([y == COVER, y == COVERING], 1).float()
    return (each * care).mean() + OVERLAP_WEIGHT * missed_overlap(said, true).sum()


def train(pool, out, steps, seed=1):
    torch.manual_seed(seed)
    net = Segmentation().to(memory_format=torch.channels_last)
    covered = with_covers(pool[1])

    def step(rng):
        views, labels, zones = batch(rng, pool, covered, BATCH)
        x = tensor(views).contiguous(memory_format=torch.channels_last)
        with torch.autocast('cpu', torch.bfloat16):
            scores = net(x)
        return loss_of(scores.float(), torch.from_numpy(labels.astype(np.int64)), zones)

    run(net, step, steps, 3e-3, 1e-3, os.path.join(out, 'segmentation.pt'), np.random.default_rng(seed))
    return net.to(memory_format=torch.contiguous_format)


def overlap(said, labels, k, told):
    both = ((said == k) & (labels == k) & told).sum()
    return round(float(both / max(1, (((said == k) | (labels == k)) & told).sum())), 3)


def evaluate(shares, labels, zones):
    """Prints intersections over unions, and how well shares of covered zones are told."""
    from scipy.stats import spearmanr
    said, told, face = shares.argmax(1), labels != UNTOLD, zones & ON_FACE > 0
    print(len(labels), 'views; IoU', {name: overlap(said, labels, k, told)
                                      for k, name in enumerate(CLASSES)}, flush=True)
    print('IoU on the face', {CLASSES[k]: overlap(said, labels, k, told & face)
                              for k in (FACE, COVER)})
    covered = (labels >= COVER) & told
    seen = shares[:, COVER:].sum(1) > SURE
    for name, bit in (('mouth', ON_MOUTH), ('face', ON_FACE), ('eyes', ON_EYES)):
        zone = zones & bit > 0
        size = np.maximum(1, zone.sum((1, 2)))
        true, said_share = (covered & zone).sum((1, 2)) / size, (seen & zone).sum((1, 2)) / size
        much, free = true > 0.5, true == 0
        print(name, 'Spearman', round(float(spearmanr(true, said_share).correlation), 3),
              'mean error', round(float(np.abs(true - said_share).mean()), 3),
              f'more than half covered and seen so {(said_share[much] > 0.5).mean():.3f} of {much.sum()}',
              f'free but a tenth said {(said_share[free] > 0.1).mean():.3f} of {free.sum()}', flush=True)


def predict(net, views):
    with torch.no_grad():
        return np.concatenate([torch.softmax(net(tensor(views[i:i + 32])), 1).numpy()
                               for i in range(0, len(views), 32)])


def export(net, path):
    torch.onnx.export(Shares(net), torch.zeros(1, 3, VIEW, VIEW), path, input_names=['input'],
                      output_names=['classes'], opset_version=13)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--samples', type=int, default=12000)
    parser.add_argument('--steps', type=int, default=10600)
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    net = train(make_pool(args.faces, False, args.samples, 1), args.out, args.steps)
    views, labels, zones = make_pool(args.faces, True, max(60, args.samples // 24), 100)
    evaluate(predict(net, views), labels, zones)
    export(net, os.path.join(args.out, 'segmentation.onnx'))


if __name__ == '__main__':
    main()
