"""Trains the network of NoHeadCoverings that knows hair: is the head covered, however little or much?

python3 heads.py FACES OUT [--samples 2600] [--steps N]      FACES: a folder with lfw

Two networks of different seeds see the aligned frame at 64 × 64 and are averaged. They learn from the
photographs of LFW as they are, bare ones that were mistaken oftener than others, and from
rendered covers; each is moved, mirrored, lit and coloured anew. The London Set is left out.
"""
import argparse
import os

import cv2
import numpy as np
import torch
from torch import nn

from coverings import ZONE, block
from scenes import COVERING, dressed, faces_of, sample, undressed

FRAME, KEPT, SIDE = 616, 96, 64
# Seeds and steps of the networks that are averaged.
NETWORKS = ((1, 3000), (2, 2500))
# Views of a step: bare and dressed photographs, rendered ones without and with head covering.
BARE, WORN, FREE, DRAWN = 18, 10, 8, 12
# Nobody is told to be surer.
SURE = 0.97


class Head(nn.Module):
    """Pixels 0..255 -> log-odds that something covers the head."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.PixelUnshuffle(2), block(12, 24, 1), block(24, 40), block(40, 64),
                                  block(64, 96))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.3), nn.Linear(96 * 16, 48), nn.ReLU(),
                                  nn.Linear(48, 1))

    def forward(self, x):
        return self.head(self.body((x - 127.5) / 127.5))


class Heads(nn.Module):
    """What is exported: the view of 128 × 128 pixels, 0..255, to the mean of the log-odds."""

    def __init__(self, nets):
        super().__init__()
        self.nets = nn.ModuleList(nets)

    def forward(self, x):
        halved = nn.functional.avg_pool2d(x, 2)
        return torch.stack([net(halved) for net in self.nets]).mean(0)


def plain_views(folder, held_out):
    """Photographs as they are, and whether something covers the head; unsure ones are left out."""
    views, marks, kinds = [], [], dressed()
    for face, _ in faces_of(folder, held_out):
        mark = kinds.get(os.path.basename(face.file), (0, 0))[0]
        if mark < 0:
            continue
        frame = cv2.warpAffine(face.read(), face.matrix, (FRAME, FRAME))
        views.append(cv2.resize(frame, (KEPT, KEPT), interpolation=cv2.INTER_AREA))
        marks.append(mark)
    return np.stack(views), np.array(marks)


def rendered_views(folder, held_out, size, seed):
    """Views with things drawn on them, and the share of the zone that a head covering hides."""
    rng = np.random.default_rng(seed)
    bases = undressed(folder, held_out, rng, size // 2 + 20)
    others, views, shares = [base.frame for base in bases], [], []
    for i in range(size):
        view, labels, _ = sample(rng, bases[i % len(bases)], others, eyes=i % 2 == 0)
        views.append(cv2.resize(view, (KEPT, KEPT), interpolation=cv2.INTER_AREA))
        shares.append((labels == COVERING)[ZONE].mean())
    return np.stack(views), np.array(shares)


def seen(rng, view):
    """A view as another camera would see it."""
    matrix = cv2.getRotationMatrix2D((48, 44), rng.normal(0, 5), SIDE / KEPT * np.exp(rng.normal(0, 0.06)))
    matrix[:, 2] += np.array([-16, -14.7]) + rng.normal(0, 1.6, 2)
    if rng.random() < 0.5:
        matrix = matrix @ np.array([[-1, 0, KEPT - 1], [0, 1, 0], [0, 0, 1.0]])
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    out = cv2.warpAffine(view, matrix, (SIDE, SIDE), borderMode=border).astype(np.float32)
    kind = rng.random()
    if kind < 0.12:
        out = np.repeat(out.mean(2, keepdims=True), 3, 2)
    elif kind < 0.25:
        out = out[..., rng.permutation(3)] * 0.5 + out * 0.5
    out = 255 * (np.clip(out, 0, 255) / 255) ** np.exp(rng.normal(0, 0.3))
    out = out * np.exp(rng.normal(0, 0.15)) * np.exp(rng.normal(0, 0.05, 3)) + rng.normal(0, 6)
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.2))
    out += rng.standard_normal(out.shape) * rng.uniform(0, 5)
    if rng.random() < 0.25:
        width, height = rng.integers(6, 22, 2)
        x, y = rng.integers(0, 60, 2)
        if y > 20:
            out[y:y + height, x:x + width] = rng.uniform(0, 255, 3)
    return np.clip(out, 0, 255)


def tensor(views):
    planes = np.stack(views)[..., ::-1].transpose(0, 3, 1, 2)
    return torch.from_numpy(planes.astype(np.float32).copy())


def train(plain, rendered, steps, seed):
    torch.manual_seed(seed)
    rng, net = np.random.default_rng(seed), Head()
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=0.05)
    odds = nn.functional.binary_cross_entropy_with_logits
    (views, marks), (drawn, shares) = plain, rendered
    bare, worn = np.flatnonzero(marks == 0), np.flatnonzero(marks == 1)
    free, covered = np.flatnonzero(shares == 0), np.flatnonzero(shares > 0.01)
    mistaken = np.ones(len(bare))
    for step in range(steps):
        for group in optimiser.param_groups:
            group['lr'] = 2e-3 * min(1, (step + 1) / 100) * min(1, (steps - step) / (steps * 0.5))
        weights = 0.3 + mistaken
        at = rng.choice(len(bare), BARE, p=weights / weights.sum())
        chosen = [views[bare[i]] for i in at] + [views[i] for i in rng.choice(worn, WORN)]
        chosen += [drawn[i] for i in [*rng.choice(free, FREE), *rng.choice(covered, DRAWN)]]
        said = net(tensor([seen(rng, view) for view in chosen])).ravel()
        of_bare, of_worn, of_free, of_drawn = said.split([BARE, WORN, FREE, DRAWN])
        losses = odds(of_bare, torch.zeros(BARE), reduction='none')
        mistaken[at] = 0.6 * mistaken[at] + 0.4 * np.minimum(3, losses.detach().numpy() * 4)
        loss = (losses.mean() + odds(of_worn, torch.full((WORN,), SURE))
                + 0.5 * odds(of_free, torch.zeros(FREE))
                + 0.7 * odds(of_drawn, torch.full((DRAWN,), SURE)))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 500 == 499 or step == steps - 1:
            print(f'seed {seed}, {step + 1} of {steps}: {loss.item():.3f}', flush=True)
    return net.eval()


def evaluate(net, views, marks):
    whole = [cv2.resize(view, (128, 128), interpolation=cv2.INTER_LINEAR) for view in views]
    with torch.no_grad():
        said = np.concatenate([net(tensor(whole[i:i + 64])).numpy().ravel()
                               for i in range(0, len(whole), 64)])
    limit = np.quantile(said[marks == 0], 0.99)
    print('kept apart:', (marks == 0).sum(), 'bare,', (marks == 1).sum(), 'covered; where 1 % of bare heads',
          'are called covered, of covered ones', round(float((said[marks == 1] > limit).mean()), 3), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--samples', type=int, default=2600)
    parser.add_argument('--steps', type=int, help='instead of those of each network')
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    lfw = os.path.join(args.faces, 'lfw')
    plain, rendered = plain_views(lfw, False), rendered_views(lfw, False, args.samples, 11)
    nets = [train(plain, rendered, args.steps or steps, seed) for seed, steps in NETWORKS]
    net = Heads(nets).eval()
    evaluate(net, *plain_views(lfw, True))
    torch.onnx.export(net, torch.zeros(1, 3, 128, 128), os.path.join(args.out, 'heads.onnx'),
                      input_names=['input'], output_names=['covered'], opset_version=13)


if __name__ == '__main__':
    main()
