"""The network, and its ONNX form."""
import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from torch import nn

SIDE = 128  # pixels of its input
WIDE = 3  # face widths of its input, where the picture has them


def block(inputs, outputs, stride=1):
    convolution = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(True))


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = block(width, width)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        nn.init.zeros_(self.norm.weight)

    def forward(self, x):
        return F.relu(x + self.norm(self.second(self.first(x))))


class Network(nn.Module):
    """RGB [n, 3, SIDE, SIDE], 0..1, to logits of live, screen and print."""

    def __init__(self):
        super().__init__()
        layers = [block(3, 24, 2), block(24, 32, 2), Residual(32)]
        for inputs, outputs in ((32, 64), (64, 112), (112, 160)):
            layers += [block(inputs, outputs, 2), Residual(outputs)]
        self.layers = nn.Sequential(*layers)
        self.drop = nn.Dropout(0.2)
        self.last = nn.Linear(320, 3)

    def forward(self, x):
        seen = self.layers(x - 0.5)
        return self.last(self.drop(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1)))


def take_up(network, path):
    """Sets the weights of an exported network: its norms are part of its convolutions there."""
    graph = onnx.load(path).graph
    halves = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Cast"}
    values = {value.name: numpy_helper.to_array(value) for value in graph.initializer}
    kept = [
        [torch.tensor(values[halves.get(name, name)], dtype=torch.float32) for name in node.input[1:]]
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    ]
    modules = list(network.modules())
    convolutions = [module for module in modules if isinstance(module, nn.Conv2d)]
    norms = [module for module in modules if isinstance(module, nn.BatchNorm2d)]
    with torch.no_grad():
        for convolution, norm, (weight, bias) in zip(convolutions, norms, kept):
            convolution.weight.copy_(weight)
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            norm.bias.copy_(bias)
        network.last.weight.copy_(kept[-1][0])
        network.last.bias.copy_(kept[-1][1])


class Exported(nn.Module):
    """Logits of live and of either attack; they are equal at `threshold`."""

    def __init__(self, network, threshold):
        super().__init__()
        self.network = network
        self.threshold = threshold

    def forward(self, x):
        live, screen, paper = self.network(x).split(1, 1)
        attack = torch.log(torch.exp(screen) + torch.exp(paper))
        return torch.cat([live - self.threshold, attack], 1)


def export(network, threshold, path):
    """Writes the network as ONNX, its weights as float16."""
    torch.onnx.export(
        Exported(network.eval(), threshold), torch.zeros(1, 3, SIDE, SIDE), path,
        opset_version=13, input_names=["input"], output_names=["output"],
    )  # fmt: skip
    model = onnx.load(path)
    casts = []
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.size < 100:
            continue
        half = numpy_helper.from_array(values.astype(np.float16), f"{weights.name}.half")
        casts.append(helper.make_node("Cast", [half.name], [weights.name], to=TensorProto.FLOAT))
        weights.CopyFrom(half)
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, path)
