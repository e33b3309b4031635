/** Converts a Caffe detector of the SSD family to ONNX, up to its three heads. */

import { OnnxGraph } from '../onnx-graph.ts';
import type { Blob } from './caffe-weights.ts';
import { priorBoxes } from './prior-boxes.ts';
import {
  messageIn,
  numberIn,
  numbersIn,
  parsePrototxt,
  type TextMessage,
  textsIn,
} from './prototxt.ts';

/** A tensor of the new graph. */
interface Value {
  readonly name: string;
  /** Lengths after the batch axis. */
  readonly shape: readonly number[];
}

interface Lowering {
  readonly graph: OnnxGraph;
  readonly layer: TextMessage;
  readonly inputs: readonly Value[];
  readonly blobs: readonly Blob[];
}

type Lower = (lowering: Lowering) => Value;

const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1);

/** A value a channel, as a tensor that broadcasts over images. */
function channelwise(graph: OnnxGraph, name: string, values: Float32Array): string {
  return graph.floats(name, [1, values.length, 1, 1], values);
}

const convolution: Lower = ({ graph, layer, inputs, blobs }) => {
  const options = messageIn(layer, 'convolution_param');
  const [, height, width] = inputs[0]!.shape as [number, number, number];
  const kernel = numberIn(options, 'kernel_size', 1);
  const pad = numberIn(options, 'pad', 0);
  const stride = numberIn(options, 'stride', 1);
  const dilation = numberIn(options, 'dilation', 1);
  const channels = numberIn(options, 'num_output', 0);
  const [weights, bias] = blobs;
  const names = [inputs[0]!.name, graph.floats('weights', weights!.shape, weights!.values)];
  if (bias !== undefined) names.push(graph.floats('bias', [channels], bias.values));
  const name = graph.node('Conv', names, {
    kernel_shape: [kernel, kernel],
    pads: [pad, pad, pad, pad],
    strides: [stride, stride],
    dilations: [dilation, dilation],
    group: numberIn(options, 'group', 1),
  });
  const along = (length: number) =>
    Math.floor((length + 2 * pad - dilation * (kernel - 1) - 1) / stride) + 1;
  return { name, shape: [channels, along(height), along(width)] };
};

/** Mean and variance are stored times a factor. */
const batchNormalisation: Lower = ({ graph, layer, inputs, blobs }) => {
  const [mean, variance, factor] = blobs;
  const divisor = factor!.values[0] === 0 ? 1 : factor!.values[0]!;
  const epsilon = numberIn(messageIn(layer, 'batch_norm_param'), 'eps', 1e-5);
  const scale = variance!.values.map((value) => 1 / Math.sqrt(value / divisor + epsilon));
  const shift = mean!.values.map((value, i) => (-value / divisor) * scale[i]!);
  const scaled = graph.node('Mul', [inputs[0]!.name, channelwise(graph, 'scale', scale)]);
  const name = graph.node('Add', [scaled, channelwise(graph, 'shift', shift)]);
  return { ...inputs[0]!, name };
};

const scale: Lower = ({ graph, inputs, blobs }) => {
  const [factor, shift] = blobs;
  const scaled = graph.node('Mul', [inputs[0]!.name, channelwise(graph, 'scale', factor!.values)]);
  const name =
    shift === undefined
      ? scaled
      : graph.node('Add', [scaled, channelwise(graph, 'shift', shift.values)]);
  return { ...inputs[0]!, name };
};

const relu: Lower = ({ graph, inputs }) => ({
  ...inputs[0]!,
  name: graph.node('Relu', [inputs[0]!.name]),
});

/** Caffe rounds the size of a pooling up. */
const pooling: Lower = ({ graph, layer, inputs }) => {
  const options = messageIn(layer, 'pooling_param');
  if (textsIn(options ?? {}, 'pool').some((kind) => kind !== 'MAX'))
    throw new Error('only maximum pooling is supported');
  const kernel = numberIn(options, 'kernel_size', 1);
  const stride = numberIn(options, 'stride', 1);
  const pad = numberIn(options, 'pad', 0);
  const [channels, height, width] = inputs[0]!.shape as [number, number, number];
  const name = graph.node('MaxPool', [inputs[0]!.name], {
    kernel_shape: [kernel, kernel],
    strides: [stride, stride],
    pads: [pad, pad, pad, pad],
    ceil_mode: 1,
  });
  const along = (length: number) => Math.ceil((length + 2 * pad - kernel) / stride) + 1;
  return { name, shape: [channels, along(height), along(width)] };
};

const sum: Lower = ({ graph, inputs }) => ({
  ...inputs[0]!,
  name: graph.node(
    'Sum',
    inputs.map(({ name }) => name),
  ),
});

/** Every pixel's channels to length 1, then times a factor a channel. */
const normalise: Lower = ({ graph, inputs, blobs }) => {
  const squares = graph.node('ReduceSumSquare', [inputs[0]!.name], { axes: [1], keepdims: 1 });
  const safe = graph.node('Add', [squares, graph.floats('epsilon', [], [1e-10])]);
  const unit = graph.node('Div', [inputs[0]!.name, graph.node('Sqrt', [safe])]);
  const factor = channelwise(graph, 'scale', blobs[0]!.values);
  return { ...inputs[0]!, name: graph.node('Mul', [unit, factor]) };
};

