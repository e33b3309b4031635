/** Convolutions and pooling of TensorFlow.js, with its padding rules, as ONNX operations. */
import { BATCH, type Lowering, type Operand, type Value } from './lowering.ts';
import type { TfjsNode } from './tfjs-graph.ts';
import { type Constant, transpose } from './weights.ts';

interface Window {
  /** Output height and width. */
  readonly size: readonly [number, number];
  /** [top, left, bottom, right], in ONNX order. */
  readonly pads: readonly [number, number, number, number];
}

/** A sliding window. `SAME` pads as TensorFlow does: the odd pixel at the bottom and right. */
function slide(
  input: readonly number[],
  kernel: readonly number[],
  strides: readonly number[],
  dilations: readonly number[],
  padding: string,
): Window {
  const axis = (index: 0 | 1): [size: number, before: number, after: number] => {
    const extent = (kernel[index]! - 1) * dilations[index]! + 1;
    const length = input[index]!;
    const stride = strides[index]!;
    if (padding === 'SAME') {
      const size = Math.ceil(length / stride);
      const total = Math.max((size - 1) * stride + extent - length, 0);
      return [size, Math.floor(total / 2), total - Math.floor(total / 2)];
    }
    return [Math.floor((length - extent) / stride) + 1, 0, 0];
  };
  const [height, top, bottom] = axis(0);
  const [width, left, right] = axis(1);
  return { size: [height, width], pads: [top, left, bottom, right] };
}

const spatial = (list: readonly number[]) => [list[1]!, list[2]!] as const;

/**
 * Computes x for x ≥ 0 and slope × x below, as slope × x + (1 − slope) × Relu(x). The products are
 * depth-wise 1 × 1 convolutions. ONNX Runtime's PRelu takes half of the time of a face mesh: it is
 * not vectorised, and leaves the blocked memory layout of the convolutions around it.
 */
function prelu(input: Value, slopes: Constant, name: string, to: Lowering): Value {
  const channels = input.shape.at(-1)!;
  const scaled = (value: string, factors: Float32Array, part: string): string => {
    const weights = to.graph.floats(`${name}/${part}`, [channels, 1, 1, 1], factors);
    return to.graph.node('Conv', [value, weights], { kernel_shape: [1, 1], group: channels });
  };
  const positive = to.graph.node('Relu', [input.name], {}, `${name}/positive`);
  const factors = Float32Array.from(slopes.data);
  const below = scaled(input.name, factors, 'slopes');
  const above = scaled(
    positive,
    factors.map((slope) => 1 - slope),
    'rest',
  );
  return to.emit('Add', [below, above], {}, name, input.shape, 'nchw');
}

/** The activation at the end of a fused operation; `slopes` belong to a PReLU. */
export function activation(
  name: string,
  input: Value,
  node: TfjsNode,
  slopes: Operand | undefined,
  to: Lowering,
): Value {
  if (name === 'Prelu') return prelu(input, slopes as Constant, node.name, to);
  return to.emit('Relu', [input.name], {}, node.name, input.shape, input.layout);
}

/** Conv2D, depthwise and fused forms: (input, filter, bias?, slopes?). */
export function convolution(node: TfjsNode, inputs: readonly Operand[], to: Lowering): Value {
  const depthwise = node.op.includes('Depthwise');
  const filter = inputs[1] as Constant;
  const [height, width, channels, multiplier] = filter.shape as [number, number, number, number];
  const weights = depthwise
    ? transpose(
        { shape: [height, width, 1, channels * multiplier], data: filter.data },
        [3, 2, 0, 1],
      )
    : transpose(filter, [3, 2, 0, 1]);

  const input = inputs[0] as Value;
  const strides = spatial(node.integers('strides'));
  const dilations = spatial(node.integers('dilations'));
  const window = slide(
    input.shape.slice(1, 3),
    [height, width],
    strides,
    dilations,
    node.text('padding'),
  );

  const fused = node.texts('fused_ops');
  const operands = [input.name, to.floats(`${node.name}/filter`, weights)];
  if (fused.includes('BiasAdd'))
    operands.push(to.floats(`${node.name}/bias`, inputs[2] as Constant));
  const output = to.emit(
    'Conv',
    operands,
    {
      kernel_shape: [height, width],
      strides,
      dilations,
      pads: window.pads,
      group: depthwise ? channels : 1,
    },
    fused.length > 1 ? `${node.name}/conv` : node.name,
    [BATCH, ...window.size, weights.shape[0]!],
    'nchw',
  );
  const after = fused.find((name) => name !== 'BiasAdd');
  return after === undefined ? output : activation(after, output, node, inputs[3], to);
}

/** MaxPool. */
export function pooling(node: TfjsNode, inputs: readonly Operand[], to: Lowering): Value {
  const input = inputs[0] as Value;
  const kernel = spatial(node.integers('ksize'));
  const strides = spatial(node.integers('strides'));
  const shape = input.shape.slice(1, 3);
  const window = slide(shape, kernel, strides, [1, 1], node.text('padding'));
  const pooled = to.emit(
    'MaxPool',
    [input.name],
    { kernel_shape: kernel, strides, pads: window.pads },
    node.name,
    [BATCH, ...window.size, input.shape[3]!],
    'nchw',
  );
  return input.shape[3]! % 16 === 0 ? pooled : moreChannels(pooled, 0, `${node.name}/blocked`, to);
}

/** Adds channels of zeros by a 1 × 1 convolution: a Pad would leave the blocked layout. */
function moreChannels(source: Value, added: number, name: string, to: Lowering): Value {
  const channels = source.shape[3]!;
  const identity = new Float32Array((channels + added) * channels);
  for (let channel = 0; channel < channels; channel++) identity[channel * (channels + 1)] = 1;
  const weights = to.graph.floats(`${name}/identity`, [channels + added, channels, 1, 1], identity);
  const shape = [...source.shape.slice(0, 3), channels + added];
  return to.emit('Conv', [source.name, weights], { kernel_shape: [1, 1] }, name, shape, 'nchw');
}

/** Pads with further channels of zeros. */
export function padding(node: TfjsNode, inputs: readonly Operand[], to: Lowering): Value {
  const amounts = (inputs[1] as Constant).data;
  return moreChannels(inputs[0] as Value, amounts[7]!, node.name, to);
}
