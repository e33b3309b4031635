"""Trains the network of Sharpness: how far the sharpest edges of a face are spread.

python3 sharpness.py FACES OUT [--samples 9000] [--steps 8000]     FACES: a folder for each of london, lfw (see faces.ts)

Strengths of edges in four directions, at eight widths, and three means of each, say of every
direction by how much it is blurred; the worst direction counts, so that motion is seen too. What is
to be told is known by construction: the standard deviation of the blur along that direction, of the
pixels and of the lens together, in eye distances. Noise and compression are in the samples and
are not to be told.
"""
import argparse
import json
import os

import cv2
import numpy as np
import torch
from torch import nn

from data import compress, light, load, resize, shifted
from loop import run

# Pixels of the face's patch (cutFace) for one of the template's, and the part that is looked at.
SCALE, LEFT, TOP, WIDTH, HEIGHT = 2, 40, 56, 144, 152
EYE_DISTANCE = 70.5  # of the patch
# Blur of the sharpest photographs in eye distances, and of sampling in pixels of the photograph.
LENS, SAMPLING = 0.009, 0.55
# What is told of in training, in eye distances, and the fewest pixels between the eyes.
LEAST, MOST, SMALLEST = 0.008, 0.12, 18
WIDTHS, LEVELS, DIRECTIONS = (0.8, 1.3), 4, (0, 45, 90, 135)
TEMPLATE = os.path.join(os.path.dirname(__file__), '../../src/faces/calibration/alignment-templates.json')


def derivatives():
    """Kernels that differ along each direction, for both widths: 8 × 1 × 9 × 9."""
    y, x = np.mgrid[-4:5, -4:5]
    kernels = []
    for width in WIDTHS:
        bell = np.exp(-(x * x + y * y) / (2 * width * width))
        for angle in np.deg2rad(DIRECTIONS):
            kernels.append((x * np.cos(angle) + y * np.sin(angle)) * bell / bell.sum() / width)
    return torch.tensor(np.stack(kernels)[:, None], dtype=torch.float32)


class Edges(nn.Module):
    """Pixels 0..255 of the part -> for every direction what is known of its edges."""

    def __init__(self):
        super().__init__()
        self.register_buffer('grey', torch.tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1))
        self.register_buffer('kernels', derivatives())
        upright = torch.tensor([[1.0, 0], [0, 0], [0, 1], [0, 0]])
        self.register_buffer('upright', upright)

    def forward(self, x):
        x = (x * self.grey).sum(1, keepdim=True)
        logs = []
        for level in range(LEVELS):
            if level > 0:
                x = nn.functional.avg_pool2d(x, 2)
            strength = nn.functional.conv2d(x, self.kernels).abs().flatten(2)
            square = strength * strength
            logs.append(torch.stack([torch.log(strength.mean(2) + 0.02),
                                     torch.log(square.mean(2) + 0.001) / 2,
                                     torch.log((square * square).mean(2) + 1e-6) / 4], 2))
        n = len(DIRECTIONS)
        own = torch.stack([part[:, k * n:(k + 1) * n] for part in logs for k in range(2)], 2)
        middle = own[:, :, 3:4, 1:2]
        own = (own - middle).flatten(2)
        across = torch.cat([own[:, 2:], own[:, :2]], 1)
        upright = self.upright.unsqueeze(0) + 0 * own[:, :, :2]
        return torch.cat([own, across, middle.flatten(2), upright], 2)


class Spread(nn.Module):
    """What is known of the edges along a direction -> logarithm of the spread along it."""

    def __init__(self, mean, deviation):
        super().__init__()
        self.register_buffer('mean', mean)
        self.register_buffer('deviation', deviation)
        self.layers = nn.Sequential(nn.Linear(len(mean), 32), nn.Tanh(), nn.Linear(32, 16), nn.Tanh(),
                                    nn.Linear(16, 1))

    def forward(self, edges):
        return self.layers((edges - self.mean) / self.deviation).squeeze(-1)


