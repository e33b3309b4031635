"""Simulated presentations: a person before a camera, or a picture of one on a screen or a print.

Both go through the same random cameras. The pictures that are shown have seen a camera before, as
half of the live ones have. A fifth of the attacks fill the frame; of the others the device or sheet
is seen, held before a room, with what a telephone draws around a photograph.
"""
import cv2
import numpy as np
from camera import camera
from chance import N, Chance, blur, polygon, power, rectangle, turn
from media import controls, hand, near_things, paper, screen
from network import SIDE, WIDE
from scenes import Scenes

KINDS = ("live", "screen", "print")
# Classes of a sample: how much of it is bona fide, of screens, of prints.
SHARES = (0.5, 0.3, 0.2)
MEDIA = {"screen": screen, "print": paper}


class Simulator:
    def __init__(self, seed, photographs):
        self.chance = Chance(seed)
        self.scenes = Scenes(self.chance, photographs)

    def sample(self, kind):
        """One presentation as RGB [SIDE, SIDE, 3]."""
        c = self.chance
        view = c.between(1.6, WIDE + 0.05) if c.often(0.5) else c.between(2.7, WIDE + 0.05)
        if kind == "live":
            value = self.scenes.person(view)
            if c.often(0.2):
                value = np.clip(near_things(c, value.copy()), 0, 1)
            if c.often(0.5):
                value = camera(c, power(value, 2.2), mild=c.often(0.5))
            light = power(value, 2.2)
        else:
            light = np.clip(self.attack(view, kind), 0, None)
            if c.often(0.75):  # exposed by all of the picture, or by its middle
                part = light if c.often(0.4) else light[N // 4 : 3 * N // 4, N // 4 : 3 * N // 4]
                light = light * (c.decades(0.16, 0.7) / max(0.02, part.mean()))
            light = np.clip(light, 0, 1.8)
        picture = np.uint8(np.clip(camera(c, light) * 255, 0, 255))
        return cv2.resize(self.bars(picture), (SIDE, SIDE), interpolation=cv2.INTER_AREA)

    def attack(self, view, kind):
        """Light of a picture that is presented."""
        c = self.chance
        shown = self.scenes.person(view)
        if c.often(0.65):
            shown = camera(c, power(shown, 2.2), mild=c.often(0.5))
        if c.often(0.2):
            return MEDIA[kind](c, shown, self.scenes.room)
        plane, held = self.device(shown, N / view, kind)
        corners, tilt = rectangle(0, 0, N, N), c.between(0, 0.06)
        turned = (corners - N / 2) @ turn(np.deg2rad(c.between(-12, 12))).T
        tilted = (turned * (1 + c.many(-tilt, tilt, (4, 1))) + N / 2).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(corners, tilted)
        plane = cv2.warpPerspective(plane, matrix, (N, N), borderMode=cv2.BORDER_REPLICATE)
        held = cv2.warpPerspective(held, matrix, (N, N))
        room = self.behind(held)
        light = room * (1 - held[..., None]) + plane * held[..., None]
        return hand(c, light, held, room.mean()) if c.often(0.6) else light

    def device(self, shown, face, kind):
        """Light of device or sheet in its plane, and its mask; `face`: pixels of the face."""
        c = self.chance
        wide = c.between(1.3, 2.6) * face
        upright = kind == "screen" and c.often(0.75)
        high = wide * (c.between(1.7, 2.3) if upright else c.between(0.65, 1.5))
        x = N / 2 + c.between(-0.25, 0.25) * max(0, wide - face * 1.1)
        y = N / 2 + c.between(-0.3, 0.35) * max(0, high - face * 1.4)

        def around(w, h):
            return rectangle(x - w / 2, y - h / 2, x + w / 2, y + h / 2)

        value, case = shown.copy(), 0
        if kind == "screen":
            controls(c, value, (x, y, wide, high), face)
            side = c.decades(0.01, 0.13)
            end = c.decades(0.01, 0.25) if c.often(0.5) else side
            body = c.colour(0.08, 0, 0.12) if c.often(0.85) else c.colour(0.1, 0.6, 1)
            size = (wide * (1 + side), high + wide * end)
            case = c.between(0, 0.05) if c.often(0.5) else 0
        else:
            margin = 1 + (c.between(0.02, 0.3) if c.often(0.6) else 0)
            body, size = c.colour(0.06, 0.75, 1), (wide * margin, high * margin)
        light = MEDIA[kind](c, value, self.scenes.room)
        inner, outer = np.zeros((N, N), np.float32), np.zeros((N, N), np.float32)
        polygon(inner, around(wide, high), 1.0)
        if kind == "screen" and c.often(0.35) and wide > 20:  # round corners
            inner = blur((blur(inner, max(0.5, wide * 0.03)) > 0.5).astype(np.float32), 0.6)
        polygon(outer, around(*size), 1.0)
        frame = power(np.tile(body, (N, N, 1)), 2.2) * (1 + c.smooth(2) * c.between(0, 0.2))
        plane = frame * (1 - inner[..., None]) + light * inner[..., None]
        if case:
            cover, edge = power(np.tile(c.colour(0.3), (N, N, 1)), 2.2), outer[..., None]
            plane = plane * edge + cover * (1 - edge)
            outer = np.zeros((N, N), np.float32)
            polygon(outer, around(*(length + wide * case for length in size)), 1.0)
        return np.float32(plane), outer

    def behind(self, held):
        """Light of the room, perhaps with the attacker in it, and the shadow of what is held."""
        c = self.chance
        room = self.scenes.person(c.between(1.6, 4)) if c.often(0.35) else self.scenes.room()
        if c.often(0.5):
            aside = c.often(0.5)
            room = np.roll(room, int(c.between(-0.5, 0.5) * N), 1) if aside else blur(room, c.between(0.5, 5))
        light = power(room, 2.2) * c.decades(0.25, 1.6)
        if c.often(0.4):
            moved = np.roll(held, (int(c.between(0, 8)), int(c.between(-8, 8))), (0, 1))
            light = light * (1 - 0.5 * blur(moved, c.between(2, 8))[..., None])
        return light

    def bars(self, picture):
        """Some files were padded at their sides, of live people as of attacks."""
        c = self.chance
        if not c.often(0.2):
            return picture
        bar = int(c.between(0.03, 0.28) * N)
        width = N - 2 * bar if c.often(0.7) else N - bar
        padded = np.full_like(picture, 0 if c.often(0.9) else 255)
        start = (N - width) // 2
        padded[:, bar : bar + width] = picture[:, start : start + width]
        return padded
