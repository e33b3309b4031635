"""Trains the network of ExpressionNeutrality: neutral faces against smiling ones.

python3 expression.py FACES OUT      FACES: a folder with london (see faces.ts); takes a minute

Nothing but one linear layer is learnt, by ridge regression: what precedes it is fixed, strengths of
edges in eight directions, pooled over twenty pixels and compared with what is around them
(after Dalal and Triggs, Histograms of oriented gradients, CVPR 2005).
"""
import argparse
import os

import cv2
import numpy as np
import torch
from scipy.interpolate import LinearNDInterpolator
from scipy.stats import rankdata
from torch import nn

from data import FRAME, load

LEFT, TOP, WIDTH, HEIGHT = 148, 240, 320, 240
DIRECTIONS, CELL = 8, 10
PENALTY = 0.005  # a sample
# Medians that neutral and smiling people are to have: those of the published conformance table that
# look so (scores 93 and 20).
NEUTRAL, SMILING = 8000.0, -12000.0


class Edges(nn.Module):
    """Pixels 0..255 of the lower face -> strengths of edges by cell and direction, one list."""

    def __init__(self):
        super().__init__()
        angle = torch.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
        x = torch.tensor([[0, 0, 0], [-1, 0, 1], [0, 0, 0]], dtype=torch.float32)
        kernels = torch.cos(angle)[:, None, None] * x + torch.sin(angle)[:, None, None] * x.T
        self.register_buffer('kernels', kernels[:, None])

    def forward(self, x):
        grey = nn.functional.avg_pool2d(x.mean(dim=1, keepdim=True), 2)
        edges = torch.relu(nn.functional.conv2d(grey, self.kernels, padding=1))
        cells = nn.functional.avg_pool2d(edges, 2 * CELL, CELL)
        around = nn.functional.avg_pool2d((cells * cells).sum(dim=1, keepdim=True), 3, 1, 1)
        return torch.clamp(cells / (around + 4).sqrt(), max=0.6).flatten(1)


class Expression(nn.Module):
    """Pixels 0..255 of the lower face in the aligned frame -> raw ExpressionNeutrality."""

    def __init__(self, weights, bias):
        super().__init__()
        self.edges = Edges()
        self.linear = nn.Linear(len(weights), 1)
        self.linear.weight.data = torch.tensor(weights, dtype=torch.float32)[None]
        self.linear.bias.data = torch.tensor([bias], dtype=torch.float32)

    def forward(self, x):
        return self.linear(self.edges(x))


def view(image, matrix, dx=0, dy=0, zoom=1.0, turn=0.0):
    """The lower face in the aligned frame, moved a little as landmarks are."""
    m = matrix.copy()
    m[:, 2] += (dx, dy)
    around = np.vstack([cv2.getRotationMatrix2D((FRAME / 2, 400), turn, zoom), [0, 0, 1]])
    m = (around @ np.vstack([m, [0, 0, 1]]))[:2]
    m[:, 2] -= (LEFT, TOP)
    return cv2.warpAffine(image, m, (WIDTH, HEIGHT))


def features(views):
    x = torch.from_numpy(np.stack(views)[..., ::-1].copy()).permute(0, 3, 1, 2).float()
    with torch.no_grad():
        return torch.cat([Edges()(x[i:i + 64]) for i in range(0, len(x), 64)]).numpy()


def ridge(x, y):
    """Weights and bias."""
    mean, level = x.mean(0), y.mean()
    z = (x - mean).astype(np.float64)
    gram = z.T @ z + PENALTY * len(z) * np.eye(z.shape[1])
    weights = np.linalg.solve(gram, z.T @ (y - level))
    return weights, level - mean @ weights


def auc(scores, positive):
    r, n = rankdata(scores), positive.sum()
    return float((r[positive].sum() - n * (n + 1) / 2) / (n * (~positive).sum()))


