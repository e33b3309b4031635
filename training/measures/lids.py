"""Lowers the upper lids of eyes in aligned frames, for hindrances.py."""
import cv2
import numpy as np

from covers import SIDE

# Of each eye, from its outer to its inner corner: upper lid, lower lid; and the lower edge of the brow.
UPPER = ((33, 246, 161, 160, 159, 158, 157, 173, 133), (263, 466, 388, 387, 386, 385, 384, 398, 362))
LOWER = ((33, 7, 163, 144, 145, 153, 154, 155, 133), (263, 249, 390, 373, 374, 380, 381, 382, 362))
BROW = ((46, 53, 52, 65, 55), (276, 283, 282, 295, 285))


def along(mesh, points, outer, inner, t):
    """How far below the line between the corners a curve runs at t, a share of that line's length."""
    axis = inner - outer
    width = np.linalg.norm(axis)
    x, y = ((mesh[list(points)] - outer) @ np.stack([axis, down_of(axis)], 1) / width ** 2).T
    order = np.argsort(x)
    return np.interp(t, x[order], y[order])


def down_of(axis):
    """At a right angle to the line between the corners, downwards."""
    down = np.array([-axis[1], axis[0]])
    return down if down[1] > 0 else -down


def lower(rng, frame, mesh, share):
    """The frame with skin of the upper lids drawn down over the eyes: 0 leaves them, 1 closes them."""
    grid = np.stack(np.mgrid[:SIDE, :SIDE][::-1], -1).astype(np.float64)
    source, shade = grid.copy(), np.ones((SIDE, SIDE))
    lashes, width, tone = rng.uniform(0.15, 0.75), rng.uniform(0.02, 0.06), rng.normal(0, 0.07)
    room = rng.uniform(0.4, 0.75)
    for upper, below, brow in zip(UPPER, LOWER, BROW):
        outer, inner = mesh[upper[0]].astype(np.float64), mesh[upper[-1]].astype(np.float64)
        axis = inner - outer
        down, size = down_of(axis), axis @ axis
        t, v = (grid - outer) @ axis / size, (grid - outer) @ down / size
        lid, end = (along(mesh, points, outer, inner, t) for points in (upper, below))
        crease = lid + room * np.minimum(along(mesh, brow, outer, inner, t) - lid, -0.08)
        edge = lid + share * (end - lid)
        skin = (v > crease) & (v < edge) & (t > 0) & (t < 1)
        stretch = (lid - 0.02 - crease) / np.maximum(edge - crease, 1e-6)
        moved = np.where(skin, (crease + (v - crease) * stretch - v), 0)
        source += moved[..., None] * down
        taper = np.clip(np.minimum(t, 1 - t) * 8, 0, 1)
        shade *= 1 - share * taper * lashes * np.exp(-((v - edge) / width) ** 2 / 2)
        shade[skin] *= 1 + tone * share
    out = cv2.remap(frame, source[..., 0].astype(np.float32), source[..., 1].astype(np.float32),
                    cv2.INTER_LINEAR)
    return np.clip(out * shade[..., None], 0, 255).astype(np.uint8)
