"""Photographs with the meshes of their faces, as `training/measures/faces.ts` finds them."""
import json
from pathlib import Path

import cv2
import numpy as np

HELD_OUT = 8  # one person of so many is evaluated on
LIKENESS = 16  # others among which a look-alike is looked for


def readings(folder):
    """File and mesh in pixels of the photograph [468, 2] of each face in `folder`/faces.jsonl."""
    for line in (Path(folder) / 'faces.jsonl').read_text().splitlines():
        found = json.loads(line)
        a, b, tx, ty = (found['toFrame'][name] for name in ('a', 'b', 'tx', 'ty'))
        mesh = np.float64(found['mesh']).reshape(-1, 2) - [tx, ty]
        back = np.float64([[a, b], [-b, a]]) / (a * a + b * b)
        yield Path(found['file']), mesh @ back.T


def thumbnail(picture, mesh):
    """8 × 8 pixels of the face, to find faces of like colours."""
    (left, top), (right, bottom) = (mesh.min(0), mesh.max(0))
    cut = picture[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1]
    return cv2.resize(cut, (8, 8), interpolation=cv2.INTER_AREA).astype(np.float32)


class Photographs:
    """Of the folders of `sources`; the London Set, few people in high resolution, weighs a third."""

    def __init__(self, sources, held_out):
        self.all, weights = [], []
        for source in sources:
            chosen = []
            for path, mesh in readings(source):
                # "012_smiling.jpg" of one set, "Some_Name_0001.jpg" of the other.
                person = path.stem.rsplit('_', 1)[0]
                if (sum(person.encode()) % HELD_OUT == 0) == held_out:
                    chosen.append((path, person, mesh))
            share = 1 / max(1, len(chosen)) * (0.35 if len(self.all) else 0.65)
            self.all += chosen
            weights += [share] * len(chosen)
        self.weights = np.float64(weights) / sum(weights)
        self.read = {}

    def photograph(self, index):
        path, _, mesh = self.all[index]
        if path not in self.read:
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)[:, :, ::-1].copy()
            self.read[path] = picture, thumbnail(picture, mesh)
        return *self.read[path], mesh

    def any(self, random):
        index = random.choice(len(self.all), p=self.weights)
        self.last = index
        picture, _, mesh = self.photograph(index)
        return picture, mesh

    def like(self, scene, points, random):
        """A photograph of another person that looks like the face in `scene`."""
        wanted = thumbnail(scene, points)
        person = self.all[self.last][1]
        best = None
        for index in random.choice(len(self.all), LIKENESS, p=self.weights):
            picture, small, mesh = self.photograph(index)
            if self.all[index][1] == person:
                continue
            difference = np.abs(small - wanted).mean()
            if best is None or difference < best[0]:
                best = difference, picture, mesh
        return best[1:]
