/** The face-recognition network of dlib, as face-api publishes its weights, built as ONNX. */
import { OnnxGraph } from './onnx-graph.ts';
import { type Constant, transpose } from './weights.ts';

/** Residual blocks in order: name, and whether it halves the image. */
const BLOCKS: readonly (readonly [name: string, halves: boolean])[] = [
  ['conv32_1', false],
  ['conv32_2', false],
  ['conv32_3', false],
  ['conv64_down', true],
  ['conv64_1', false],
  ['conv64_2', false],
  ['conv64_3', false],
  ['conv128_down', true],
  ['conv128_1', false],
  ['conv128_2', false],
  ['conv256_down', true],
  ['conv256_1', false],
  ['conv256_2', false],
  ['conv256_down_out', true],
];

const SIDE = 150;

interface Layer {
  readonly value: string;
  readonly side: number;
  readonly channels: number;
}

/**
 * Builds the 29-layer residual network (D. E. King, dlib; weights as re-arranged by face-api).
 * Folds the affine layers after the convolutions into them.
 *
 * Input `input` [N, 3, 150, 150]; output `embedding` [N, 128], not of unit length.
 * @param weights tensors of face_recognition_model by name
 */
export function buildDlibResnet(weights: ReadonlyMap<string, Constant>): Uint8Array {
  const graph = new OnnxGraph();
  const tensor = (name: string) => weights.get(name)!;

  const convolve = (prefix: string, input: Layer, stride: 1 | 2): Layer => {
    const filters = tensor(`${prefix}/conv/filters`);
    const [scale, shift] = [tensor(`${prefix}/scale/weights`), tensor(`${prefix}/scale/biases`)];
    const bias = tensor(`${prefix}/conv/bias`);
    const { shape, data } = transpose(filters, [3, 2, 0, 1]);
    const [channels, , kernel] = shape as [number, number, number, number];
    const perChannel = data.length / channels;
    const scaled = Float32Array.from(data);
    for (let index = 0; index < scaled.length; index++)
      scaled[index]! *= scale.data[Math.floor(index / perChannel)]!;
    const shifted = Float32Array.from(
      bias.data,
      (value, channel) => value * scale.data[channel]! + shift.data[channel]!,
    );
    const operands = [
      input.value,
      graph.floats(`${prefix}/filters`, shape, scaled),
      graph.floats(`${prefix}/bias`, [channels], shifted),
    ];
    // Halving convolutions are unpadded; the others keep the size.
    const edge = stride === 2 ? 0 : (kernel - 1) / 2;
    const pads = [edge, edge, edge, edge];
    const attributes = { kernel_shape: [kernel, kernel], strides: [stride, stride], pads };
    const side = Math.floor((input.side + 2 * edge - kernel) / stride) + 1;
    return { value: graph.node('Conv', operands, attributes, prefix), side, channels };
  };

  const relu = (input: Layer, name: string): Layer => ({
    ...input,
    value: graph.node('Relu', [input.value], {}, `${name}/relu`),
  });

  // The two below are convolutions, because Pad and AveragePool would leave the blocked memory
  // layout of the layers around them in ONNX Runtime.

  /** Means of 2 × 2 pixels in the first of `channels` channels; further channels are zero. */
  const shrink = (input: Layer, channels: number, name: string): Layer => {
    const weights = new Float32Array(channels * input.channels * 4);
    for (let channel = 0; channel < input.channels; channel++)
      weights.fill(
        0.25,
        channel * (input.channels + 1) * 4,
        (channel * (input.channels + 1) + 1) * 4,
      );
    const shape = [channels, input.channels, 2, 2];
    const operands = [input.value, graph.floats(`${name}/means`, shape, weights)];
    const attributes = { kernel_shape: [2, 2], strides: [2, 2] };
    const value = graph.node('Conv', operands, attributes, `${name}/pool`);
    return { value, side: Math.floor(input.side / 2), channels };
  };

  /** Adds a row of zeros below and a column at the right if the layer is smaller than `side`. */
  const extend = (input: Layer, side: number, name: string): Layer => {
    if (input.side === side) return input;
    const ones = new Float32Array(input.channels).fill(1);
    const operands = [input.value, graph.floats(`${name}/ones`, [input.channels, 1, 1, 1], ones)];
    const pads = [0, 0, side - input.side, side - input.side];
    const attributes = { kernel_shape: [1, 1], group: input.channels, pads };
    return { ...input, side, value: graph.node('Conv', operands, attributes, `${name}/extended`) };
  };

  const residual = (name: string, input: Layer, halves: boolean): Layer => {
    const first = relu(convolve(`${name}/conv1`, input, halves ? 2 : 1), `${name}/conv1`);
    const second = convolve(`${name}/conv2`, first, 1);
    const shortcut = halves ? shrink(input, second.channels, name) : input;
    const main = extend(second, shortcut.side, name);
    const sum = graph.node('Add', [main.value, shortcut.value], {}, `${name}/sum`);
    return relu({ ...main, value: sum }, name);
  };

  const input = graph.input('input', ['N', 3, SIDE, SIDE]);
  graph.reserve('embedding');
  const stem = convolve('conv32_down', { value: input, side: SIDE, channels: 3 }, 2);
  const pooling = { kernel_shape: [3, 3], strides: [2, 2] };
  const pooled = graph.node('MaxPool', [relu(stem, 'conv32_down').value], pooling, 'pool');
  let layer: Layer = { ...stem, value: pooled, side: Math.floor((stem.side - 3) / 2) + 1 };
  for (const [name, halves] of BLOCKS) layer = residual(name, layer, halves);

  const mean = graph.node('GlobalAveragePool', [layer.value], {}, 'mean');
  const flat = graph.node('Flatten', [mean], { axis: 1 }, 'flat');
  const matrix = tensor('fc');
  const product = graph.node('Gemm', [
    flat,
    graph.floats('fc/weights', matrix.shape, Float32Array.from(matrix.data)),
  ]);
  graph.output('embedding', product, ['N', 128]);
  return graph.encode('dlib-resnet');
}
