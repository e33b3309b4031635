"""People before rooms: photographs as they are, or cut out and put before another background."""
from pathlib import Path

import cv2
import numpy as np
from chance import N, blur, polygon, rectangle, turn
from covered import cover, readings

SEGMENTATION = Path(__file__).parents[2] / "models" / "quality-segmentation.onnx"
# x, y, width, height of the face box on the photographs of each set.
LFW_FACE = (76, 70, 98, 112)
LONDON_FACE = (255, 230, 205, 265)
LONDON_SIDE, LONDON_KEPT = 720, 480
COVERED = 0.4  # of the photographs of which the mesh is known


class Photographs:
    """Photographs with face and person. Every 9th person and, of 28, the fourth are held out.

    `meshes`: folders with the faces.jsonl of `training/measures/faces.ts`; what covers is drawn there.
    """

    def __init__(self, faces, london, held_out, meshes=()):
        self.meshes = readings(meshes)
        people = sorted(path for path in Path(faces).iterdir() if path.is_dir())
        held = [index % 9 == 0 or index % 28 == 3 for index in range(len(people))]
        chosen = [person for person, is_held in zip(people, held) if is_held == held_out]
        files = [(path, LFW_FACE) for person in chosen for path in sorted(person.iterdir())[:2]]
        # Few people in high resolution: they weigh as much as a quarter of the others.
        portraits = sorted(Path(london).glob("*.jpg")) if london else []
        subset = [path for path in portraits if (int(path.name[:3]) % 9 == 0) == held_out]
        weight = max(1, len(files) // 4 // max(1, len(subset)))
        self.files = files + [(path, LONDON_FACE) for path in subset] * weight
        self.network = cv2.dnn.readNetFromONNX(str(SEGMENTATION))
        self.read = {}

    def any(self, chance):
        """RGB, mask of the person (128 × 128) and face box."""
        path, face = self.files[chance.whole(0, len(self.files))]
        picture, mask, face, to_frame = self.known(path, face)
        if to_frame is None or not chance.often(COVERED):
            return picture, mask, face
        return cover(chance.numbers, picture, to_frame, self.meshes[path.name][1]), mask, face

    def known(self, path, face):
        """The same without anything before it, and the matrix to the frame of its mesh."""
        if path not in self.read:
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)[:, :, ::-1]
            to_frame, _ = self.meshes.get(path.name, (None, None))
            if face is LONDON_FACE:
                picture, face, shrunk = square(picture, face)
                to_frame = None if to_frame is None else to_frame @ shrunk
            small = cv2.resize(picture, (128, 128), interpolation=cv2.INTER_AREA)
            self.network.setInput(small.astype(np.float32).transpose(2, 0, 1)[None])
            person = 1 - self.network.forward()[0][0]
            mask = np.uint8(np.clip((person - 0.2) * 1.6, 0, 1) * 255)
            self.read[path] = (np.ascontiguousarray(picture), mask, face, to_frame)
        return self.read[path]


