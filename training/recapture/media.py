"""Light of what shows a picture: displays and paper, and the hands that hold them."""
import cv2
import numpy as np
from chance import N, X, Y, blur, polygon, power


def grating(cycles, angle, phase, bend):
    """cos of a grating as sampled at the pixels: what is finer than they are becomes moiré."""
    u, v = X / N - 0.5, Y / N - 0.5
    along = (X * np.cos(angle) + Y * np.sin(angle)) * cycles
    bent = bend[0] * u * u + bend[1] * v * v + bend[2] * u * v
    return np.cos(2 * np.pi * (along + bent) + phase)


def screen(c, value, room):
    """Of a display: its gamma, gamut, black level, brightness beside the room, pixels, bands."""
    light = power(np.clip(value, 0, 1), c.between(1.9, 2.8))
    grey = light.mean(2, keepdims=True)
    light = np.clip(grey + (light - grey) * c.between(0.85, 1.45), 0, None)
    white = [c.between(0.8, 1.05), c.between(0.92, 1.03), c.between(0.95, 1.3)]
    light = light * np.float32(white) * c.decades(0.6, 3) + c.between(0, 0.05) ** 1.6
    if c.often(0.4):  # darker away from the axis
        u, v = c.many(-60, 60, 2)
        away = ((X - N / 2 - u) ** 2 + (Y - N / 2 - v) ** 2) / N**2
        light = light * np.clip(1 - c.between(0, 0.6) * away, 0.2, 1)[..., None]
    if c.often(0.45):
        cycles, depth = c.decades(0.02, 0.45), c.decades(0.01, 0.15)
        angle, bend, spread = c.between(0, np.pi), c.many(-3, 3, 3), c.between(0, 2.1)
        for axis in (0, np.pi / 2) if c.often(0.5) else (0,):
            phase = c.between(0, 6.3)
            for channel in range(3):
                wave = grating(cycles, angle + axis, phase + spread * channel, bend)
                light[..., channel] *= 1 + depth * wave
    if c.often(0.12):
        rows = np.cos(2 * np.pi * Y / N * c.between(0.5, 5) + c.between(0, 7))
        light = light * (1 + c.between(0.03, 0.2) * rows)[..., None]
    return reflections(c, light, 0.28, room)


def paper(c, value, room):
    """Of a print: ink, halftone, grain, uneven light."""
    ink = np.clip(value, 0, 1)
    grey = ink.mean(2, keepdims=True)
    ink = grey + (ink - grey) * c.between(0.45, 1.15)
    low, high = c.decades(0.02, 0.25), c.between(0.78, 1)
    ink = low + ink * (high - low)
    if c.often(0.4):
        cycles = c.decades(0.15, 0.6)
        depth = c.between(0.05, 0.5) * np.sinc(cycles)
        for channel, turned in enumerate((0.26, 1.31, 0.0)):
            at, bend = turned + c.between(-0.15, 0.15), c.many(-1, 1, 3)
            dots = grating(cycles, at, c.between(0, 7), bend)
            dots = dots * grating(cycles, at + np.pi / 2, c.between(0, 7), bend)
            tone = ink[..., channel]
            ink[..., channel] = tone + dots * depth * tone * (1 - tone)
    grain = blur(np.ascontiguousarray(c.noise()[..., 0]), c.between(0.5, 2))
    ink = ink * (1 + grain * c.between(0, 0.08))[..., None]
    light = power(np.clip(ink, 0, 1), 2.2) * np.float32(c.many(0.9, 1.06, 3))
    if c.often(0.6):
        light = light * np.clip(1 + c.smooth(3) * c.between(0.02, 0.18), 0.2, 2)
    return reflections(c, light, 0.15, room)


def reflections(c, light, share, room):
    """A lamp, or the room, on glass or gloss."""
    if c.often(share):
        (x, y), wide, narrow = c.many(-0.1, 1.1, 2) * N, c.between(8, 70), c.between(0.3, 1)
        spot = np.exp(-((X - x) ** 2 + ((Y - y) / narrow) ** 2) / (2 * wide * wide))
        light = light + spot[..., None] * c.between(0.02, 0.5)
    if c.often(share * 0.7):
        light = light + power(blur(room(), c.between(2, 9)), 2.2) * c.between(0.01, 0.12)
    return light


