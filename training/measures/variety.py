"""Makes people more various than the photographs are, so that no skin, hair or shadow is a cover."""
import cv2
import numpy as np

from covers import EYES, OVAL, SIDE, polygon, smooth_field


def soft(mask, sigma):
    return cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32)[..., None] / 255


def like_skin(frame, mesh, person):
    """How much each pixel of the person has the colour of the cheeks, 0..1."""
    lab = cv2.cvtColor(cv2.GaussianBlur(frame, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    at = np.clip(mesh[[50, 280, 205, 425, 4]].astype(int), 0, SIDE - 1)
    cheeks = np.median(lab[at[:, 1], at[:, 0]], 0)
    distance = (lab - cheeks) / (90, 14, 14)
    return (np.exp(-(distance ** 2).sum(2)) * person)[..., None]


def darker_skin(rng, frame, skin):
    """Skin of another tone; lips, eyes and brows keep their contrast."""
    tone = rng.uniform(0.4, 0.95) * np.array([rng.uniform(0.65, 1), rng.uniform(0.8, 1), 1])
    dark = 255 * (frame / 255.0) ** rng.uniform(1.0, 1.3) * tone
    return frame * (1 - skin) + dark * skin


def other_hair(rng, frame, skin, mesh, person):
    hair = person.astype(np.float32) * (1 - skin[..., 0])
    hair[polygon(mesh[OVAL]) > 127] = 0
    hair[int(np.clip(mesh[152][1], 0, SIDE)):] = 0
    hair = cv2.GaussianBlur(hair, (0, 0), 1.5)[..., None]
    tint = np.exp(rng.normal(0, 0.6)) * np.exp(rng.normal(0, 0.15, 3))
    return frame * (1 - hair) + np.clip(frame * tint + rng.uniform(0, 30), 0, 255) * hair


def deep_eyes(rng, frame, mesh):
    """Shadows in the sockets of the eyes, as light from above throws them."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    centres = [mesh[list(eye)].mean(0) for eye in EYES]
    apart = np.linalg.norm(centres[0] - centres[1])
    rx, ry = apart * rng.uniform(0.2, 0.42), apart * rng.uniform(0.1, 0.32)
    drop = rng.uniform(-0.12, 0.1) * apart
    chosen = centres if rng.random() < 0.8 else centres[:1]
    for x, y in chosen:
        cv2.ellipse(mask, (int(x), int(y + drop)), (int(rx), int(ry)), 0, 0, 360, 255, -1)
    return frame * (1 - soft(mask, rng.uniform(2.5, 8)) * rng.uniform(0.2, 0.85))


def side_shadow(rng, frame):
    """Light from one side: half of the picture lies in the shade."""
    angle, at = rng.uniform(0, 2 * np.pi), rng.normal(0, 30)
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    edge = np.exp(rng.uniform(np.log(2), np.log(40)))
    shade = 1 / (1 + np.exp(-(x * np.cos(angle) + y * np.sin(angle) - at) / edge))
    return frame * (1 - shade[..., None] * rng.uniform(0.2, 0.75))


def beard(rng, frame, mesh):
    """Hair of jaw and chin, from stubble to a full beard; the lips stay free."""
    low = polygon(mesh[OVAL])
    low[:int(np.clip(mesh[[2, 164][rng.integers(2)]][1] + rng.normal(0, 3), 0, SIDE))] = 0
    lips = polygon(mesh[[61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91]])
    low = cv2.subtract(low, cv2.dilate(lips, np.ones((3, 3), np.uint8)))
    grain = np.clip(0.8 + 0.35 * smooth_field(rng, SIDE // 2), 0, 1)
    alpha = soft(low, rng.uniform(2, 6)) * grain[..., None] * rng.uniform(0.2, 0.9)
    colour = rng.uniform(5, 70) * np.exp(rng.normal(0, 0.1, 3)) if rng.random() < 0.8 \
        else rng.uniform(90, 190, 3).mean() * np.ones(3)
    return frame * (1 - alpha) + colour * alpha


def vary(rng, frame, mesh, person):
    """The same face as of another person in another light; what is face stays face."""
    skin = like_skin(frame, mesh, person)
    out = frame.astype(np.float32)
    if rng.random() < 0.35:
        out = darker_skin(rng, out, skin)
    if rng.random() < 0.3:
        out = other_hair(rng, out, skin, mesh, person)
    if rng.random() < 0.15:
        out = beard(rng, out, mesh)
    if rng.random() < 0.35:
        out = deep_eyes(rng, out, mesh)
    if rng.random() < 0.2:
        out = side_shadow(rng, out)
    return np.clip(out, 0, 255).astype(np.uint8)