class Worst(nn.Module):
    """What is exported: pixels 0..255 to the spread in eye distances, in the worst direction."""

    def __init__(self, net):
        super().__init__()
        self.edges, self.net = Edges(), net

    def forward(self, x):
        return torch.exp(self.net(self.edges(x)).max(1, keepdim=True).values)


def template():
    with open(TEMPLATE) as file:
        return np.array(json.load(file)['mesh'], np.float64)


def to_patch(face, points):
    """Image pixels to pixels of the patch: the similarity that fits the mesh to the template best."""
    a, b = face.mesh.astype(np.float64), points * SCALE
    p, q = a - a.mean(0), b - b.mean(0)
    n = (p ** 2).sum()
    c, s = (p * q).sum() / n, (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum() / n
    turn = np.array([[c, -s], [s, c]])
    shift = b.mean(0) - turn @ a.mean(0)
    return np.hstack([turn @ face.matrix[:, :2], (turn @ face.matrix[:, 2] + shift)[:, None]])


def part(image, matrix):
    """The part that is looked at, averaged as the service does where the photograph has more pixels."""
    step = 1 / np.hypot(*matrix[:, 0])
    n = int(min(4, max(1, np.ceil(step - 0.25))))
    m = matrix * n
    m[:, 2] += (n - 1) / 2 - n * np.array([LEFT, TOP])
    fine = cv2.warpAffine(image, m, (WIDTH * n, HEIGHT * n), borderMode=cv2.BORDER_REPLICATE)
    return fine if n == 1 else cv2.resize(fine, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)


def kernel_of(kind, sigma, angle=0.0):
    """A point spread of that standard deviation in pixels; of motion along its direction."""
    if kind == 'gaussian':
        bell = cv2.getGaussianKernel(int(np.ceil(3 * sigma)) * 2 + 1, sigma)
        return bell @ bell.T
    radius = 2 * sigma if kind == 'defocus' else sigma * 3 ** 0.5
    size, fine = int(np.ceil(radius)) * 2 + 3, 8
    y, x = np.mgrid[:size * fine, :size * fine] - (size * fine / 2 - 0.5)
    if kind == 'defocus':
        drawn = np.hypot(x, y) <= radius * fine
    else:
        along, beside = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        drawn = (abs(along) <= radius * fine) & (abs(beside) <= 0.5)
    kernel = cv2.resize(drawn.astype(np.float32), (size, size), interpolation=cv2.INTER_AREA)
    return kernel / kernel.sum()


def blurred(image, kind, sigma, angle=0.0):
    kernel = kernel_of(kind, sigma, angle)
    return cv2.filter2D(image, -1, kernel, borderType=cv2.BORDER_REFLECT_101)


def around_face(image, matrix, eyes):
    """The face with some margin, reduced to that distance of the eyes, and its new matrix."""
    inverse = np.linalg.inv(np.vstack([matrix, [0, 0, 1]]))[:2]
    unit = 1 / np.hypot(*matrix[:, 0])
    middle = inverse @ np.array([LEFT + WIDTH / 2, TOP + HEIGHT / 2, 1])
    low = np.maximum(0, middle - 130 * unit).astype(int)
    high = np.minimum(image.shape[1::-1], middle + 130 * unit).astype(int)
    cut = image[low[1]:high[1], low[0]:high[0]]
    factor = min(1, eyes / (EYE_DISTANCE * unit))
    return (resize(cut, factor) if factor < 1 else cut), shifted(matrix, factor, *low)


def spoil(rng, image, eyes, kind, sigma, angle):
    """Blur of `sigma` eye distances, and whatever else happens to photographs."""
    image = light(rng, image)
    if sigma > 0:
        image = blurred(image, kind, sigma * eyes, angle)
    if rng.random() < 0.5:
        noise = rng.uniform(0.3, 6) * rng.standard_normal(image.shape, np.float32)
        if rng.random() < 0.5:
            noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.4, 0.9))
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    return compress(image, rng.uniform(25, 98)) if rng.random() < 0.7 else image


