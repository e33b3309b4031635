"""The forgery detector: says of a face whether it was forged, and where."""
import torch
import torch.nn.functional as F
from torch import nn


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


class Network(nn.Module):
    """[N, 3, SIDE, SIDE] RGB 0..1 to the logit of a forgery [N] and those of its map [N, MAP, MAP]."""

    def __init__(self):
        super().__init__()
        kernel = torch.tensor([[1.0, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16
        self.register_buffer('kernel', kernel[None, None].repeat(3, 1, 1, 1))
        self.fine = nn.Sequential(
            convolution(6, 20, 2), convolution(20, 32, 2), Residual(32), convolution(32, 72, 2),
            Residual(72),
        )  # fmt: skip
        self.coarse = nn.Sequential(convolution(72, 112, 2), Residual(112))
        self.map = nn.Conv2d(72 + 112, 1, 1)
        self.whole = nn.Linear(2 * 112 + 2, 1)

    def forward(self, x):
        x = x - 0.5
        smooth = F.conv2d(F.pad(x, (1, 1, 1, 1), 'replicate'), self.kernel, groups=3)
        fine = self.fine(torch.cat([x, (x - smooth) * 8], 1))
        coarse = self.coarse(fine)
        grown = F.interpolate(coarse, scale_factor=2.0)
        forged = self.map(torch.cat([fine, grown], 1))
        pools = [coarse.mean((2, 3)), coarse.amax((2, 3)), forged.mean((2, 3)), forged.amax((2, 3))]
        return self.whole(torch.cat(pools, 1))[:, 0], forged[:, 0]