def controls(c, value, device, face):
    """What a telephone shows around a photograph, drawn onto `value`; `device`: x, y, w, h."""
    x, y, wide, high = device
    back = c.colour(0.1, 0, 0.1) if c.often(0.7) else c.colour(0.05, 0.85, 1)
    if c.often(0.55):
        top, bottom = y - high / 2 + c.between(0, 0.4) * high, y + high / 2 - c.between(0, 0.35) * high
        if top < N / 2 - face * 0.75:
            value[: max(0, int(top))] = back
        if bottom > N / 2 + face * 0.7:
            value[max(0, int(bottom)) :] = back
    ink = [float(v) for v in (1 - back if c.often(0.8) else c.colour())]
    inside = lambda place: int(np.clip(place, -N, 2 * N))  # noqa: E731

    def dot(px, py, radius, filled=True):
        thickness = -1 if filled else 1
        cv2.circle(value, (inside(px), inside(py)), max(1, int(radius)), ink, thickness, cv2.LINE_AA)

    if c.often(0.6):
        for px in np.linspace(x - wide * 0.42, x + wide * 0.42, c.whole(4, 14)):
            if c.often(0.6):
                dot(px, y - high * 0.46, 0.012 * wide)
    if c.often(0.5):
        row = y + high / 2 - c.between(0.04, 0.12) * high
        for px in np.linspace(x - wide * 0.35, x + wide * 0.35, c.whole(3, 6)):
            dot(px, row, c.between(0.01, 0.03) * wide, c.often(0.5))
    if c.often(0.2):  # a strip of small pictures
        row, tall = int(y + high / 2 - c.between(0.12, 0.22) * high), max(2, int(0.04 * high))
        for index in range(-4, 5):
            px = int(x + index * wide * 0.06)
            if 0 <= row < N - tall:
                tone = [float(v) for v in c.colour(0.5)]
                cv2.rectangle(value, (px, row), (px + int(wide * 0.055), row + tall), tone, -1)
    if c.often(0.08):
        dot(N / 2 + c.between(-0.3, 0.3) * face, N / 2 + c.between(-0.2, 0.4) * face, face * 0.15, False)


def hand(c, light, held, brightness):
    """Fingers at a side of what is held, or below."""
    rows, columns = np.nonzero(held > 0.5)
    if len(columns) < 50:
        return light
    skin = np.float32([0.75, 0.52, 0.4]) * c.between(0.3, 1.2) * np.exp(c.many(-0.1, 0.1, 3))
    skin = np.clip(skin, 0, 1) ** 1.5 * max(0.1, min(1.2, brightness * 2.5))
    left, right, top, bottom = columns.min(), columns.max(), rows.min(), rows.max()
    layer, thick = np.zeros((N, N), np.float32), max(4, int(c.between(0.05, 0.1) * N))
    side = c.whole(0, 3)
    if side < 2:
        edge, into = (left, 1) if side == 0 else (right, -1)
        first = c.between(0.35, 0.6) * (bottom - top) + top
        for y in np.arange(first, bottom + thick, thick * 1.1)[: c.whole(1, 5)]:
            start = (int(edge - into * 3 * thick), int(y + c.between(-1, 3) * thick * 0.3))
            end = (int(edge + into * c.between(0.2, 1.6) * thick), int(y))
            cv2.line(layer, start, end, 1.0, thick, cv2.LINE_AA)
    else:
        x, below = int(c.between(left, right)), int(bottom + thick)
        axes = (int(thick * c.between(1, 3)), int(thick * c.between(1, 2.5)))
        cv2.ellipse(layer, (x, below), axes, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
        if c.often(0.6):
            end = (int(x + c.between(-2, 2) * thick), int(bottom - c.between(0.5, 2) * thick))
            cv2.line(layer, (x, below), end, 1.0, thick, cv2.LINE_AA)
    shape = blur(layer, 1)[..., None]
    shade = 0.55 + 0.45 * blur(layer, thick * 0.4)[..., None]
    return light * (1 - shape) + skin * shade * (1 + c.smooth(12) * 0.08) * shape


def near_things(c, value):
    """Live people hold telephones and sheets into the picture, too: beside the face."""
    side = 1 if c.often(0.5) else -1
    centre = N / 2 + np.array([side * c.between(0.38, 0.55), c.between(-0.1, 0.5)]) * N
    wide, high, angle = c.between(0.08, 0.3) * N, c.between(0.15, 0.45) * N, c.between(-0.6, 0.6)
    matrix = np.float32([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [wide / 2, high / 2] @ matrix
    polygon(value, corners + centre, c.colour(0.2))
    if c.often(0.5):
        polygon(value, corners * c.between(0.8, 0.95) + centre, c.colour(0.4))
    held = np.zeros((N, N), np.float32)
    polygon(held, corners + centre, 1.0)
    return hand(c, value, held, 0.5) if c.often(0.6) else value