def sample(rng, face, image, matrix):
    """The part that is looked at (RGB), and the spread along every direction in eye distances."""
    own = EYE_DISTANCE / np.hypot(*matrix[:, 0])
    # Photographs of LFW are soft themselves.
    most = own * (0.6 if face.scale > 2 else 1)
    eyes = own if rng.random() < 0.3 and most == own else float(
        np.exp(rng.uniform(np.log(min(SMALLEST, most)), np.log(most))))
    cut, cut_matrix = around_face(image, matrix, eyes)
    eyes = min(eyes, own)
    kind = ('gaussian', 'defocus', 'motion')[rng.integers(3)]
    sigma = 0 if rng.random() < 0.3 else float(np.exp(rng.uniform(np.log(LEAST), np.log(MOST))))
    sigma *= sigma * eyes > 0.2
    angle = rng.uniform(0, np.pi)
    view = part(spoil(rng, cut, eyes, kind, sigma, angle), cut_matrix)
    along = np.abs(np.cos(np.deg2rad(DIRECTIONS) - angle)) if kind == 'motion' else np.ones(4)
    return view[..., ::-1], np.sqrt((sigma * along) ** 2 + LENS ** 2 + (SAMPLING / eyes) ** 2)


def tensor(views):
    return torch.from_numpy(np.ascontiguousarray(views)).permute(0, 3, 1, 2).float()


def make_pool(pools, size, seed):
    """Edges of faces and the logarithms of their spreads, two thirds from the first pool."""
    rng, points, cut = np.random.default_rng(seed), template(), {}
    look, edges, spreads = Edges(), [], []
    for i in range(size):
        pool = pools[i % 3 // 2]
        face = pool[rng.integers(len(pool))]
        if face.file not in cut:
            cut[face.file] = around_face(face.read(), to_patch(face, points), np.inf)
        view, spread = sample(rng, face, *cut[face.file])
        with torch.no_grad():
            edges.append(look(tensor(view[None])))
        spreads.append(np.log(spread))
        if i % 1000 == 999:
            print(f'made {i + 1}', flush=True)
    return torch.cat(edges), torch.tensor(np.stack(spreads), dtype=torch.float32)


def train(edges, spreads, out, steps, seed=1):
    torch.manual_seed(seed)
    rows, wanted = edges.flatten(0, 1), spreads.flatten()
    net = Spread(rows.mean(0), rows.std(0) + 1e-6)

    def loss_of(rng):
        chosen = rng.choice(len(rows), 256)
        return nn.functional.smooth_l1_loss(net(rows[chosen]), wanted[chosen], beta=0.1)

    return run(net, loss_of, steps, 4e-3, 1e-2, os.path.join(out, 'sharpness.pt'),
               np.random.default_rng(seed), every=2000)


def evaluate(net, edges, spreads, name):
    with torch.no_grad():
        missed = (net(edges).max(1).values - spreads.max(1).values).numpy()
    print(name, len(missed), 'logarithm of the spread: bias', round(float(missed.mean()), 3),
          'deviation', round(float(missed.std()), 3), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('out')
    parser.add_argument('--samples', type=int, default=9000)
    parser.add_argument('--steps', type=int, default=8000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    faces = [load(os.path.join(args.faces, name)) for name in ('london', 'lfw')]
    known, kept = ([[face for face in pool if face.held_out == apart] for pool in faces]
                   for apart in (False, True))
    net = train(*make_pool(known, args.samples, 1), args.out, args.steps)
    evaluate(net, *make_pool(kept, max(60, args.samples // 9), 100), 'kept apart')
    torch.onnx.export(Worst(net), torch.zeros(1, 3, HEIGHT, WIDTH),
                      os.path.join(args.out, 'sharpness.onnx'), input_names=['input'],
                      output_names=['spread'], opset_version=13)


if __name__ == '__main__':
    main()
