"""Trains the network that tells what of a face and head is covered.

python3 segmentation.py FACES OUT [--samples 3000] [--minutes 30]   FACES: folders london, lfw

A small U-Net sees the aligned frame at 128 × 128 and gives each pixel one of five classes. Labels:
the face from the mesh, other parts of the person from the segmentation of persons, and what is
rendered (covers.py) from the rendering. What photographs of LFW themselves wear is not labelled.
"""
import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np
import torch
from torch import nn

import covers
from covers import OVAL, SCALE, SIDE
from data import compress, light, load

VIEW = 128
CLASSES = ('background', 'person', 'face', 'cover', 'head covering')
FACE, COVER, COVERING = 2, 3, 4


def block(before, after, stride=1):
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after),
                         nn.ReLU(inplace=True))


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
        self.a = nn.Sequential(block(48, 32), block(32, 32))
        self.b = nn.Sequential(block(32, 48, 2), block(48, 48))
        self.c = nn.Sequential(block(48, 64, 2), block(64, 64))
        self.d = nn.Sequential(block(64, 96, 2), block(96, 96))
        self.up_c, self.up_b, self.up_a = Up(96, 64, 64), Up(64, 48, 48), Up(48, 32, 32)
        self.head = nn.Conv2d(32, len(CLASSES) * 16, 1)

    def forward(self, x):
        a = self.a(nn.functional.pixel_unshuffle((x - 127.5) / 127.5, 4))
        b = self.b(a)
        c = self.c(b)
        y = self.up_a(self.up_b(self.up_c(self.d(c), c), b), a)
        return nn.functional.pixel_shuffle(self.head(y), 4)


