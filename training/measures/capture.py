"""Trains the network of CompressionArtifacts and Sharpness: how a photograph of a face was taken.

python3 capture.py FACES OUT [--samples 8000] [--steps 6000]     FACES: a folder for each of london, lfw (see faces.ts)

Every sample is spoilt in known ways: blur (Gaussian, defocus, motion), smaller size, noise, JPEG or
WebP once or twice with sizes between. What is to be told is known by construction:
- detail: similarity of structure (SSIM without its luminance term, of what a Gaussian of two pixels
  takes away) of the face before and after compression, stretched by 1.6 so that 0.33 is JPEG 10;
- blur: standard deviation of all point spreads in eye distances, logarithmic from 1/100 to 1/8.
"""
import argparse
import os

import cv2
import numpy as np
import torch
from torch import nn

from data import EYE_DISTANCE, compress, light, load, point_spread, resize, shifted
from loop import run

SIDE, CORNER, PART = 248, 184, 124
STRETCH = 1.6
SHARPEST, BLUREST = 1 / 100, 1 / 8


class Capture(nn.Module):
    """Pixels −1..1 of the middle of the aligned frame -> raw CompressionArtifacts, share of blur."""

    def __init__(self):
        super().__init__()
        layers, before = [], 3
        for channels in (16, 32, 48, 64, 96):
            layers += [nn.Conv2d(before, channels, 3, 2, 1, bias=False),
                       nn.BatchNorm2d(channels), nn.ReLU(inplace=True)]
            before = channels
        self.body = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Linear(192, 64), nn.ReLU(), nn.Linear(64, 2))

    def forward(self, x):
        y = self.body(x)
        mean = y.mean(dim=(2, 3))
        spread = (y * y).mean(dim=(2, 3)).sqrt()
        return torch.sigmoid(self.head(torch.cat([mean, spread], 1)))


