"""Masks, scarves and hands before the faces of photographs, drawn as `training/measures` draws them."""
import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "measures"))
import covers  # noqa: E402
from data import load  # noqa: E402


def readings(folders):
    """Of each photograph, by its name: the matrix to the frame that is drawn in, and the mesh there."""
    faces = [face for folder in folders for face in load(folder)]
    return {
        Path(face.file).name: (face.matrix * covers.SCALE, face.mesh * covers.SCALE) for face in faces
    }


def cover(random, picture, matrix, mesh):
    """The photograph (RGB) with a mask (mostly), veil, hand or head scarf."""
    size = covers.SIDE, covers.SIDE
    blue_first = np.ascontiguousarray(picture[..., ::-1])
    frame = cv2.warpAffine(blue_first, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    kind, shade = random.random(), None
    if kind < 0.6:
        mask = covers.face_mask(random, mesh)
    elif kind < 0.75:
        mask = covers.veil(random, mesh)
    elif kind < 0.85:
        mask, shade = covers.hand(random, mesh)
    else:
        mask = covers.wobble(random, covers.head_scarf(random, mesh))
    base = covers.colour(random) if shade is None else covers.skin(random, frame, mesh)
    surface = covers.cloth(random, base, [frame])
    drawn = covers.paint(random, frame, mask, surface if shade is None else surface * shade[..., None])
    near = cv2.GaussianBlur(cv2.dilate(mask, np.ones((7, 7), np.uint8)), (0, 0), 2)
    back = cv2.invertAffineTransform(matrix)
    to = picture.shape[1::-1]
    drawn = cv2.warpAffine(drawn[..., ::-1], back, to, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(near, back, to).astype(np.float32)[..., None] / 255
    return np.uint8(picture * (1 - alpha) + drawn.astype(np.float32) * alpha)
