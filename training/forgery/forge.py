"""Photographs of faces, and the same with a part of another picture in them.

A forgery is a self-blended image (Shiohara and Yamasaki, CVPR 2022: the face pasted on itself,
taken otherwise), parts of a look-alike, a local warp, or a part drawn at another resolution. What
both classes show passes a camera first; the genuine and the forged picture of a pair then share
every random choice but the forgery: warps of the whole picture, things drawn over it, light, size,
noise, sharpening and compression.
"""
import cv2
import numpy as np
from parts import EYES, MOUTH, NOSE, OVAL

CANVAS = 152  # pixels across the square that is forged
SIDE = 128  # pixels of the network's input
REACH = 1.12  # side of the square in sides of the face's box
MAP = SIDE // 8  # pixels across the map of what was forged


def turned(centre, degrees, scale, shift):
    matrix = cv2.getRotationMatrix2D(tuple(float(c) for c in centre), degrees, scale)
    matrix[:, 2] += shift
    return matrix


class Forger:
    """Pairs by number: the same seed and number give the same pair."""

    def __init__(self, photographs, seed):
        self.photographs = photographs
        self.seed = seed

    def pair(self, number, strength):
        """Genuine and forged [SIDE, SIDE, 3] bytes, and the map of what was forged [MAP, MAP].

        `strength` 0..1 says how much is done to both pictures afterwards.
        """
        self.random = np.random.default_rng([self.seed, number])
        photograph, mesh = self.photographs.any(self.random)
        scene, points = self.square(photograph, mesh)
        taken = self.settings(strength)
        base = self.camera(scene, taken)
        kind = self.random.choice(4, p=(0.45, 0.3, 0.12, 0.13))
        mask = self.mask(points)
        if kind == 0:
            source = self.camera(self.moved(scene, 1.6), self.other(taken))
        elif kind == 1:
            source = self.look_alike(base, scene, points, mask, taken)
        elif kind == 2:
            source = self.liquefied(base, points)
        else:
            source = self.redrawn(base)
        if kind < 2 and self.chance(0.12):
            forged = self.seamless(source, base, mask)
        else:
            faint = kind < 2 and self.chance(0.4 * strength)
            opaque = self.between(0.7, 0.9) if faint else 1
            forged = base + (source - base) * (mask * opaque)[..., None]
        after = self.random.bit_generator.state
        pictures = []
        for picture in (base, forged):
            self.random.bit_generator.state = after
            pictures.append(self.finish(np.clip(picture, 0, 255), strength))
        small = cv2.resize(mask, (MAP, MAP), interpolation=cv2.INTER_AREA)
        self.random.bit_generator.state = after
        if self.chance(0.5):  # both pictures and the map
            pictures, small = [picture[:, ::-1] for picture in pictures], small[:, ::-1]
        return np.stack(pictures), small

    def between(self, low, high):
        return float(self.random.uniform(low, high))

    def chance(self, share):
        return self.random.random() < share

    def square(self, photograph, mesh):
        """The face with little around it, and its mesh there."""
        low, high = mesh.min(0), mesh.max(0)
        side = (high - low).max() * REACH * self.between(0.9, 1.12)
        step = side / CANVAS
        centre = (low + high) / 2 + self.random.uniform(-0.04, 0.04, 2) * side
        matrix = turned(centre, self.between(-12, 12), 1 / step, CANVAS / 2 - centre)
        if step > 1.2:  # no aliases of our own making
            reach = 0.75 * side + 8
            x, y = (int(max(0, c - reach)) for c in centre)
            photograph = photograph[y : int(centre[1] + reach), x : int(centre[0] + reach)]
            matrix[:, 2] += matrix[:, :2] @ np.float64([x, y])
            photograph = cv2.GaussianBlur(photograph, (0, 0), 0.4 * step)
            mesh = mesh - [x, y]
        return self.warp(photograph, matrix), mesh @ matrix[:, :2].T + matrix[:, 2]

    def warp(self, picture, matrix, cubic=False):
        flags = cv2.INTER_CUBIC if cubic else cv2.INTER_LINEAR
        border = cv2.BORDER_REFLECT
        size = (CANVAS, CANVAS)
        warped = cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=border)
        return warped.astype(np.float32)

    def settings(self, strength):
        """How a camera takes a picture."""
        return {
            'light': self.random.uniform(-12, 12, 3) * strength,
            'contrast': self.between(1 - 0.2 * strength, 1 + 0.2 * strength),
            'colour': self.between(1 - 0.3 * strength, 1 + 0.3 * strength),
            'smaller': self.between(0.45, 0.95) if self.chance(0.4 * strength) else 1,
            'blur': self.between(0.3, 1.1) if self.chance(0.4 * strength) else 0,
            'sharpen': self.between(0.3, 1.3) if self.chance(0.3 * strength) else 0,
            'noise': self.between(0.5, 7) if self.chance(0.1 + 0.4 * strength) else 0,
            'fine': self.between(0, 0.9),
            'quality': self.between(45, 98) if self.chance(0.1 + 0.5 * strength) else 0,
        }

    def other(self, taken):
        """Settings of a second picture: most are not as before."""
        fresh = self.settings(1)
        mixed = {
            name: fresh[name] if self.chance(0.9) else value for name, value in taken.items()
        }
        if self.chance(0.5):  # else of quite another colour
            mixed['light'] = taken['light'] + self.random.uniform(-9, 9, 3)
            mixed['contrast'] = taken['contrast'] * self.between(0.88, 1.12)
            mixed['colour'] = taken['colour'] * self.between(0.85, 1.15)
        return mixed

    def camera(self, scene, taken):
        grey = scene.mean(2, keepdims=True)
        light = (grey + (scene - grey) * taken['colour'] - 128) * taken['contrast'] + 128
        light = light + taken['light'].astype(np.float32)
        return self.texture(light, taken)

    def texture(self, light, taken):
        """What lens, sensor and file format do to fine structure."""
        if taken['smaller'] < 1:
            light = self.resized(light, taken['smaller'])
        if taken['blur']:
            light = cv2.GaussianBlur(light, (0, 0), taken['blur'])
        if taken['sharpen']:
            light = light + (light - cv2.GaussianBlur(light, (0, 0), 1.1)) * taken['sharpen']
        if taken['noise']:
            noise = self.random.standard_normal(light.shape).astype(np.float32)
            if taken['fine'] > 0.3:
                noise = cv2.GaussianBlur(noise, (0, 0), taken['fine']) * (1 + taken['fine'])
            light = light + noise * taken['noise']
        return self.compressed(light, taken['quality']) if taken['quality'] else light

    def resized(self, picture, share):
        side = max(24, round(CANVAS * share))
        small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
        size, grown = (CANVAS, CANVAS), cv2.INTER_CUBIC if self.chance(0.5) else cv2.INTER_LINEAR
        return cv2.resize(small, size, interpolation=grown)

    def compressed(self, picture, quality):
        kind = '.webp' if self.chance(0.25) else '.jpg'  # WebP is a frame of a video codec
        setting = cv2.IMWRITE_WEBP_QUALITY if kind == '.webp' else cv2.IMWRITE_JPEG_QUALITY
        picture = np.clip(picture, 0, 255).astype(np.uint8)
        file = cv2.imencode(kind, picture, [setting, int(quality)])[1]
        return cv2.imdecode(file, cv2.IMREAD_COLOR).astype(np.float32)

    def moved(self, scene, much):
        """Turned, resized and shifted a little, as a part that was pasted by hand."""
        shift = self.random.uniform(-5, 5, 2) * much
        scale = self.between(1 - 0.05 * much, 1 + 0.05 * much)
        matrix = turned((CANVAS / 2, CANVAS / 2), self.between(-3, 3) * much, scale, shift)
        return self.warp(scene, matrix, self.chance(0.5))

    def look_alike(self, base, scene, points, mask, taken):
        """Another person's face on this one's landmarks, with colours that come near."""
        photograph, mesh = self.photographs.like(scene, points, self.random)
        matrix, _ = cv2.estimateAffinePartial2D(mesh, points)
        matrix[:, 2] += self.random.uniform(-2, 2, 2)
        step = 1 / np.hypot(matrix[0, 0], matrix[0, 1])
        if step > 1.2:
            photograph = cv2.GaussianBlur(photograph, (0, 0), 0.4 * step)
        source = self.camera(self.warp(photograph, matrix, self.chance(0.5)), self.other(taken))
        weights = mask[..., None] + 1e-6
        means, spreads = [], []
        for picture in (source, base):
            mean = (picture * weights).sum((0, 1)) / weights.sum()
            means.append(mean)
            variance = ((picture - mean) ** 2 * weights).sum((0, 1)) / weights.sum()
            spreads.append(np.sqrt(variance) + 1)
        alike = self.between(0.5, 1)
        spread = 1 + alike * (np.clip(spreads[1] / spreads[0], 0.6, 1.6) - 1)
        matched = (source - means[0]) * spread + means[0] + alike * (means[1] - means[0])
        return matched.astype(np.float32)

    def liquefied(self, base, points):
        """A part that grew, shrank or moved: what surrounds it is stretched."""
        part = (EYES[0], EYES[1], NOSE, MOUTH)[self.random.integers(4)]
        centre, reach = points[part].mean(0), np.ptp(points[part], 0).max() * self.between(0.6, 1)
        at = np.arange(CANVAS, dtype=np.float32)
        x, y = np.meshgrid(at, at)
        fall = np.exp(-((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (2 * reach**2))
        grow, (dx, dy) = self.between(-0.2, 0.2), self.random.uniform(-5, 5, 2)
        maps = (x + fall * (grow * (x - centre[0]) + dx), y + fall * (grow * (y - centre[1]) + dy))
        maps = [one.astype(np.float32) for one in maps]
        border = cv2.BORDER_REFLECT
        return cv2.remap(base, *maps, interpolation=cv2.INTER_LINEAR, borderMode=border)

    def redrawn(self, base):
        """A part at another resolution, as networks generate it, sometimes with their lattice."""
        source = self.resized(base, self.between(0.3, 0.7))
        if self.chance(0.5):
            soft = cv2.GaussianBlur(source, (0, 0), 1.5)
            source = source + (source - soft) * self.between(0.5, 1.5)
        if self.chance(0.3):
            lattice = np.indices((CANVAS, CANVAS)).sum(0) % 2 * 2 - 1
            source = source + (lattice * self.between(0.5, 3)).astype(np.float32)[..., None]
        return source + np.float32(self.random.uniform(-4, 4, 3))

    def seamless(self, source, base, mask):
        """Poisson blending."""
        hard = (mask > 0.4).astype(np.uint8) * 255
        hard[[0, -1]] = 0
        hard[:, [0, -1]] = 0
        x, y, width, height = cv2.boundingRect(hard)
        centre = (x + width // 2, y + height // 2)
        pictures = [np.clip(one, 0, 255).astype(np.uint8) for one in (source, base)]
        return cv2.seamlessClone(*pictures, hard, centre, cv2.NORMAL_CLONE).astype(np.float32)

    def mask(self, points):
        """0..1 where the forgery is: the face, or parts of it, bent and feathered at random."""
        mask = np.zeros((CANVAS, CANVAS), np.uint8)
        if self.chance(0.35):
            regions = [OVAL] if self.chance(0.6) else [EYES[0] + EYES[1] + NOSE + MOUTH]
        else:
            parts = [EYES[0], EYES[1], NOSE, MOUTH]
            order = self.random.permutation(4)
            chosen = order[: self.random.choice((1, 2, 3, 4), p=(0.3, 0.35, 0.2, 0.15))]
            regions = [parts[part] for part in chosen]
        for region in regions:
            corners = points[region] + self.random.standard_normal((len(region), 2)) * 1.5
            grow = self.between(0.88, 1.08) if region is OVAL else self.between(0.95, 1.45)
            centre = corners.mean(0)
            hull = cv2.convexHull(np.int32(centre + (corners - centre) * grow))
            cv2.fillPoly(mask, [hull], 255)
        mask = mask.astype(np.float32) / 255
        if self.chance(0.6):
            bend = self.random.standard_normal((6, 6, 2)).astype(np.float32) * self.between(1, 5)
            bend = cv2.resize(bend, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
            at = np.arange(CANVAS, dtype=np.float32)
            x, y = np.meshgrid(at, at)
            mask = cv2.remap(mask, x + bend[..., 0], y + bend[..., 1], cv2.INTER_LINEAR)
        mask = cv2.GaussianBlur(mask, (0, 0), np.exp(self.between(np.log(0.5), np.log(6))))
        return mask / max(mask.max(), 1e-3)

    def finish(self, picture, strength):
        """What happens to a picture, genuine or not, on its way here."""
        if self.chance(0.3 * strength):  # resampled once more
            picture = self.moved(picture, 0.5)
        if self.chance(0.3 * strength):
            picture = self.overlaid(picture)
        taken = self.settings(strength)
        if self.chance(0.5 * strength):
            picture = self.camera(picture, taken)
        elif self.chance(strength):
            picture = self.compressed(picture, self.between(55, 98))
        picture = cv2.resize(np.clip(picture, 0, 255), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        return picture.round().astype(np.uint8)

    def overlaid(self, picture):
        """Light from a side, and what programs and objects draw over a face: no forgery."""
        picture = picture.copy()
        if self.chance(0.5):
            soft = self.random.standard_normal((4, 4, 1)).astype(np.float32)
            soft = cv2.resize(soft, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
            picture = picture * (1 + soft * self.between(0.02, 0.12))[..., None]
        colour = [float(c) for c in self.random.uniform(0, 255, 3)]
        x, y, width, height = (int(c) for c in self.random.uniform(0.1, 0.9, 4) * CANVAS)
        kind = self.random.integers(5)
        thick = int(self.random.integers(1, 4))
        if kind == 0:
            axes = (width // 2 + 5, height // 2 + 5)
            cv2.ellipse(picture, (x, y), axes, 0, 0, 360, colour, thick, cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(picture, (x, y), (x + width, y + height), colour, thick)
        elif kind == 2:
            text, size = str(self.random.integers(1000)), self.between(0.4, 1.2)
            cv2.putText(picture, text, (x, y), 0, size, colour, thick, cv2.LINE_AA)
        elif kind == 3:
            cv2.line(picture, (x, y), (width, height), colour, thick * 2, cv2.LINE_AA)
        else:  # something before the face
            centre, axes = (x, CANVAS - 10), (width // 3 + 8, height // 3 + 8)
            cv2.ellipse(picture, centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
        return picture
