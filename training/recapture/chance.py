"""Random numbers as the simulation asks for them."""
import cv2
import numpy as np

N = 192  # pixels of the camera across what is judged
X, Y = np.meshgrid(np.arange(N, dtype=np.float32), np.arange(N, dtype=np.float32))


class Chance:
    def __init__(self, seed):
        self.numbers = np.random.default_rng(seed)
        grains = np.random.default_rng(0).standard_normal((600, 600, 3))
        self.grains = grains.astype(np.float32)

    def between(self, low, high):
        return float(self.numbers.uniform(low, high))

    def decades(self, low, high):
        """Between, with equal chances for equal ratios."""
        return float(np.exp(self.numbers.uniform(np.log(low), np.log(high))))

    def often(self, share):
        return self.numbers.random() < share

    def whole(self, low, high):
        """low ≤ n < high"""
        return int(self.numbers.integers(low, high))

    def many(self, low, high, count):
        return self.numbers.uniform(low, high, count)

    def noise(self):
        """[N, N, 3] of unit variance: a window of what was drawn once."""
        y, x = self.numbers.integers(0, 600 - N, 2)
        return np.ascontiguousarray(self.grains[y : y + N, x : x + N])

    def smooth(self, knots, channels=1):
        """Slowly varying noise [N, N, channels]."""
        noise = self.numbers.standard_normal((knots, knots, channels)).astype(np.float32)
        return cv2.resize(noise, (N, N), interpolation=cv2.INTER_CUBIC).reshape(N, N, channels)

    def colour(self, saturation=0.25, low=0.03, high=0.95):
        strength = saturation if self.often(0.3) else saturation * 0.4
        grey = self.between(low, high)
        return np.clip(grey * (1 + self.many(-strength, strength, 3)), 0, 1).astype(np.float32)


def power(picture, exponent):
    return cv2.pow(np.ascontiguousarray(picture, np.float32), exponent)


def blur(picture, pixels):
    return cv2.GaussianBlur(picture, (0, 0), pixels)


def polygon(picture, corners, value):
    """Fills a convex polygon, with smooth edges, in place."""
    fixed = np.int32(np.round(np.asarray(corners) * 16))
    values = [float(v) for v in value] if np.ndim(value) else float(value)
    cv2.fillConvexPoly(picture, fixed, values, cv2.LINE_AA, 4)


def rectangle(x0, y0, x1, y1):
    return np.float32([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def turn(angle):
    return np.float32([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
