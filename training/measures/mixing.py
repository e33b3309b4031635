"""Makes views of segmentation.py anew each time they are shown: moved, mirrored, lit, more covered."""
import cv2
import numpy as np

from scenes import COVER, FACE, ON_FACE, UNTOLD, VIEW

# Share of the views onto which the cover of another one is pasted.
PASTED = 0.3
# A cover of fewer pixels is not worth pasting.
LEAST = 60
MOST_MOVED = 4


def with_covers(labels):
    """Indices of the views whose covers may be pasted."""
    return np.flatnonzero((labels == COVER).sum((1, 2)) >= LEAST)


def paste(rng, view, labels, zones, other, other_labels):
    """Covers a view with what covers another: faces lie at the same place in all of them."""
    mask = ((other_labels == COVER) | (other_labels == UNTOLD)).astype(np.uint8)
    alpha = cv2.GaussianBlur(mask * np.float32(1), (0, 0), 0.5)[..., None]
    lit = other * np.exp(rng.normal(0, 0.15))
    near = cv2.dilate(zones & ON_FACE, np.ones((3, 3), np.uint8)) > 0
    out = np.where(mask > 0, np.where(near | (labels == FACE), COVER, UNTOLD), labels)
    return np.clip(view * (1 - alpha) + lit * alpha, 0, 255).astype(np.uint8), out.astype(np.uint8)


def moved(rng, *planes):
    """The same planes, by so many whole pixels elsewhere."""
    matrix = np.float32([[1, 0, rng.integers(-MOST_MOVED, MOST_MOVED + 1)],
                         [0, 1, rng.integers(-MOST_MOVED, MOST_MOVED + 1)]])
    return [cv2.warpAffine(plane, matrix, (VIEW, VIEW), flags=cv2.INTER_NEAREST,
                           borderMode=cv2.BORDER_REPLICATE) for plane in planes]


def lit(rng, views):
    """Pixels 0..255 in another light, each view in its own."""
    count = len(views)
    gain = np.exp(rng.normal(0, 0.12, (count, 1, 1, 1)))
    tint = rng.normal(0, 8, (count, 1, 1, 3))
    return np.clip(views * gain.astype(np.float32) + tint.astype(np.float32), 0, 255)


def batch(rng, pool, covered, size):
    """Views (0..255, float), labels and zones of a batch. `covered`: see with_covers."""
    views, labels, zones = pool
    made = []
    for i in rng.choice(len(views), size, replace=False):
        view, label, zone = views[i], labels[i], zones[i]
        if len(covered) and rng.random() < PASTED:
            j = covered[rng.integers(len(covered))]
            view, label = paste(rng, view, label, zone, views[j], labels[j])
        planes = moved(rng, view, label, zone)
        made.append([plane[:, ::-1] for plane in planes] if rng.random() < 0.5 else planes)
    views, labels, zones = (np.stack(part) for part in zip(*made))
    return lit(rng, views), labels, zones