def variants(rng, face, image, count):
    """Moved, mirrored, softened and relit views of one photograph; the first is the plain one."""
    views = [view(image, face.matrix)]
    for i in range(count):
        seen = view(image, face.matrix, *rng.normal(0, 3, 2), np.exp(rng.normal(0, 0.04)),
                    rng.normal(0, 2))
        if i % 2:
            seen = cv2.resize(cv2.resize(seen, None, fx=0.45, fy=0.45,
                                         interpolation=cv2.INTER_AREA), (WIDTH, HEIGHT))
        gamma = np.exp(rng.normal(0, 0.3))
        seen = (255 * (seen / 255.0) ** gamma).astype(np.uint8)
        views.append(seen[:, ::-1] if rng.random() < 0.5 else seen)
    return views


def morphs(neutral, smiling, steps):
    """The same person between two expressions: meshes are interpolated, pictures warped and mixed."""
    frames = [cv2.warpAffine(f.read(), f.matrix, (FRAME, FRAME)) for f in (neutral, smiling)]
    grid = np.stack(np.mgrid[:FRAME, :FRAME][::-1], -1)[TOP:TOP + HEIGHT, LEFT:LEFT + WIDTH]
    out = []
    for share in np.linspace(0, 1, steps):
        mesh = (1 - share) * neutral.mesh + share * smiling.mesh
        warped = []
        for frame, face in zip(frames, (neutral, smiling)):
            at = LinearNDInterpolator(mesh, face.mesh - mesh, fill_value=0)(grid) + grid
            warped.append(cv2.remap(frame, at.astype(np.float32), None, cv2.INTER_LINEAR))
        out.append(cv2.addWeighted(warped[0], 1 - share, warped[1], share, 0))
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--variants', type=int, default=4)
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    faces = load(os.path.join(args.faces, 'london'))
    rng = np.random.default_rng(1)
    neutral = np.array(['neutral' in face.file for face in faces])
    people = sorted({face.person for face in faces})
    fold = np.array([people.index(face.person) % 8 for face in faces])
    rows, owner = [], []
    for i, face in enumerate(faces):
        views = variants(rng, face, face.read(), args.variants)
        rows.append(features(views))
        owner += [i] * len(views)
    x, owner = np.concatenate(rows), np.array(owner)
    plain = np.array([r[0] for r in rows])
    target = np.where(neutral, 1.0, -1.0)
    scores, trend = np.zeros(len(faces)), []
    for k in range(8):
        learnt = fold[owner] != k
        weights, bias = ridge(x[learnt], target[owner[learnt]])
        scores[fold == k] = plain[fold == k] @ weights + bias
        for person in [p for i, p in enumerate(people) if i % 8 == k][:4]:
            both = sorted((f for f in faces if f.person == person), key=lambda f: f.file)
            steps = features(morphs(*both, 6)) @ weights + bias
            trend.append(-np.corrcoef(rankdata(steps), np.arange(6))[0, 1])
    low, high = np.median(scores[~neutral]), np.median(scores[neutral])
    print('people kept apart, 8 folds: AUC', round(auc(scores, neutral), 4),
          'same person lower when smiling', np.mean([
              scores[i] > scores[j] for p in people for i in range(len(faces)) if neutral[i]
              and faces[i].person == p for j in range(len(faces)) if not neutral[j]
              and faces[j].person == p]).round(4),
          f'Spearman along {len(trend)} morphs', np.round(np.mean(trend), 3), np.round(np.min(trend), 3))
    weights, bias = ridge(x, target[owner])
    scale = (NEUTRAL - SMILING) / (high - low)
    net = Expression(weights * scale, (bias - low) * scale + SMILING).eval()
    torch.onnx.export(net, torch.zeros(1, 3, HEIGHT, WIDTH), os.path.join(
        args.out, 'expression.onnx'), input_names=['input'], output_names=['neutrality'],
        opset_version=13)
    with torch.no_grad():
        raw = scores * scale - low * scale + SMILING
    print('raw of neutral, smiling (5, 50, 95 %)', *(np.percentile(raw[m], [5, 50, 95]).round()
                                                     for m in (neutral, ~neutral)))


if __name__ == '__main__':
    main()
