"""Trains the network of the capture module: mouth or nose covered; eyes closed or covered, not shipped.

python3 hindrances.py FACES OUT [--samples 9000] [--steps N]      FACES: a folder with lfw

It sees a face as the finder of faces in browsers places it, 96 × 96. It learns from rendered covers
and lids, and from photographs of LFW whose eyes are closed (closed.txt) or covered (dressed.txt).
The London Set is left out, so that groups of people can be compared on it.
"""
import argparse
import os
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np
import torch
from torch import nn

import covers
from covers import EYES, SIDE
from data import compress, light
from expression import auc
from lids import lower
from loop import run
from scenes import (COVER, LIPS, ON_EYES, UNTOLD, Base, cover_face, cover_head, dressed, faces_of,
                    wear_glasses)
from variety import side_shadow, vary

INPUT = 96
BATCH, STEPS = 64, 2400
NAMES = ('eyes closed', 'face covered', 'eyes covered')
# Of these, what is exported: the others do not hold on recordings.
SHIPPED = 1
NOSE = (129, 97, 2, 326, 358, 4)
# Side of what is seen, in distances between the middle of the eyes, an eye and the mouth: see place().
AROUND = 1.6
# Shares from which on something is covered, and up to which it is free; between them nobody says.
COVERED, FREE = 0.6, 0.1
# Lids lowered so far are closed; so far they may be those of anybody who looks into a camera.
CLOSED, NARROW = 0.93, 0.35
UNKNOWN = -1
# Times a photograph of closed or covered eyes is taken: there are few.
RARE_VIEWS = 16


def place(rng, mesh):
    """Where the finder sees right eye, left eye and mouth: as the mesh has them, less exactly."""
    right, left = (mesh[list(eye)].mean(0) for eye in EYES)
    mouth = mesh[[13, 14]].mean(0)
    apart = np.linalg.norm(left - right)
    return [spot + rng.normal(0, apart * 0.035, 2) for spot in (right, left, mouth)]


def view_matrix(right, left, mouth):
    """From the picture to the view: eyes level, the middle between eyes and mouth in its middle."""
    eyes = (right + left) / 2
    across = left - right
    side = AROUND * np.hypot(np.linalg.norm(across), np.linalg.norm(mouth - eyes))
    scale, angle = INPUT / side, np.arctan2(across[1], across[0])
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[cos, sin], [-sin, cos]])
    return np.column_stack([turn, INPUT / 2 - turn @ ((eyes + mouth) / 2)])


def seen(rng, frame, mesh):
    """The view (BGR) that a webcam has of a frame: soft, noisy, compressed, in any light."""
    matrix = view_matrix(*place(rng, mesh))
    zoom, turn = np.exp(rng.normal(0, 0.05)), rng.normal(0, 3)
    jitter = cv2.getRotationMatrix2D((INPUT / 2, INPUT / 2), turn, zoom)
    matrix = jitter @ np.vstack([matrix, [0, 0, 1]])
    if rng.random() < 0.3:
        frame = compress(frame, rng.uniform(15, 90))
    if rng.random() < 0.25:
        frame = np.clip(side_shadow(rng, frame.astype(np.float32)), 0, 255).astype(np.uint8)
    side = int(rng.uniform(36, INPUT + 1)) if rng.random() < 0.6 else INPUT
    matrix *= side / INPUT
    view = cv2.warpAffine(frame, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.4:
        view = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.3, 1.6) * side / INPUT)
    if side < INPUT:
        view = cv2.resize(view, (INPUT, INPUT), interpolation=cv2.INTER_LINEAR)
    grain = rng.standard_normal(view.shape, np.float32) * rng.uniform(0, 7)
    view = np.clip(light(rng, view) * np.exp(rng.normal(-0.05, 0.2)) + grain, 0, 255)
    view = view.astype(np.uint8)
    return compress(view, rng.uniform(30, 95)) if rng.random() < 0.3 else view


def share(covered, zone):
    return (covered & zone).sum() / max(1, zone.sum())


def mark(covered):
    return 1 if covered >= COVERED else 0 if covered <= FREE else UNKNOWN


