"""The recapture detector: colours, fine texture and spectrum of a face with its surroundings."""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from simulate import KINDS, SIDE


def convolution(ins, outs, stride=1):
    layers = nn.Conv2d(ins, outs, 3, stride, 1, bias=False), nn.BatchNorm2d(outs), nn.ReLU(True)
    return nn.Sequential(*layers)


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.norm.weight)

    def forward(self, x):
        return F.relu(x + self.norm(self.second(self.first(x))))


class Spectrum(nn.Module):
    """Log power spectrum by matrix products, which every runtime knows: [N, C, SIDE / 2, SIDE]."""

    def __init__(self):
        super().__init__()
        at = np.arange(SIDE)
        taper = np.hanning(SIDE)[:, None]
        turns = 2 * np.pi * np.outer(at, at) / SIDE
        self.register_buffer("cos", torch.tensor(np.cos(turns) * taper, dtype=torch.float32))
        self.register_buffer("sin", torch.tensor(np.sin(turns) * taper, dtype=torch.float32))

    def forward(self, x):
        planes = torch.stack([x.mean(1), x[:, 0] - x[:, 2]], 1)
        planes = planes - planes.mean((2, 3), keepdim=True)
        real = self.cos.T @ planes @ self.cos - self.sin.T @ planes @ self.sin
        imaginary = self.sin.T @ planes @ self.cos + self.cos.T @ planes @ self.sin
        power = torch.log(real * real + imaginary * imaginary + 1e-3)[:, :, : SIDE // 2]
        # Low frequencies of x in the middle, as those of y lie at the top.
        power = torch.cat([power[..., SIDE // 2 :], power[..., : SIDE // 2]], 3)
        return power - power.mean((2, 3), keepdim=True)


class Network(nn.Module):
    """[N, 3, SIDE, SIDE] RGB 0..1 to logits [N, 3] of KINDS."""

    def __init__(self):
        super().__init__()
        kernel = torch.tensor([[1.0, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16
        self.register_buffer("kernel", kernel[None, None].repeat(3, 1, 1, 1))
        self.picture = nn.Sequential(
            convolution(6, 16, 2), convolution(16, 24, 2), Residual(24), convolution(24, 48, 2),
            Residual(48), convolution(48, 80, 2), Residual(80),
        )  # fmt: skip
        self.spectrum = nn.Sequential(
            Spectrum(), nn.BatchNorm2d(2), convolution(2, 12, 2), convolution(12, 24, 2),
            convolution(24, 32, 2),
        )  # fmt: skip
        self.drop = nn.Dropout(0.2)
        self.classes = nn.Linear(2 * 80 + 2 * 32, len(KINDS))

    def forward(self, x):
        x = x - 0.5
        smooth = F.conv2d(F.pad(x, (1, 1, 1, 1), "replicate"), self.kernel, groups=3)
        features = []
        for branch in (self.picture(torch.cat([x, (x - smooth) * 8], 1)), self.spectrum(x)):
            features += [branch.mean((2, 3)), branch.amax((2, 3))]
        return self.classes(self.drop(torch.cat(features, 1)))