class Raw(nn.Module):
    """What is exported: pixels 0..255 to the two shares in the units of the measures."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        y = self.net((x - 127.5) / 127.5)
        return y[:, :1], 50 - 100 * y[:, 1:]


def detail_kept(a, b):
    """Similarity of structure of two grey pictures in what a Gaussian of two pixels takes away."""
    a, b = (p - cv2.GaussianBlur(p, (0, 0), 2) for p in (a.astype(np.float32), b.astype(np.float32)))
    g = lambda p: cv2.GaussianBlur(p, (0, 0), 1.5)
    ma, mb = g(a), g(b)
    va, vb, cov = g(a * a) - ma * ma, g(b * b) - mb * mb, g(a * b) - ma * mb
    return float(((2 * cov + 9) / (va + vb + 9)).mean())


def raw_detail(similarity):
    return float(np.clip(1 - STRETCH * (1 - similarity), 0, 1))


def blur_share(sigma):
    span = np.log(BLUREST / SHARPEST)
    return float(np.clip(np.log(max(sigma, 1e-4) / SHARPEST) / span, 0, 1))


def around_face(face, image, factor):
    """The face with a border of three quarters of an eye distance, reduced, and its new matrix."""
    inverse = np.linalg.inv(np.vstack([face.matrix, [0, 0, 1]]))[:2]
    low, high = CORNER - 85, CORNER + SIDE + 85
    corners = np.array([[low, low, 1], [high, low, 1], [low, high, 1], [high, high, 1]]) @ inverse.T
    x0, y0 = np.maximum(0, np.floor(corners.min(0))).astype(int)
    x1, y1 = np.ceil(corners.max(0)).astype(int)
    cut = image[y0:y1, x0:x1]
    matrix = face.matrix.copy()
    matrix[:, 2] += matrix[:, :2] @ np.array([x0, y0])
    return resize(cut, factor), shifted(matrix, factor, 0, 0)


def view(image, matrix):
    m = matrix.copy()
    m[:, 2] -= CORNER
    return cv2.warpAffine(image, m, (SIDE, SIDE), flags=cv2.INTER_LINEAR)


def grey_face(image, matrix):
    """The face in grey, in its own pixels."""
    inverse = np.linalg.inv(np.vstack([matrix, [0, 0, 1]]))[:2]
    corners = np.array([[CORNER, CORNER, 1], [CORNER + SIDE, CORNER + SIDE, 1]]) @ inverse.T
    x0, y0 = np.maximum(0, corners.min(0)).astype(int)
    x1, y1 = corners.max(0).astype(int)
    return cv2.cvtColor(image[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)


def spoil(rng, face, image, plan=None):
    """One sample: its view (BGR), raw detail and share of blur. `plan` fixes blur or quality."""
    plan = plan or {}
    eye_distance = EYE_DISTANCE / face.scale
    smallest = max(0.22, 18 / eye_distance)
    factor = plan.get('factor', float(np.exp(rng.uniform(np.log(smallest), 0))))
    if face.scale > 2 and 'factor' not in plan:
        factor = min(factor, 0.75)  # of LFW, which was compressed before
    picture, matrix = around_face(face, image, factor)
    picture = light(rng, picture)
    eyes = eye_distance * factor
    sigma = plan.get('sigma', 0 if rng.random() < 0.25 else float(
        np.exp(rng.uniform(np.log(1 / 90), np.log(1 / 7)))))
    total = (sigma ** 2 + (0.5 / eyes) ** 2 + (0.45 / eye_distance) ** 2) ** 0.5
    if sigma * eyes > 0.25:
        picture = cv2.filter2D(picture, -1, point_spread(rng, sigma * eyes),
                               borderType=cv2.BORDER_REFLECT_101)
    if rng.random() < 0.6:
        noise = rng.uniform(0.3, 5) * rng.standard_normal(picture.shape, np.float32)
        if rng.random() < 0.5:
            noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.4, 0.9))
        picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    clean, spoilt = picture, picture
    if rng.random() < 0.25 and 'quality' not in plan:
        spoilt = compress(spoilt, rng.uniform(30, 98))
        again = float(np.exp(rng.uniform(np.log(0.6), np.log(1.4))))
        if min(clean.shape[:2]) * again > 40:
            clean, spoilt, matrix = resize(clean, again), resize(spoilt, again), shifted(
                matrix, again, 0, 0)
    quality = plan.get('quality', 100 if rng.random() < 0.15 else 4 + 94 * rng.random() ** 1.4)
    if quality < 100:
        spoilt = compress(spoilt, quality, '.webp' if rng.random() < 0.15 and not plan else '.jpg')
    detail = raw_detail(detail_kept(grey_face(clean, matrix), grey_face(spoilt, matrix)))
    if rng.random() < 0.25 and not plan:
        up = float(np.exp(rng.uniform(0, np.log(2))))
        spoilt, matrix = resize(spoilt, up), shifted(matrix, up, 0, 0)
        if rng.random() < 0.5:
            spoilt = compress(spoilt, rng.uniform(88, 98))
    return view(spoilt, matrix), detail, blur_share(total)


def sharpness(face):
    """Mean gradient over contrast of the face in its own pixels: picks sharp photographs of LFW."""
    grey = grey_face(face.read(), face.matrix).astype(np.float32)
    gradient = np.hypot(cv2.Sobel(grey, -1, 1, 0), cv2.Sobel(grey, -1, 0, 1)).mean() / 8
    return gradient / max(1, grey.std())


def tensor(views):
    x = torch.from_numpy(np.stack(views)[..., ::-1].copy()).permute(0, 3, 1, 2).float()
    return (x - 127.5) / 127.5


def make_pool(pools, size, seed):
    """Views and what is to be told of them, half from each pool of faces."""
    rng = np.random.default_rng(seed)
    images, views = {}, np.empty((size, SIDE, SIDE, 3), np.uint8)
    targets = np.empty((size, 2), np.float32)
    for i in range(size):
        pool = pools[i % 2]
        face = pool[rng.integers(len(pool))]
        if face.file not in images:
            images[face.file] = face.read()
        views[i], *targets[i] = spoil(rng, face, images[face.file])
        if i % 500 == 499:
            print(f'made {i + 1}', flush=True)
    return views, torch.from_numpy(targets)


def train(views, targets, out, steps, seed=1):
    """On quarters of the views, mirrored and lit differently: what is to be told is everywhere."""
    torch.manual_seed(seed)
    net = Capture()

    def loss_of(rng):
        chosen = np.sort(rng.choice(len(views), 48, replace=False))
        quarters = []
        for i in chosen:
            x, y = rng.integers(0, SIDE - PART + 1, 2)
            part = views[i, y:y + PART, x:x + PART]
            quarters.append(part[:, ::-1] if rng.random() < 0.5 else part)
        x = tensor(quarters) * float(rng.uniform(0.8, 1.2)) + float(rng.uniform(-0.1, 0.1))
        return nn.functional.smooth_l1_loss(net(x), targets[chosen], beta=0.1)

    return run(net, loss_of, steps, 4e-3, 1e-3, os.path.join(out, 'capture.pt'),
               np.random.default_rng(seed))


def ranks(values):
    from scipy.stats import rankdata
    return rankdata(values)


def spearman(a, b):
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def evaluate(net, faces, name, seed=7):
    """Spearman with the known degradation on held-out people: random mixtures, and one at a time."""
    rng = np.random.default_rng(seed)
    rows = {'mixed': [], 'jpeg': [], 'blur': []}
    for face in faces:
        image = face.read()
        factor = 0.6 if face.scale > 2 else float(rng.uniform(0.4, 1))
        rows['mixed'].append((*spoil(rng, face, image), 0))
        quality = float(rng.choice([5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95]))
        rows['jpeg'].append((*spoil(rng, face, image, {
            'quality': quality, 'sigma': 0, 'factor': factor}), quality))
        sigma = float(np.exp(rng.uniform(np.log(1 / 60), np.log(1 / 8))))
        rows['blur'].append((*spoil(rng, face, image, {
            'quality': 95, 'sigma': sigma, 'factor': factor}), -sigma))
    figures = {}
    for kind, found in rows.items():
        with torch.no_grad():
            said = torch.cat([net(tensor([v for v, *_ in found[i:i + 64]]))
                              for i in range(0, len(found), 64)]).numpy()
        _, detail, blur, known = zip(*found)
        figures[kind] = {
            'compression': round(spearman(said[:, 0], detail), 3),
            'sharpness': round(spearman(said[:, 1], blur), 3),
            'mean errors': [round(float(np.abs(said[:, i] - t).mean()), 3)
                            for i, t in enumerate((detail, blur))]}
        if kind == 'jpeg':
            figures[kind]['with the quality'] = round(spearman(said[:, 0], known), 3)
        if kind == 'blur':
            figures[kind]['with the blur'] = round(spearman(-said[:, 1], known), 3)
    print(name, len(faces), figures, flush=True)
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--samples', type=int, default=8000)
    parser.add_argument('--steps', type=int, default=6000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    london, lfw = (load(os.path.join(args.faces, name)) for name in ('london', 'lfw'))
    known = [face for face in lfw if not face.held_out]
    sharp = sorted(known, key=sharpness)[len(known) // 2:]
    pools = ([face for face in london if not face.held_out], sharp)
    print([len(pool) for pool in pools], flush=True)
    net = train(*make_pool(pools, args.samples, 1), args.out, args.steps)
    evaluate(net, [face for face in london if face.held_out], 'london')
    evaluate(net, [face for face in lfw if face.held_out][:600], 'lfw')
    torch.onnx.export(Raw(net), torch.zeros(1, 3, SIDE, SIDE), os.path.join(args.out, 'capture.onnx'),
                      input_names=['input'], output_names=['compression', 'sharpness'],
                      opset_version=13)


if __name__ == '__main__':
    main()