def sample(rng, base, others):
    """A view of a varied person, and what is wrong with it: 1, 0 or UNKNOWN for each of NAMES."""
    frame, labels, mesh = base.frame, base.labels.copy(), base.mesh
    frame = vary(rng, frame, mesh, base.person)
    closed, kind = 0, rng.random()
    if kind < 0.35:
        frame, closed = lower(rng, frame, mesh, rng.uniform(CLOSED, 1.08)), 1
    elif kind < 0.55:
        frame = lower(rng, frame, mesh, rng.uniform(0, NARROW))
    if rng.random() < 0.3:
        frame = cover_head(rng, frame, labels, mesh, others)
    if rng.random() < 0.3:
        frame = wear_glasses(rng, frame, mesh)
    if rng.random() < 0.5:
        frame = cover_face(rng, frame, labels, mesh, others)
    hidden = (labels >= COVER) & (labels != UNTOLD)
    face = max(share(hidden, covers.polygon(mesh[list(part)]) > 127) for part in (LIPS, NOSE))
    around, half = base.zones & ON_EYES > 0, int(mesh[168][0])
    eyes = [share(hidden[:, part], around[:, part]) for part in (np.s_[:half], np.s_[half:])]
    bare = max(eyes) <= FREE
    return seen(rng, frame, mesh), (closed if bare else UNKNOWN, mark(face), mark(max(eyes)))


def closed_eyes():
    with open(os.path.join(os.path.dirname(__file__), 'closed.txt')) as file:
        return set(file.read().split())


def bases(folder, held_out, rng):
    """Frames to draw on: nothing covers eyes or head, and the eyes are open."""
    without = {*dressed(), *closed_eyes()}
    chosen = [pair for pair in faces_of(folder, held_out)
              if os.path.basename(pair[0].file) not in without]
    return [Base(*chosen[i]) for i in rng.permutation(len(chosen))]


