"""Views of covered and uncovered faces with what each pixel shows, for segmentation.py."""
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np

import covers
from covers import EYES, OVAL, SCALE, SIDE
from data import compress, light, load
from variety import vary

VIEW = 128
CLASSES = ('background', 'person', 'face', 'cover', 'head covering')
FACE, COVER, COVERING = 2, 3, 4
# What covers is told by what it hides: beside the face a cover may be anything, and is not learnt.
UNTOLD = 255
LIPS = [61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91]
# Bits of the zones of a view.
ON_FACE, ON_MOUTH, ON_EYES = 1, 2, 4
# Photographs of one person at most: those that were looked at for dressed.txt.
MOST = 3
# Times a photograph of somebody in sunglasses is taken: there are few.
SUNGLASSES_VIEWS = 24


def zones(mesh):
    """Where face, mouth and eyes are, as bits; the eyes with a twentieth of their distance around."""
    out = (covers.polygon(mesh[OVAL]) > 127).astype(np.uint8) * ON_FACE
    out[covers.polygon(mesh[LIPS]) > 127] |= ON_MOUTH
    around = np.linalg.norm(mesh[list(EYES[0])].mean(0) - mesh[list(EYES[1])].mean(0)) / 20
    for eye in EYES:
        low, high = mesh[list(eye)].min(0) - around, mesh[list(eye)].max(0) + around
        (x0, y0), (x1, y1) = np.clip(low, 0, SIDE).astype(int), np.clip(high + 1, 0, SIDE).astype(int)
        out[y0:y1, x0:x1] |= ON_EYES
    return out