def square(picture, face):
    """The upper square about the face, reduced, and the matrix back to the photograph."""
    scale = LONDON_KEPT / LONDON_SIDE
    top = np.ascontiguousarray(picture[:LONDON_SIDE])
    small = cv2.resize(top, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x, y, width, height = (value * scale for value in face)
    left = max(0, min(small.shape[1] - LONDON_KEPT, int(x + width / 2) - LONDON_KEPT // 2))
    back = np.float64([[1 / scale, 0, left / scale], [0, 1 / scale, 0], [0, 0, 1]])
    return small[:, left : left + LONDON_KEPT], (x - left, y, width, height), back


class Scenes:
    def __init__(self, chance, photographs):
        self.chance, self.photographs = chance, photographs

    def room(self):
        """What is behind somebody, [N, N, 3], 0..1."""
        c = self.chance
        if c.often(0.3):
            picture, _, _ = self.photographs.any(c)
            high, wide = picture.shape[:2]
            share = c.between(0.1, 0.35)
            if c.often(0.5):
                top = int(c.between(0.05, 0.3) * high)
                cut = picture[top : top + max(8, int(share * high)), int(wide * 0.06) : int(wide * 0.94)]
            else:
                left = int(wide * 0.07) if c.often(0.5) else int(wide * (0.93 - share))
                cut = picture[int(high * 0.07) : int(high * 0.7), left : left + max(8, int(share * wide))]
            room = cv2.resize(cut, (N, N), interpolation=cv2.INTER_CUBIC).astype(np.float32) / 255
        else:
            room = np.ones((N, N, 3), np.float32) * c.colour(0.12, 0.05, 0.95)
            room = room * (1 + c.smooth(3) * c.between(0.02, 0.2))
        room = np.ascontiguousarray(np.clip(room, 0, 1))
        for _ in range(c.whole(0, 6) if c.often(0.7) else 0):
            self.thing(room)
        for _ in range(c.whole(1, 4) if c.often(0.55) else 0):
            self.built(room)
        room = room + c.smooth(c.whole(6, 24)) * c.between(0, 0.03)
        if c.often(0.75):
            room = blur(room, c.decades(0.3, 7))
        return np.clip(room, 0, 1).astype(np.float32)

    def thing(self, room):
        """Pictures, windows, screens and what else has corners."""
        c = self.chance
        wide, high = c.decades(0.03, 0.8) * N, c.decades(0.05, 1) * N
        centre = c.many(-0.1, 1.1, 2) * N
        angle = np.deg2rad(c.between(-8, 8)) if c.often(0.8) else c.between(0, 3)
        corners = rectangle(-wide / 2, -high / 2, wide / 2, high / 2)
        place = lambda shape: shape @ turn(angle).T + centre  # noqa: E731
        kind = c.numbers.random()
        if kind < 0.35:
            polygon(room, place(corners * c.between(1.02, 1.2)), c.colour(0.3))
            polygon(room, place(corners), c.colour(0.4))
        elif kind < 0.5:
            polygon(room, place(corners * c.between(1.02, 1.12)), c.colour(0.2))
            polygon(room, place(corners), np.float32([0.9, 0.97, 1]) * c.between(0.8, 1))
        elif kind < 0.65:
            polygon(room, place(corners * c.between(1.03, 1.15)), c.colour(0.1, 0, 0.15))
            polygon(room, place(corners), c.colour(0.6))
        else:
            polygon(room, place(corners), c.colour(0.6))
        if c.often(0.25):
            for height in np.linspace(-0.8, 0.8, c.whole(2, 6)):
                shelf = corners * [1, 0.03] + [0, height * high / 2]
                polygon(room, place(shelf), c.colour(0.2))

    def built(self, room):
        """Strong frames, doors, blinds, lamps: straight edges that are no attack."""
        c = self.chance
        matrix = turn(np.deg2rad(c.between(-6, 6))).T

        def fill(x0, y0, x1, y1, colour):
            polygon(room, (rectangle(x0, y0, x1, y1) - N / 2) @ matrix + N / 2, colour)

        dark = lambda: c.colour(0.15, 0, 0.2)  # noqa: E731
        x0, x1 = sorted(c.many(-0.3, 1.3, 2) * N)
        y0, y1 = sorted(c.many(-0.4, 1, 2) * N)
        x1, y1 = max(x1, x0 + N * 0.15), max(y1, y0 + N * 0.2)
        kind = c.numbers.random()
        if kind < 0.4:
            frame = c.between(0.01, 0.06) * N
            fill(x0, y0, x1, y1, dark() if c.often(0.6) else c.colour(0.1, 0.6, 1))
            fill(x0 + frame, y0 + frame, x1 - frame, y1 - frame, c.colour(0.3, 0.2, 1))
            if c.often(0.6):
                middle = (x0 + x1) / 2
                fill(middle - frame / 2, y0, middle + frame / 2, y1, dark())
            if c.often(0.3):
                fill(x0 + frame, y0 + frame, x1 - frame, (y0 + y1) / 2, c.colour(0.3, 0, 0.4))
        elif kind < 0.6:
            fill(x0, -N, x0 + c.between(0.03, 0.35) * N, 2 * N, c.colour(0.3))
            if c.often(0.5):
                fill(x0, -N, x0 + c.between(0.005, 0.03) * N, 2 * N, dark())
        elif kind < 0.75:
            colour, step = c.colour(0.2), c.between(0.02, 0.1) * N
            for y in np.arange(y0, y1, step):
                fill(x0, y, x1, y + step * c.between(0.2, 0.7), colour)
        elif kind < 0.88:
            for _ in range(c.whole(1, 4)):
                x, y = c.between(0, N), c.between(0, 0.4) * N
                fill(x, y, x + c.between(0.05, 0.5) * N, y + c.between(0.01, 0.06) * N, [1, 1, 1])
        else:
            fill(-N, y1, 2 * N, 2 * N, c.colour(0.3))
            fill(-N, y1, 2 * N, y1 + c.between(0.005, 0.04) * N, c.colour(0.2))

    def person(self, view):
        """Somebody whose face is N / view wide, about the middle; [N, N, 3], 0..1."""
        c = self.chance
        picture, mask, (x, y, wide, high) = self.photographs.any(c)
        rows, columns = picture.shape[:2]
        scale = N / view / wide * c.between(0.94, 1.06)
        upright = scale * c.between(0.96, 1.04)
        cx = x + wide / 2 + c.between(-0.06, 0.06) * wide
        cy = y + high / 2 + c.between(-0.06, 0.06) * high
        mirror = -1 if c.often(0.5) else 1
        linear = turn(np.deg2rad(c.between(-8, 8))) * np.float32([scale * mirror, upright])
        middle = np.float32([N / 2, N / 2 + c.between(-0.05, 0.1) * N])
        matrix = np.column_stack([linear, middle - linear @ np.float32([cx, cy])])
        source = blur(picture, 0.4 / scale) if scale < 0.7 else picture
        # The widest square that has none of the black wedges of turned photographs.
        reach = min(cx, columns - cx, cy, rows - cy) * 0.9 / wide * 2
        if view < reach and c.often(0.7):
            seen = warp(source, matrix, cv2.BORDER_REFLECT)
            return np.clip(seen, 0, 1)
        seen, shape = self.cut_out(source, mask, matrix, (columns, rows), mirror, view)
        shape = blur(shape, c.between(0.4, 1.2))[..., None]
        return np.clip(self.room() * (1 - shape) + seen * shape, 0, 1)

    def cut_out(self, source, mask, matrix, size, mirror, view):
        """Person and mask; what the photograph cut off goes on downwards and to the sides."""
        columns, rows = size
        seen = warp(source, matrix, cv2.BORDER_REPLICATE)
        shape = warp(cv2.resize(mask, size), matrix, cv2.BORDER_CONSTANT)
        at = lambda x, y: matrix[:, :2] @ np.float32([x, y]) + matrix[:, 2]  # noqa: E731
        low = int(at(columns / 2, rows - 1)[1])
        if low < N - 2:
            last = int(np.clip(low - 3, 0, N - 1))
            seen[last:], shape[last:] = seen[last : last + 1], shape[last : last + 1]
        edges = sorted(at(x, rows / 2)[0] for x in (1, columns - 2))
        left, right = (int(np.clip(edge, 0, N - 1)) for edge in (edges[0] + 2, edges[1] - 2))
        face = N / view
        below = int(np.clip(N / 2 + face * 0.6, 0, N - 1))
        fade = lambda away: np.clip((face * 0.5 - away) / (face * 0.1), 0, 1)[None]  # noqa: E731
        if left > 0 and self.chance.often(0.9):
            away = left - np.arange(left)
            shape[below:, :left] = shape[below:, left : left + 1] * fade(away)
        if right < N - 1:
            away = np.arange(right, N) - right
            shape[below:, right:] = shape[below:, right : right + 1] * fade(away)
        return seen, shape


def warp(picture, matrix, border):
    """To [N, N, …], 0..1."""
    flat = cv2.warpAffine(
        picture, matrix, (N, N), flags=cv2.INTER_LINEAR, borderMode=border
    )
    return flat.astype(np.float32) / 255