const permute: Lower = ({ graph, layer, inputs }) => {
  const order = numbersIn(messageIn(layer, 'permute_param'), 'order');
  const name = graph.node('Transpose', [inputs[0]!.name], { perm: order });
  return { name, shape: order.slice(1).map((axis) => inputs[0]!.shape[axis - 1]!) };
};

const flatten: Lower = ({ graph, inputs }) => ({
  name: graph.node('Flatten', [inputs[0]!.name], { axis: 1 }),
  shape: [product(inputs[0]!.shape)],
});

const concatenate: Lower = ({ graph, layer, inputs }) => {
  const axis = numberIn(messageIn(layer, 'concat_param'), 'axis', 1);
  const name = graph.node(
    'Concat',
    inputs.map((input) => input.name),
    { axis },
  );
  const shape = [...inputs[0]!.shape];
  shape[axis - 1] = inputs.reduce((total, input) => total + input.shape[axis - 1]!, 0);
  return { name, shape };
};

const reshape: Lower = ({ graph, layer, inputs }) => {
  const dims = numbersIn(messageIn(messageIn(layer, 'reshape_param'), 'shape'), 'dim');
  const all = product(inputs[0]!.shape);
  const known = product(dims.slice(1).filter((length) => length > 0));
  const name = graph.node('Reshape', [inputs[0]!.name, graph.integers('shape', dims)]);
  return { name, shape: dims.slice(1).map((length) => (length > 0 ? length : all / known)) };
};

const softmax: Lower = ({ graph, layer, inputs }) => {
  const axis = numberIn(messageIn(layer, 'softmax_param'), 'axis', 1);
  return { ...inputs[0]!, name: graph.node('Softmax', [inputs[0]!.name], { axis }) };
};

/** A constant: edges of the boxes as shares of the image, [1, boxes, 4]. */
const priorBox: Lower = ({ graph, layer, inputs }) => {
  const [, rows, columns] = inputs[0]!.shape as [number, number, number];
  const [, height, width] = inputs[1]!.shape as [number, number, number];
  const options = messageIn(layer, 'prior_box_param') ?? {};
  const boxes = priorBoxes(options, { rows, columns }, { width, height });
  const shape = [boxes.length / 4, 4];
  return { name: graph.floats('priors', [1, ...shape], boxes), shape };
};

const LAYERS: Readonly<Record<string, Lower>> = {
  Convolution: convolution,
  BatchNorm: batchNormalisation,
  Scale: scale,
  ReLU: relu,
  Pooling: pooling,
  Eltwise: sum,
  Normalize: normalise,
  Permute: permute,
  Flatten: flatten,
  Concat: concatenate,
  Reshape: reshape,
  Softmax: softmax,
  PriorBox: priorBox,
};

/** The outputs, by which boxes are decoded outside. */
const HEADS = ['mbox_loc', 'mbox_conf_flatten', 'mbox_priorbox'] as const;

/**
 * Converts the network that the text describes, with the weights of the model by layer name. The last
 * layer, which decodes boxes, is left out; its three inputs become the outputs.
 * @throws Error naming the layer that has no counterpart here
 */
export function convertCaffe(
  prototxt: string,
  weights: ReadonlyMap<string, readonly Blob[]>,
): Uint8Array {
  const net = parsePrototxt(prototxt);
  const graph = new OnnxGraph();
  for (const head of HEADS) graph.reserve(head);
  const dims = numbersIn(messageIn(net, 'input_shape'), 'dim');
  const [, ...shape] = dims.length > 0 ? dims : numbersIn(net, 'input_dim');
  const values = new Map<string, Value>([
    [textsIn(net, 'input')[0] ?? 'data', { name: graph.input('input', [1, ...shape]), shape }],
  ]);
  for (const layer of (net.layer ?? []) as readonly TextMessage[]) {
    const [type] = textsIn(layer, 'type');
    if (type === 'DetectionOutput') continue;
    const [name] = textsIn(layer, 'name');
    const inputs = textsIn(layer, 'bottom').map((bottom) => values.get(bottom));
    const lower = LAYERS[type ?? ''];
    if (lower === undefined || inputs.includes(undefined))
      throw new Error(`layer ${name} of type ${type} is not supported`);
    const lowering = { graph, layer, inputs: inputs as Value[], blobs: weights.get(name!) ?? [] };
    const fused = type === 'Concat' && textsIn(layer, 'top')[0] === 'mbox_priorbox';
    values.set(textsIn(layer, 'top')[0]!, fused ? joinPriors(lowering) : lower(lowering));
  }
  for (const head of HEADS) {
    const value = values.get(head);
    if (value === undefined) throw new Error(`the network has no ${head}`);
    graph.output(head, value.name, [1, ...value.shape]);
  }
  return graph.encode('caffe');
}

/** Ours have an axis for the boxes, where Caffe joins flat lists on its third. */
function joinPriors({ graph, inputs }: Lowering): Value {
  const name = graph.node(
    'Concat',
    inputs.map((input) => input.name),
    { axis: 1 },
  );
  return { name, shape: [inputs.reduce((total, { shape }) => total + shape[0]!, 0), 4] };
}