def make_part(folder, held_out, size, seed):
    rng = np.random.default_rng(seed)
    chosen = bases(folder, held_out, rng)[:size // 2 + 20]
    others = [base.frame for base in chosen]
    made = [sample(rng, chosen[i % len(chosen)], others) for i in range(size)]
    views, marks = zip(*made)
    return np.stack(views), np.array(marks, np.int8)


def photographs(folder, held_out, seed):
    """Photographs as they are: with closed or covered eyes, and, to evaluate, all others."""
    rng, worn, closed = np.random.default_rng(seed), dressed(), closed_eyes()
    views, marks = [], []
    for face, person in faces_of(folder, held_out):
        name = os.path.basename(face.file)
        eyes = worn.get(name, (0, 0))[1]
        if eyes == UNKNOWN or not (held_out or eyes or name in closed):
            continue
        base = Base(face, person)
        for _ in range(1 if held_out else RARE_VIEWS):
            views.append(seen(rng, base.frame, base.mesh))
            marks.append((UNKNOWN if eyes else int(name in closed), UNKNOWN, eyes))
    return np.stack(views), np.array(marks, np.int8)


def make_pool(folder, held_out, size, seed):
    with ProcessPoolExecutor(2) as executor:
        parts = [executor.submit(make_part, folder, held_out, size // 2, seed + i) for i in (0, 1)]
        made = [part.result() for part in parts]
    return tuple(np.concatenate(arrays) for arrays in zip(*made))


class Block(nn.Module):
    """As in BlazeFace: 3 × 3 for each channel, 1 × 1, then the input is added."""

    def __init__(self, before, after, stride=1):
        super().__init__()
        self.stride, self.more = stride, after - before
        self.own = nn.Conv2d(before, before, 3, stride, 1 if stride == 1 else 0, groups=before,
                             bias=False)
        self.mix = nn.Conv2d(before, after, 1)
        self.norm = nn.BatchNorm2d(after)

    def forward(self, x):
        if self.stride == 1:
            return torch.relu(x + self.norm(self.mix(self.own(x))))
        kept = nn.functional.pad(nn.functional.max_pool2d(x, 2), (0, 0, 0, 0, 0, self.more))
        return torch.relu(kept + self.norm(self.mix(self.own(nn.functional.pad(x, (0, 1, 0, 1))))))


class Hindrances(nn.Module):
    """Pixels 0..255 -> logits of NAMES."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 24, 5, 2)
        self.first_norm = nn.BatchNorm2d(24)
        self.blocks = nn.Sequential(Block(24, 24), Block(24, 24, 2), Block(24, 24), Block(24, 24),
                                    Block(24, 48, 2), Block(48, 48), Block(48, 48),
                                    Block(48, 72, 2), Block(72, 72))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(72 * 6 * 6, len(NAMES)))

    def forward(self, x):
        x = nn.functional.pad(x / 127.5 - 1, (1, 2, 1, 2))
        return self.head(self.blocks(torch.relu(self.first_norm(self.first(x)))))


def fold(convolution, norm):
    """The batch norm after a convolution becomes part of it."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    with torch.no_grad():
        convolution.bias.copy_((convolution.bias - norm.running_mean) * scale + norm.bias)
        convolution.weight.mul_(scale[:, None, None, None])


def folded(net):
    """The network without batch norms."""
    fold(net.first, net.first_norm)
    net.first_norm = nn.Identity()
    for each in net.blocks:
        fold(each.mix, each.norm)
        each.norm = nn.Identity()
    return net


def tensor(views):
    return torch.from_numpy(np.ascontiguousarray(views[..., ::-1])).permute(0, 3, 1, 2).float()


def train(rendered, rare, out, steps, seed=1):
    torch.manual_seed(seed)
    net = Hindrances().to(memory_format=torch.channels_last)
    (views, marks), (others, other_marks) = rendered, rare
    few = BATCH // 8

    def loss_of(rng):
        a, b = rng.choice(len(views), BATCH - few), rng.choice(len(others), few)
        x = tensor(np.concatenate([views[a], others[b]]))
        true = torch.from_numpy(np.concatenate([marks[a], other_marks[b]])).float()
        if rng.random() < 0.5:
            x = x.flip(3)
        gain = torch.from_numpy(np.exp(rng.normal(0, 0.2, (len(x), 1, 1, 1))).astype(np.float32))
        lit = (x * gain).clamp(0, 255).contiguous(memory_format=torch.channels_last)
        with torch.autocast('cpu', torch.bfloat16):
            said = net(lit)
        odds = nn.functional.binary_cross_entropy_with_logits(
            said.float(), true.clamp(0, 1), reduction='none')
        known = (true != UNKNOWN).float()
        return (odds * known).sum() / known.sum()

    return run(net, loss_of, steps, 3e-3, 0.02, os.path.join(out, 'hindrances.pt'),
               np.random.default_rng(seed), every=100)


def predict(net, views):
    with torch.no_grad():
        return np.concatenate([torch.sigmoid(net(tensor(views[i:i + 64]))).numpy()
                               for i in range(0, len(views), 64)])


def evaluate(net, kind, views, marks):
    said = predict(net, views)
    for k, name in enumerate(NAMES):
        positive, negative = said[marks[:, k] == 1, k], said[marks[:, k] == 0, k]
        if len(positive) and len(negative):
            known = np.concatenate([positive, negative])
            print(kind, name, len(positive), 'are,', len(negative), 'are not, AUC',
                  round(auc(known, np.arange(len(known)) < len(positive)), 4), *(
                      f'above {t}: {(positive > t).mean():.3f}, {(negative > t).mean():.4f};'
                      for t in (0.5, 0.8, 0.9, 0.95)), flush=True)


def export(net, path):
    last = net.head[-1]
    last.weight, last.bias = (nn.Parameter(part[SHIPPED:SHIPPED + 1]) for part in (last.weight, last.bias))
    whole = nn.Sequential(folded(net.eval()), nn.Sigmoid())
    torch.onnx.export(whole, torch.zeros(1, 3, INPUT, INPUT), path, input_names=['input'],
                      output_names=['covered'], opset_version=13)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--samples', type=int, default=9000)
    parser.add_argument('--steps', type=int, default=STEPS)
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    lfw = os.path.join(args.faces, 'lfw')
    net = train(make_pool(lfw, False, args.samples, 1), photographs(lfw, False, 1), args.out, args.steps)
    evaluate(net, 'rendered', *make_pool(lfw, True, max(60, args.samples // 8), 100))
    evaluate(net, 'photographs', *photographs(lfw, True, 1))
    export(net, os.path.join(args.out, 'hindrances.onnx'))


if __name__ == '__main__':
    main()
