"""A camera between light and picture: of webcams, telephones and cheap lenses, at random."""
import cv2
import numpy as np
from chance import N, blur, power


def camera(c, light, mild=False):
    """Linear light [N, N, 3] to gamma values 0..1. `mild`: a good camera in good light."""
    if not mild:
        light = expose(c, light)
    if c.often(0.75):
        light = blur(light, c.between(0.2, 0.8) if mild else c.between(0.3, 1.9))
    if c.often(0.08):
        light = shake(c, light)
    amount = c.decades(0.0007, 0.012) if c.often(0.85) else c.decades(0.01, 0.03)
    noise = c.noise()
    if c.often(0.4):
        noise = blur(noise, c.between(0.5, 1.2)) * 1.6
    light = np.clip(light, 0, 4)
    light = np.clip(light + noise * amount * np.sqrt(light + 0.02), 0, 1)
    value = power(light, 1 / c.between(1.9, 2.5))
    if c.often(0.45):
        value = telephone(c, value)
    value = np.clip(value, 0, 1)
    bend = c.between(-0.15, 0.25)  # contrast of the tone curve
    value = value + bend * value * (1 - value) * (2 * value - 1) * 2
    grey = value.mean(2, keepdims=True)
    value = grey + (value - grey) * c.between(0.65, 1.25)
    if c.often(0.6):
        value = value + (value - blur(value, c.between(0.7, 2))) * c.decades(0.15, 1.4)
    if c.often(0.3):
        value = value * c.between(0.9, 1.1) + c.between(-0.06, 0.08)
    return compress(c, np.uint8(np.clip(value * 255, 0, 255)))


def expose(c, light):
    light = light * np.exp(c.between(-0.7, 0.35))
    light = light * np.float32(np.exp(c.many(-0.12, 0.12, 3)))
    if c.often(0.3):
        light = light * np.clip(1 + c.smooth(3) * c.between(0.05, 0.2), 0.1, 3)
    if c.often(0.3):  # flare
        veil = c.between(0.005, 0.06)
        light = light * (1 - veil) + veil * c.between(0.2, 1)
    return light


def shake(c, light):
    kernel = np.zeros((9, 9), np.float32)
    cv2.line(kernel, (4, 4), (c.whole(0, 9), c.whole(0, 9)), 1.0)
    return cv2.filter2D(light, -1, kernel / kernel.sum())


def telephone(c, value):
    """Noise taken away, local contrast, lights and shadows brought together."""
    picture = np.uint8(value * 255)
    if c.often(0.6):
        picture = cv2.bilateralFilter(picture, 5, c.between(8, 40), c.between(1, 3))
    else:
        picture = cv2.medianBlur(picture, 3)
    value = picture.astype(np.float32) / 255
    if c.often(0.6):
        small = cv2.resize(value, (64, 64), interpolation=cv2.INTER_AREA)
        wide = cv2.resize(blur(small, c.between(3, 10)), (N, N))
        value = value + (value - wide) * c.between(0.1, 0.55)
        if c.often(0.5):
            value = value - (wide - 0.5) * c.between(0, 0.35)
    return value


def compress(c, picture):
    if c.often(0.5):
        scale = c.between(0.35, 1)
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if c.often(0.85):
        quality = int(c.between(40, 97))
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [1, quality])[1], 1)
    if picture.shape[0] != N:
        picture = cv2.resize(picture, (N, N), interpolation=cv2.INTER_LINEAR)
    return picture.astype(np.float32) / 255
