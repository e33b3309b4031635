"""Photographs as a camera sees them: of a person, of a screen and of a print that fill the frame.

Both classes pass the same random camera (lens, light, sensor, white balance, tone, size, JPEG), so
that nothing but the medium tells them apart. A medium that fills the frame has no border.
"""
import cv2
import numpy as np

SENSOR = 192  # pixels of the camera across what is judged
SIDE = 112  # pixels of the network's input
KINDS = ("live", "screen", "print")
# Classes of a sample: how much of it is bona fide, of screens, of prints.
SHARES = (0.5, 0.3, 0.2)


class Simulator:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        at = np.arange(SENSOR, dtype=np.float32)
        self.x, self.y = np.meshgrid(at, at)

    def between(self, low, high):
        return float(self.random.uniform(low, high))

    def chance(self, share):
        return self.random.random() < share

    def smooth(self, knots, channels=1):
        """Slowly varying noise [SENSOR, SENSOR, channels] of about unit variance."""
        noise = self.random.standard_normal((knots, knots, channels)).astype(np.float32)
        grown = cv2.resize(noise, (SENSOR, SENSOR), interpolation=cv2.INTER_CUBIC)
        return grown.reshape(SENSOR, SENSOR, channels)

    def sample(self, photograph, box, kind):
        """One presentation as [SIDE, SIDE, 3]; `box` is x, y, width, height of the face."""
        scene = self.frame(photograph, box)
        if kind != "live":
            scene = self.camera(scene, first=True)  # the picture that is shown was taken, too
            scene = self.screen(scene) if kind == "screen" else self.print(scene)
        return self.camera(scene)

    def frame(self, photograph, box):
        """The face with surroundings as linear light 0..1, at a random size and angle."""
        x, y, width, height = box
        reach = self.between(1.35, 2.3)
        across, along = (side * reach / SENSOR for side in (width, height))
        angle = np.deg2rad(self.between(-8, 8))
        cos, sin = np.cos(angle), np.sin(angle)
        turn = np.float32([[across * cos, -along * sin], [across * sin, along * cos]])
        centre = np.float32([x + width / 2, y + height / 2])
        centre += self.random.uniform(-0.12, 0.12, 2).astype(np.float32) * [width, height]
        shift = centre - turn @ np.float32([SENSOR / 2, SENSOR / 2])
        step = max(across, along)
        if step > 1.5:  # no aliases of our own making
            photograph = cv2.GaussianBlur(photograph, (0, 0), step * 0.4)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warp = np.column_stack([turn, shift])
        size, border = (SENSOR, SENSOR), cv2.BORDER_REFLECT
        cut = cv2.warpAffine(photograph, warp, size, flags=flags, borderMode=border)
        if self.chance(0.5):
            cut = cut[:, ::-1]
        return (np.ascontiguousarray(cut).astype(np.float32) / 255) ** 2.2

    def grating(self, cycles, angle, phase, bend):
        """cos of a grating as sampled at the pixels: what is finer than they are becomes moiré."""
        u, v = self.x / SENSOR - 0.5, self.y / SENSOR - 0.5
        along = (self.x * np.cos(angle) + self.y * np.sin(angle)) * cycles
        bent = bend[0] * u * u + bend[1] * v * v + bend[2] * u * v
        return np.cos(2 * np.pi * (along + bent) + phase)

    def screen(self, scene):
        """Emitted by a display: its gamma, black level, gamut, pixels and what it reflects."""
        shown = np.clip(scene, 0, 1) ** self.between(0.9, 1.35) * self.between(0.7, 1.5)
        grey = shown.mean(2, keepdims=True)
        shown = grey + (shown - grey) * self.between(0.8, 1.5)
        white = [self.between(0.8, 1.05), self.between(0.92, 1.03), self.between(0.95, 1.25)]
        shown = shown * np.float32(white)
        shown = shown + self.between(0, 0.05) ** 1.5  # glow of black
        if self.chance(0.5):  # darker away from the axis
            u, v = self.between(-60, 60), self.between(-60, 60)
            away = ((self.x - SENSOR / 2 - u) ** 2 + (self.y - SENSOR / 2 - v) ** 2) / SENSOR**2
            shown = shown * (1 - self.between(0, 0.6) * away)[..., None]
        # Pixels of the display per pixel of the sensor.
        pitch = np.exp(self.between(np.log(0.35), np.log(4)))
        angle = np.deg2rad(self.between(-15, 15))
        bend = self.random.uniform(-2, 2, 3) * pitch
        lens = np.exp(-2 * (np.pi * self.between(0.2, 0.6) * pitch) ** 2)
        depth = max(0.0, min(0.8, self.between(0.3, 1.5) * abs(np.sinc(pitch)) * lens ** 0.25))
        for axis, spread in ((0, 2 * np.pi / 3), (np.pi / 2, 0)):
            phase = self.between(0, 2 * np.pi)
            for channel in range(3):
                wave = self.grating(pitch, angle + axis, phase + spread * channel, bend)
                shown[..., channel] *= 1 + depth * (1 if axis == 0 else 0.5) * wave
        if self.chance(0.15):  # bands of a rolling shutter
            rows = np.cos(2 * np.pi * self.y / SENSOR * self.between(0.5, 5) + self.between(0, 7))
            shown = shown * (1 + self.between(0.03, 0.2) * rows)[..., None]
        return self.reflections(shown, 0.5)

    def print(self, scene):
        """Reflected by paper: narrow gamut, pale black, halftone, grain, a sheet that bends."""
        ink = np.clip(scene, 0, 1) ** (1 / 2.2)
        grey = ink.mean(2, keepdims=True)
        ink = grey + (ink - grey) * self.between(0.5, 1.1)
        low, high = self.between(0.05, 0.3), self.between(0.7, 0.97)
        ink = low + ink * (high - low)
        cycles = np.exp(self.between(np.log(0.15), np.log(2)))
        depth = self.between(0.1, 0.8) * abs(np.sinc(cycles))
        for channel, turned in enumerate((0.26, 1.31, 0.0)):
            at = turned + self.between(-0.15, 0.15)
            bend = self.random.uniform(-1, 1, 3) * cycles
            dots = self.grating(cycles, at, self.between(0, 7), bend)
            dots = dots * self.grating(cycles, at + np.pi / 2, self.between(0, 7), bend)
            tone = ink[..., channel]
            ink[..., channel] = tone + dots * depth * tone * (1 - tone)
        grain = self.random.standard_normal((SENSOR, SENSOR)).astype(np.float32)
        grain = cv2.GaussianBlur(grain, (0, 0), self.between(0.5, 2))
        ink = ink * (1 + grain * self.between(0, 0.08))[..., None]
        paper = np.clip(ink, 0, 1) ** 2.2 * np.float32(self.random.uniform(0.9, 1.05, 3))
        if self.chance(0.6):
            paper = paper * (1 + self.smooth(3) * self.between(0.02, 0.15))
        return self.reflections(paper, 0.25)

    def reflections(self, scene, share):
        """Light of the room on glass or gloss."""
        if self.chance(share):
            cx, cy = self.random.uniform(-0.1, 1.1, 2) * SENSOR
            wide, narrow = self.between(10, 70), self.between(0.3, 1)
            spot = np.exp(-((self.x - cx) ** 2 + ((self.y - cy) / narrow) ** 2) / (2 * wide**2))
            scene = scene + spot[..., None] * self.between(0.02, 0.4)
        if self.chance(share):
            scene = scene + self.between(0.005, 0.08)
        return scene

    def camera(self, scene, first=False):
        """Lens, light, sensor, white balance, tone curve, sharpening, size and JPEG."""
        light = scene * np.exp(self.between(-0.7, 0.5))
        light = light * np.float32(np.exp(self.random.uniform(-0.2, 0.2, 3)))
        if self.chance(0.4):
            light = light * np.clip(1 + self.smooth(3) * self.between(0.05, 0.25), 0.1, 3)
        if self.chance(0.3):  # flare
            light = light + self.between(0.005, 0.08)
        if self.chance(0.7):
            light = cv2.GaussianBlur(light, (0, 0), self.between(0.3, 1.6))
        noise = self.between(0.002, 0.03)
        shot = self.random.standard_normal(light.shape).astype(np.float32)
        light = np.clip(light, 0, 4)
        light = light + shot * noise * np.sqrt(light + 0.02)
        if self.chance(0.5):  # noise reduction
            light = cv2.GaussianBlur(light, (0, 0), self.between(0.3, 0.9))
        value = np.clip(light, 0, 1) ** (1 / self.between(1.9, 2.5))
        bend = self.between(-0.1, 0.3)  # contrast of the tone curve
        value = value + bend * value * (1 - value) * (2 * value - 1) * 2
        grey = value.mean(2, keepdims=True)
        value = grey + (value - grey) * self.between(0.7, 1.35)
        if self.chance(0.5):
            soft = cv2.GaussianBlur(value, (0, 0), 1.2)
            value = value + (value - soft) * self.between(0.2, 1.2)
        picture = np.clip(value * 255, 0, 255).astype(np.uint8)
        smaller = self.between(0.55, 1) if self.chance(0.5) else 1
        side = round(SENSOR * smaller)
        picture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
        if self.chance(0.85):
            quality = int(self.between(40, 97))
            picture = cv2.imdecode(cv2.imencode(".jpg", picture, [1, quality])[1], 1)
        if first:
            grown = cv2.resize(picture, (SENSOR, SENSOR), interpolation=cv2.INTER_LINEAR)
            return (grown.astype(np.float32) / 255) ** 2.2
        # The service draws the box by four neighbours a pixel.
        return cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