class Base:
    """A frame, its mesh and labels before anything is drawn."""

    def __init__(self, face, person):
        matrix = face.matrix * SCALE
        self.frame = cv2.warpAffine(face.read(), matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        self.mesh = face.mesh * SCALE
        self.person = (cv2.resize(person, (SIDE, SIDE)) > 127).astype(np.uint8)
        self.zones = zones(self.mesh)
        self.labels = self.person.copy()
        self.labels[self.zones & ON_FACE > 0] = FACE


def cover_head(rng, frame, labels, mesh, others):
    draw = covers.hat if rng.random() < 0.45 else covers.head_scarf
    mask = covers.wobble(rng, draw(rng, mesh))
    surface = covers.cloth(rng, covers.colour(rng, ('any', 'dark', 'dark', 'light')), others)
    frame = covers.paint(rng, frame, mask, surface)
    labels[mask > 127] = COVERING
    return frame


def wear_glasses(rng, frame, mesh):
    """Rims, and lenses that are seen through."""
    mask = covers.frames_of_glasses(rng, mesh)
    surface = covers.cloth(rng, covers.colour(rng, ('dark', 'any')), [frame])
    if rng.random() < 0.5:
        lenses = cv2.subtract(covers.sunglasses(rng, mesh), mask)
        tint = np.full_like(frame, rng.uniform(0, 255, 3), np.float32)
        frame = covers.paint(rng, frame, lenses, tint, opacity=rng.uniform(0.03, 0.35))
    return covers.paint(rng, frame, mask, surface, 0.6)


def cover_face(rng, frame, labels, mesh, others, eyes=False):
    """A mask, veil, hand, roll, sunglasses or thing; where the eyes are asked for, no mask or veil."""
    kind, opacity = rng.uniform(0.45, 1) if eyes else rng.random(), 1
    if kind < 0.3:
        mask = covers.face_mask(rng, mesh)
        surface = covers.cloth(rng, covers.colour(rng), others)
    elif kind < 0.4:
        mask = covers.veil(rng, mesh)
        surface = covers.cloth(rng, covers.colour(rng), others)
    elif kind < 0.62:
        mask, shade = covers.hand(rng, mesh)
        surface = covers.cloth(np.random.default_rng(rng.integers(1 << 30)),
                               covers.skin(rng, frame, mesh), [frame]) * shade[..., None]
    elif kind < 0.68:
        mask, shade = covers.roll(rng, mesh)
        surface = covers.cloth(rng, covers.colour(rng), others) * shade[..., None]
    elif kind < 0.85:
        mask = covers.sunglasses(rng, mesh)
        if rng.random() < 0.7:
            surface, opacity = covers.lenses(rng)
        else:
            surface = covers.cloth(rng, covers.colour(rng, ('dark', 'dark', 'any')), others)
            opacity = min(1, rng.uniform(0.75, 1.1))
    else:
        mask = covers.thing(rng, mesh)
        surface = covers.cloth(rng, covers.colour(rng), others)
    frame = covers.paint(rng, frame, mask, surface, opacity=opacity)
    near = cv2.dilate(covers.polygon(mesh[OVAL]), np.ones((5, 5), np.uint8)) > 127
    labels[(mask > 127) & near] = COVER
    labels[(mask > 127) & ~near] = UNTOLD
    return frame


def cover_some(rng, base, others, eyes=False):
    """The frame of a varied person with up to three things drawn over it, and its labels."""
    frame, labels, mesh = base.frame, base.labels.copy(), base.mesh
    frame = vary(rng, frame, mesh, base.person)
    if rng.random() < 0.4:
        frame = cover_head(rng, frame, labels, mesh, others)
    if rng.random() < 0.25:
        frame = wear_glasses(rng, frame, mesh)
    if rng.random() < 0.65:
        frame = cover_face(rng, frame, labels, mesh, others, eyes)
    return frame, labels


def seen(rng, frame, *planes):
    """A view (BGR) of a frame through a camera that was aligned inexactly, and its planes."""
    zoom, turn = np.exp(rng.normal(0, 0.05)), rng.normal(0, 4)
    m = cv2.getRotationMatrix2D((SIDE / 2, SIDE * 0.45), turn, zoom)
    m[:, 2] += rng.normal(0, 4, 2)
    frame = cv2.warpAffine(frame, m, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    planes = [cv2.warpAffine(plane, m, (SIDE, SIDE), flags=cv2.INTER_NEAREST,
                             borderMode=cv2.BORDER_REPLICATE)[1::2, 1::2] for plane in planes]
    if rng.random() < 0.4:
        frame = compress(frame, rng.uniform(10, 90))
    if rng.random() < 0.3:
        frame = cv2.GaussianBlur(frame, (0, 0), rng.uniform(0.5, 2.5))
    view = cv2.resize(frame, (VIEW, VIEW), interpolation=cv2.INTER_AREA)
    grain = rng.standard_normal(view.shape, np.float32) * rng.uniform(0, 5)
    return np.clip(light(rng, view) + grain, 0, 255).astype(np.uint8), *planes


def sample(rng, base, others, eyes=False):
    """A view (BGR), its labels and its zones."""
    frame, labels = cover_some(rng, base, others, eyes)
    return seen(rng, frame, labels, base.zones)


def dressed():
    """Photographs of LFW that were looked at: head and eyes covered (1), bare (0) or unsure (−1)."""
    marks = {}
    with open(os.path.join(os.path.dirname(__file__), 'dressed.txt')) as file:
        for line in file:
            name, *what = line.split()
            marks[name] = (-1, -1) if 'unsure' in what else (int('head' in what), int('eyes' in what))
    return marks


def faces_of(folder, held_out):
    """Faces of a folder and where persons are, three photographs of one person at most."""
    persons = np.memmap(os.path.join(folder, 'person.u8'), np.uint8, 'r')
    persons = persons[:len(persons) // VIEW ** 2 * VIEW ** 2].reshape(-1, VIEW, VIEW)
    counts, chosen = Counter(), []
    for face, person in zip(load(folder), persons):
        counts[face.person] += 1
        if face.held_out == held_out and counts[face.person] <= MOST:
            chosen.append((face, person))
    return chosen


def undressed(folder, held_out, rng, most):
    """Frames to draw on: of so many photographs that wear nothing."""
    without = dressed()
    chosen = [pair for pair in faces_of(folder, held_out)
              if os.path.basename(pair[0].file) not in without]
    return [Base(*chosen[i]) for i in rng.permutation(len(chosen))[:most]]


def make_part(folder, held_out, size, seed, eyes=False):
    """Views, labels and zones of some of the people of a folder; a process of its own."""
    rng = np.random.default_rng(seed)
    chosen = undressed(folder, held_out, rng, size // 2 + 20)
    others = [base.frame for base in chosen]
    made = [sample(rng, chosen[i % len(chosen)], others, eyes) for i in range(size)]
    return tuple(np.stack(part) for part in zip(*made))


def in_sunglasses(folder, seed):
    """Photographs in which the eyes are covered, each seen several times; how far around is untold."""
    rng, kinds, made = np.random.default_rng(seed), dressed(), []
    for face, person in faces_of(folder, False):
        head, eyes = kinds.get(os.path.basename(face.file), (0, 0))
        if eyes != 1:
            continue
        base = Base(face, person)
        centres = [base.mesh[list(eye)].mean(0) for eye in EYES]
        apart = np.linalg.norm(centres[0] - centres[1])
        for width, height, label in ((0.5, 0.4, UNTOLD), (0.26, 0.18, COVER)):
            for x, y in centres:
                axes = (int(apart * width), int(apart * height))
                cv2.ellipse(base.labels, (int(x), int(y)), axes, 0, 0, 360, label, -1)
        if head:
            base.labels[:int(max(0, base.mesh[[105, 334], 1].min()))] = UNTOLD
        made += [seen(rng, base.frame, base.labels, base.zones) for _ in range(SUNGLASSES_VIEWS)]
    return tuple(np.stack(part) for part in zip(*made)) if made else None


def make_pool(faces, held_out, size, seed):
    """One part in five from the London Set, the others from LFW, in two processes.

    Training has a sixth more in which eyes are covered oftener, and people in their own sunglasses.
    """
    jobs = [('london', size // 5, False)] + [('lfw', size * 4 // 15, False)] * 3
    if not held_out:
        jobs.append(('lfw', size // 6, True))
    with ProcessPoolExecutor(2) as executor:
        parts = [executor.submit(make_part, os.path.join(faces, name), held_out, count, seed + i, eyes)
                 for i, (name, count, eyes) in enumerate(jobs)]
        made = [part.result() for part in parts]
    worn = None if held_out else in_sunglasses(os.path.join(faces, 'lfw'), seed + len(jobs))
    return tuple(np.concatenate(arrays) for arrays in zip(*made, *([worn] if worn else [])))
