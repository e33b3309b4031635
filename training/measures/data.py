"""Photographs, their faces as faces.ts found them, and ways to spoil them; shared by the trainings."""
import json
import os
import zlib

import cv2
import numpy as np

cv2.setNumThreads(1)
FRAME = 616
EYE_DISTANCE = 113  # of the aligned frame


class Face:
    """One photograph with its face; `matrix` maps image pixels to the aligned frame."""

    def __init__(self, entry, person):
        t = entry['toFrame']
        self.file, self.pose = entry['file'], entry['pose']
        self.matrix = np.array([[t['a'], -t['b'], t['tx']], [t['b'], t['a'], t['ty']]])
        self.scale = float(np.hypot(t['a'], t['b']))  # frame pixels in an image pixel
        self.mesh = np.array(entry['mesh'], np.float32).reshape(468, 2)
        self.person = person

    def read(self):
        return cv2.imread(self.file)

    @property
    def held_out(self):
        """A fifth of the people is for evaluation only, by a hash of their names."""
        return zlib.crc32(self.person.encode()) % 5 == 0


def load(folder):
    """All faces of a folder that faces.ts has written; people are named by folder or number."""
    faces = []
    for line in open(os.path.join(folder, 'faces.jsonl')):
        if not line.endswith('\n'):
            break
        entry = json.loads(line)
        name = os.path.basename(entry['file'])
        person = name.split('_')[0] if name[:3].isdigit() else os.path.basename(
            os.path.dirname(entry['file']))
        faces.append(Face(entry, person))
    return faces


def shifted(matrix, scale, dx, dy):
    """The matrix for an image that was resized by `scale` and lost dx, dy pixels at its edge."""
    out = matrix.copy()
    out[:, :2] = matrix[:, :2] / scale
    out[:, 2] = matrix[:, 2] + out[:, :2] @ np.array([dx, dy])
    return out


def point_spread(rng, sigma):
    """A blur of that standard deviation in pixels (mean of both axes): Gaussian, defocus or motion."""
    kind = rng.integers(3)
    if kind == 0:
        size = int(np.ceil(3 * sigma)) * 2 + 1
        g = cv2.getGaussianKernel(size, sigma)
        return g @ g.T
    if kind == 1:
        radius = 2 * sigma
    else:
        radius = sigma * np.sqrt(24) / 2
    size = int(np.ceil(radius)) * 2 + 3
    fine = np.zeros((size * 8, size * 8), np.float32)
    middle = size * 4 - 0.5
    if kind == 1:
        y, x = np.mgrid[:size * 8, :size * 8] - middle
        fine[np.hypot(x, y) <= radius * 8] = 1
    else:
        angle = rng.uniform(0, np.pi)
        for t in np.linspace(-radius * 8, radius * 8, int(radius * 64) + 2):
            fine[int(round(middle + t * np.sin(angle))), int(round(middle + t * np.cos(angle)))] = 1
    kernel = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA)
    return kernel / kernel.sum()


def compress(image, quality, kind='.jpg'):
    flag = {'.jpg': cv2.IMWRITE_JPEG_QUALITY, '.webp': cv2.IMWRITE_WEBP_QUALITY}[kind]
    return cv2.imdecode(cv2.imencode(kind, image, [flag, int(quality)])[1], cv2.IMREAD_COLOR)


def resize(image, factor):
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return cv2.resize(image, None, fx=factor, fy=factor, interpolation=how)


def light(rng, image):
    """Another exposure, contrast, colour temperature, and now and then no colour at all."""
    out = image.astype(np.float32) / 255
    out = out ** np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.12))
    out *= np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    if rng.random() < 0.07:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    return np.clip(out * 255, 0, 255).astype(np.uint8)
