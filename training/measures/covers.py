"""Renders what covers faces and heads, with exact masks, into aligned frames; for segmentation.py."""
import cv2
import numpy as np

SIDE = 256  # of the frame it is drawn in
SCALE = SIDE / 616
OVAL = [10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
        152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109]
RIGHT_JAW = [234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152]
LEFT_JAW = [377, 400, 378, 379, 365, 397, 288, 361, 323, 454]
EYES = ((33, 133, 159, 145), (263, 362, 386, 374))


def polygon(points):
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(mask, [np.round(np.asarray(points) * 16).astype(np.int32)], 255, shift=4)
    return mask


def smooth_field(rng, cells):
    return cv2.resize(rng.standard_normal((cells, cells), np.float32), (SIDE, SIDE),
                      interpolation=cv2.INTER_CUBIC)


def wobble(rng, mask):
    """The same outline, drawn less exactly."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    bend = rng.uniform(1, 5)
    return cv2.remap(mask, x + bend * smooth_field(rng, 5), y + bend * smooth_field(rng, 5),
                     cv2.INTER_LINEAR)


def colour(rng, kinds=('any', 'dark', 'light', 'blue')):
    kind = kinds[rng.integers(len(kinds))]
    if kind == 'dark':
        return rng.uniform(5, 70) + rng.normal(0, 8, 3)
    if kind == 'light':
        return rng.uniform(170, 250) + rng.normal(0, 10, 3)
    if kind == 'blue':
        return np.array([215, 190, 150]) + rng.normal(0, 18, 3)
    return rng.uniform(0, 255, 3)


def cloth(rng, base, others):
    """A surface: a colour with folds and grain, with a pattern, or a piece of another photograph."""
    kind = rng.random()
    if kind < 0.2:
        other = others[rng.integers(len(others))]
        x, y = rng.integers(0, SIDE // 2, 2)
        piece = cv2.resize(other[y:y + SIDE // 2, x:x + SIDE // 2], (SIDE, SIDE))
        return piece.astype(np.float32)
    out = np.empty((SIDE, SIDE, 3), np.float32)
    out[:] = base
    if kind < 0.45:
        angle, period = rng.uniform(0, np.pi), rng.uniform(3, 25)
        y, x = np.mgrid[:SIDE, :SIDE]
        wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / period)
        if rng.random() < 0.5:
            wave = wave * np.sin((y * np.cos(angle) - x * np.sin(angle)) * 2 * np.pi / period)
        out += (wave > rng.uniform(-0.3, 0.7))[..., None] * rng.normal(0, 50, 3)
    shade = smooth_field(rng, int(rng.integers(3, 7))) * rng.uniform(4, 28)
    shade += smooth_field(rng, int(rng.integers(12, 40))) * rng.uniform(1, 9)
    shade += rng.standard_normal((SIDE, SIDE), np.float32) * rng.uniform(0.5, 5)
    return out * (1 + shade[..., None] / 130) + shade[..., None] * 0.4


def skin(rng, frame, mesh):
    """Colour of the cheeks and nose, as a hand of the same person has it."""
    at = [mesh[i] for i in (50, 280, 4, 205, 425)]
    values = [frame[int(np.clip(y, 0, SIDE - 1)), int(np.clip(x, 0, SIDE - 1))] for x, y in at]
    return np.median(values, 0) * np.exp(rng.normal(0, 0.15)) + rng.normal(0, 6, 3)


def face_mask(rng, mesh):
    """A mask over mouth and chin; its upper edge lies between the lip and the bridge of the nose."""
    bridge = mesh[[6, 197, 195, 5, 4, 2, 164][rng.integers(7)]] + rng.normal(0, 2, 2)
    first = int(rng.integers(0, 4))
    right, left = RIGHT_JAW[first:], LEFT_JAW[:len(LEFT_JAW) - first]
    middle = mesh[[1, 152]].mean(0)
    jaw = np.concatenate([mesh[right], mesh[left]])
    jaw = middle + (jaw - middle) * rng.uniform(1.0, 1.14)
    start, end = jaw[0], jaw[-1]
    droop = rng.uniform(0, 0.35)
    upper = [end * (1 - t) + bridge * t + np.array([0, droop * 20 * np.sin(np.pi * t)])
             for t in np.linspace(0, 1, 6)]
    upper += [bridge * (1 - t) + start * t + np.array([0, droop * 20 * np.sin(np.pi * t)])
              for t in np.linspace(0, 1, 6)]
    mask = polygon(np.concatenate([jaw, upper]))
    for corner in (start, end):
        if rng.random() < 0.6:
            ear = corner + np.array([np.sign(corner[0] - middle[0]) * 14, -rng.uniform(2, 20)])
            cv2.line(mask, tuple(int(v) for v in corner), tuple(int(v) for v in ear), 255, 1)
    return mask


def veil(rng, mesh):
    """A scarf drawn up over mouth or nose, down to the edge of the picture."""
    top = mesh[[5, 4, 2, 164, 0][rng.integers(5)]][1]
    wide = np.abs(mesh[454] - mesh[234])[0]
    x = np.linspace(mesh[234][0] - wide * 0.25, mesh[454][0] + wide * 0.25, 12)
    bend = rng.uniform(-8, 10)
    y = top + bend * np.sin(np.linspace(0, np.pi, 12)) + rng.normal(0, 1.5, 12)
    down = mesh[152][1] + wide * rng.uniform(0.1, 0.9)
    return polygon(np.concatenate([np.stack([x, y], 1), [[x[-1] + 5, down], [x[0] - 5, down]]]))


def round_shade(mask, radius):
    """Light on something round: full in its middle, half of it at its edge."""
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3) / radius
    return 0.5 + 0.5 * np.sqrt(np.clip(depth, 0, 1))


def hand(rng, mesh):
    """A palm with fingers, from any side, and the light on it."""
    mask, shade = np.zeros((SIDE, SIDE), np.uint8), np.zeros((SIDE, SIDE), np.float32)
    target = mesh[[13, 13, 1, 50, 280, 33, 263, 152, 10][rng.integers(9)]] + rng.normal(0, 8, 2)
    angle = rng.uniform(0, 2 * np.pi)
    width = rng.uniform(7, 12)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    count = int(rng.integers(1, 6))
    length = rng.uniform(35, 65)
    for i in range(count):
        offset = across * (i - (count - 1) / 2) * width * rng.uniform(0.95, 1.25)
        tip = target + offset - along * length * rng.uniform(0.3, 0.6)
        root = target + offset * 0.9 + along * length * 0.5
        finger = np.zeros((SIDE, SIDE), np.uint8)
        cv2.line(finger, *(tuple(int(v) for v in p) for p in (tip, root)), 255, int(width))
        mask, shade = mask | finger, np.maximum(shade, round_shade(finger, width / 2))
    palm, back = target + along * length * 0.75, np.zeros((SIDE, SIDE), np.uint8)
    cv2.ellipse(back, tuple(int(v) for v in palm), (int(length * 0.5), int(width * count * 0.55 + 6)),
                np.degrees(angle), 0, 360, 255, -1)
    return mask | back, np.maximum(shade, round_shade(back, width))


def roll(rng, mesh):
    """A roll of paper, bottle or microphone held before mouth or nose, and the light on it."""
    end = mesh[[13, 13, 0, 17, 1, 61, 291][rng.integers(7)]] + rng.normal(0, 6, 2)
    width, angle = rng.uniform(8, 34), rng.uniform(0, 2 * np.pi)
    far = end + np.array([np.cos(angle), np.sin(angle)]) * width * rng.uniform(1, 5)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.line(mask, *(tuple(int(v) for v in p) for p in (end, far)), 255, int(width))
    return mask, round_shade(mask, width / 2)


def sunglasses(rng, mesh):
    mask = np.zeros((SIDE, SIDE), np.uint8)
    centres = [mesh[list(eye)].mean(0) for eye in EYES]
    apart = np.linalg.norm(centres[0] - centres[1])
    rx, ry = apart * rng.uniform(0.32, 0.5), apart * rng.uniform(0.2, 0.42)
    turn = np.degrees(np.arctan2(*(centres[1] - centres[0])[::-1]))
    for centre in centres:
        centre = centre + np.array([0, ry * rng.uniform(-0.05, 0.35)])
        if rng.random() < 0.6:
            cv2.ellipse(mask, tuple(int(v) for v in centre), (int(rx), int(ry)), turn, 0, 360, 255, -1)
        else:
            box = cv2.boxPoints(((float(centre[0]), float(centre[1])), (2 * rx, 1.7 * ry), float(turn)))
            cv2.fillConvexPoly(mask, box.astype(np.int32), 255)
    thick = int(rng.integers(1, 5))
    cv2.line(mask, *(tuple(int(v) for v in c) for c in centres), 255, thick)
    for centre, side in zip(centres, (234, 454)):
        cv2.line(mask, tuple(int(v) for v in centre), tuple(int(v) for v in mesh[side] + (0, -8)), 255,
                 thick)
    return mask


def lenses(rng):
    """Dark glass, how it looks and how much it hides: smooth, brighter and clearer below, with reflections."""
    below = np.linspace(0, 1, SIDE, dtype=np.float32)[:, None, None] * np.ones((1, SIDE, 1), np.float32)
    start, wide = rng.uniform(0.25, 0.5), rng.uniform(0.05, 0.3)
    below = np.clip((below - start) / wide, 0, 1)
    out = colour(rng, ('dark', 'dark', 'dark', 'any')) + below * rng.uniform(0, 60)
    out = out + smooth_field(rng, int(rng.integers(3, 24)))[..., None] * rng.uniform(0, 18)
    shine = np.clip(smooth_field(rng, int(rng.integers(6, 40))) - rng.uniform(0.5, 2.5), 0, 1)
    out = out + shine[..., None] * rng.uniform(0, 200)
    return out, rng.uniform(0.65, 1) * (1 - below * rng.uniform(0, 0.4))


def frames_of_glasses(rng, mesh):
    """Rims without lenses: the eyes behind them are to be seen."""
    solid = sunglasses(rng, mesh)
    inner = cv2.erode(solid, np.ones((3, 3), np.uint8), iterations=int(rng.integers(1, 3)))
    return cv2.subtract(solid, inner)


def thing(rng, mesh):
    """A phone, cup, card or anything else with a plain outline."""
    target = mesh[rng.integers(468)] + rng.normal(0, 12, 2)
    size = rng.uniform(18, 80, 2)
    if rng.random() < 0.5:
        box = cv2.boxPoints(((float(target[0]), float(target[1])), tuple(float(s) for s in size),
                             float(rng.uniform(0, 180))))
        return polygon(box)
    n = int(rng.integers(5, 12))
    angles = np.sort(rng.uniform(0, 2 * np.pi, n))
    radii = size.mean() / 2 * rng.uniform(0.5, 1.2, n)
    return polygon(target + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None])


def head(mesh):
    """Middle, half width and height from chin to crown, of the head behind a mesh."""
    chin, top = mesh[152], mesh[10]
    width = np.linalg.norm(mesh[454] - mesh[234]) / 2
    crown = chin + (top - chin) * 1.38
    return (chin + crown) / 2, width * 1.1, np.linalg.norm(crown - chin) / 2


def hat(rng, mesh):
    """A cap, hat or beanie: all above a line across the forehead, and perhaps a brim."""
    (cx, cy), rx, ry = head(mesh)
    forehead, brows = mesh[10], mesh[[105, 334]].mean(0)
    line = forehead * (1 - (t := rng.uniform(-0.25, 0.8))) + brows * t
    grow = rng.uniform(1.05, 1.3)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    middle = (cx, line[1])
    height = (line[1] - (cy - ry)) * rng.uniform(1.0, 1.5)
    cv2.ellipse(mask, tuple(int(v) for v in middle), (int(rx * grow), int(max(8, height))), 0, 180,
                360, 255, -1)
    if rng.random() < 0.5:
        brim = rng.uniform(1.0, 1.7)
        cv2.ellipse(mask, tuple(int(v) for v in middle), (int(rx * brim), int(rng.uniform(4, 14))), 0,
                    0, 360, 255, -1)
    else:
        cv2.ellipse(mask, tuple(int(v) for v in middle), (int(rx * grow), int(rng.uniform(2, 8))), 0, 0,
                    360, 255, -1)
    return mask


def head_scarf(rng, mesh):
    """Cloth or a hood around an opening for the face, down to the shoulders."""
    (cx, cy), rx, ry = head(mesh)
    outer = np.zeros((SIDE, SIDE), np.uint8)
    grow = rng.uniform(1.1, 1.4)
    cv2.ellipse(outer, (int(cx), int(cy)), (int(rx * grow), int(ry * rng.uniform(1.05, 1.25))), 0, 0,
                360, 255, -1)
    spread = rng.uniform(1.1, 2.2) * rx
    outer |= polygon([[cx - rx * grow * 0.98, cy], [cx + rx * grow * 0.98, cy],
                      [cx + spread, SIDE], [cx - spread, SIDE]])
    oval = mesh[OVAL]
    middle = oval.mean(0) + np.array([0, rng.uniform(-2, 3)])
    stretch = np.array([rng.uniform(0.9, 1.08), 1.0])
    opening = middle + (oval - middle) * stretch
    top = rng.uniform(0.75, 1.15)
    above = opening[:, 1] < middle[1]
    opening[above, 1] = middle[1] + (opening[above, 1] - middle[1]) * top
    below = ~above
    opening[below, 1] = middle[1] + (opening[below, 1] - middle[1]) * rng.uniform(0.92, 1.12)
    return cv2.subtract(outer, polygon(opening))


def around(frame):
    """How bright the surroundings of each pixel are, half a head far."""
    small = cv2.resize(frame, (32, 32), interpolation=cv2.INTER_AREA).mean(2)
    return 0.55 + 0.45 * cv2.resize(cv2.GaussianBlur(small, (0, 0), 3), (SIDE, SIDE))[..., None] / 128


def paint(rng, frame, mask, surface, softness=None, opacity=1.0):
    """Draws a surface where the mask is, with a soft edge and now and then a shadow beside it."""
    soft = softness or rng.uniform(0.4, 1.3)
    alpha = opacity * cv2.GaussianBlur(mask, (0, 0), soft).astype(np.float32)[..., None] / 255
    out = frame.astype(np.float32)
    if rng.random() < 0.5:
        shifted = np.roll(mask, (int(rng.integers(0, 5)), int(rng.integers(-3, 4))), (0, 1))
        shadow = cv2.GaussianBlur(shifted, (0, 0), rng.uniform(2, 6)).astype(np.float32)[..., None]
        out *= 1 - shadow / 255 * rng.uniform(0.1, 0.5)
    light = around(frame) if rng.random() < 0.6 else 1
    return np.clip(out * (1 - alpha) + surface * light * alpha, 0, 255).astype(np.uint8)