class Shares(nn.Module):
    """What is exported: probabilities instead of scores."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return torch.softmax(self.net(x), 1)


class Base:
    """A frame, its mesh and labels before anything is drawn."""

    def __init__(self, face, person):
        matrix = face.matrix * SCALE
        self.frame = cv2.warpAffine(face.read(), matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        self.mesh = face.mesh * SCALE
        labels = (cv2.resize(person, (SIDE, SIDE)) > 127).astype(np.uint8)
        labels[covers.polygon(self.mesh[OVAL]) > 127] = FACE
        self.labels = labels


def cover_some(rng, base, others):
    """The frame with nothing, one or two things drawn over it, and its labels."""
    frame, labels, mesh = base.frame, base.labels.copy(), base.mesh
    if rng.random() < 0.45:
        draw = covers.hat if rng.random() < 0.45 else covers.head_scarf
        mask = draw(rng, mesh)
        frame = covers.paint(rng, frame, mask, covers.cloth(rng, covers.colour(rng), others))
        labels[mask > 127] = COVERING
    if rng.random() < 0.2:
        mask = covers.frames_of_glasses(rng, mesh)
        frame = covers.paint(rng, frame, mask, covers.cloth(rng, covers.colour(rng, ('dark', 'any')),
                                                            others), 0.6)
    kind = rng.random()
    if kind < 0.72:
        if kind < 0.22:
            mask = covers.face_mask(rng, mesh)
            surface = covers.cloth(rng, covers.colour(rng), others)
        elif kind < 0.30:
            mask = covers.veil(rng, mesh)
            surface = covers.cloth(rng, covers.colour(rng), others)
        elif kind < 0.46:
            mask = covers.hand(rng, mesh)
            surface = covers.cloth(np.random.default_rng(rng.integers(1 << 30)),
                                   covers.skin(rng, frame, mesh), [base.frame])
        elif kind < 0.60:
            mask = covers.sunglasses(rng, mesh)
            surface = covers.cloth(rng, covers.colour(rng, ('dark', 'dark', 'any')), others)
        else:
            mask = covers.thing(rng, mesh)
            surface = covers.cloth(rng, covers.colour(rng), others)
        frame = covers.paint(rng, frame, mask, surface)
        labels[mask > 127] = COVER
    return frame, labels


def sample(rng, base, others):
    frame, labels = cover_some(rng, base, others)
    zoom, turn = np.exp(rng.normal(0, 0.05)), rng.normal(0, 4)
    m = cv2.getRotationMatrix2D((SIDE / 2, SIDE * 0.45), turn, zoom)
    m[:, 2] += rng.normal(0, 4, 2)
    frame = cv2.warpAffine(frame, m, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    labels = cv2.warpAffine(labels, m, (SIDE, SIDE), flags=cv2.INTER_NEAREST,
                            borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.4:
        frame = compress(frame, rng.uniform(10, 90))
    if rng.random() < 0.3:
        frame = cv2.GaussianBlur(frame, (0, 0), rng.uniform(0.5, 2.5))
    view = cv2.resize(frame, (VIEW, VIEW), interpolation=cv2.INTER_AREA)
    grain = rng.standard_normal(view.shape, np.float32) * rng.uniform(0, 5)
    return np.clip(light(rng, view) + grain, 0, 255).astype(np.uint8), labels[1::2, 1::2]


def bases(folder, faces, indices):
    persons = np.memmap(os.path.join(folder, 'person.u8'), np.uint8, 'r')
    persons = persons[:len(persons) // VIEW ** 2 * VIEW ** 2].reshape(-1, VIEW, VIEW)
    return [Base(faces[i], np.array(persons[i])) for i in indices if i < len(persons)]


def make_part(folder, held_out, size, seed):
    """Views and labels of some of the people of a folder; a process of its own."""
    rng = np.random.default_rng(seed)
    faces = load(folder)
    chosen = [i for i, face in enumerate(faces) if face.held_out == held_out]
    chosen = bases(folder, faces, rng.permutation(chosen)[:size // 2 + 20])
    others = [base.frame for base in chosen]
    pairs = [sample(rng, chosen[i % len(chosen)], others) for i in range(size)]
    return np.stack([view for view, _ in pairs]), np.stack([labels for _, labels in pairs])


def make_pool(faces, held_out, size, seed):
    """One part in five from the London Set, the others from LFW, in four processes."""
    jobs = [('london', size // 5)] + [('lfw', size * 4 // 15)] * 3
    with ProcessPoolExecutor(4) as executor:
        parts = [executor.submit(make_part, os.path.join(faces, name), held_out, count, seed + i)
                 for i, (name, count) in enumerate(jobs)]
        made = [part.result() for part in parts]
    return tuple(np.concatenate(arrays) for arrays in zip(*made))


def tensor(views):
    return torch.from_numpy(np.ascontiguousarray(views[..., ::-1])).permute(0, 3, 1, 2).float()


def train(views, labels, out, minutes, seed=1):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Segmentation().to(memory_format=torch.channels_last)
    weights = torch.tensor([0.7, 0.7, 1.2, 1.4, 1.2])
    optimiser = torch.optim.AdamW(net.parameters(), 4e-3, weight_decay=1e-3)
    start, step, recent = time.time(), 0, []
    while (spent := (time.time() - start) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group['lr'] = 4e-3 * min(1, step / 60 + 0.02) * (0.01 + 0.99 * (
                1 + np.cos(np.pi * spent)) / 2)
        chosen = rng.choice(len(views), 24, replace=False)
        x, y = tensor(views[chosen]), torch.from_numpy(labels[chosen].astype(np.int64))
        if rng.random() < 0.5:
            x, y = x.flip(3), y.flip(2)
        x = x * float(rng.uniform(0.85, 1.15)) + torch.from_numpy(
            rng.normal(0, 10, (24, 3, 1, 1)).astype(np.float32))
        with torch.autocast('cpu', torch.bfloat16):
            scores = net(x.contiguous(memory_format=torch.channels_last))
        loss = nn.functional.cross_entropy(scores.float(), y, weights)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        recent.append(loss.item())
        step += 1
        if step % 50 == 0:
            print(f'{step} {np.mean(recent):.4f} {spent:.2f}', flush=True)
            recent = []
            torch.save(net.state_dict(), os.path.join(out, 'segmentation.pt'))
    torch.save(net.state_dict(), os.path.join(out, 'segmentation.pt'))
    return net.eval().to(memory_format=torch.contiguous_format)


def evaluate(net, views, labels):
    """Intersection over union of every class, over all pixels of people kept apart."""
    with torch.no_grad():
        said = np.concatenate([net(tensor(views[i:i + 32])).argmax(1).numpy()
                               for i in range(0, len(views), 32)])
    found = {name: round(float(((said == k) & (labels == k)).sum() / max(1, (
        (said == k) | (labels == k)).sum())), 3) for k, name in enumerate(CLASSES)}
    covered = labels == COVER
    found['pixels of covers called face'] = round(float((said[covered] == FACE).mean()), 3)
    found['pixels of faces called cover'] = round(float((said[labels == FACE] == COVER).mean()), 3)
    print(len(views), found, flush=True)


def export(net, path):
    torch.onnx.export(Shares(net), torch.zeros(1, 3, VIEW, VIEW), path, input_names=['input'],
                      output_names=['classes'], opset_version=13)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--samples', type=int, default=3000)
    parser.add_argument('--minutes', type=float, default=30)
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    net = train(*make_pool(args.faces, False, args.samples, 1), args.out, args.minutes)
    evaluate(net, *make_pool(args.faces, True, max(60, args.samples // 6), 100))
    export(net, os.path.join(args.out, 'segmentation.onnx'))


if __name__ == '__main__':
    main()
