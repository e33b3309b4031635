/** Converts a TensorFlow Lite image network of float operators to ONNX, channels first. */
import { OnnxGraph } from './onnx-graph.ts';
import type { AttributeValue } from './onnx-schema.ts';
import type { TfliteModel, TfliteOperator } from './tflite-model.ts';

/** A tensor of the new graph: a name, or a constant. */
interface Value {
  readonly name?: string;
  readonly shape: readonly number[];
  readonly values?: Float32Array | undefined;
}

interface Lowering {
  readonly graph: OnnxGraph;
  readonly operator: TfliteOperator;
  readonly inputs: readonly Value[];
  /** Shape of the result, channels last. */
  readonly shape: readonly number[];
}

const SAME = 0;

const padding = (value: number) => (value === SAME ? 'SAME_UPPER' : 'VALID');

/** [out, height, width, in] → [out, in, height, width]; `swapped`: [in, out, height, width]. */
function weights({ graph }: Lowering, { shape, values }: Value, swapped = false): string {
  const [o, h, w, i] = shape as [number, number, number, number];
  const out = new Float32Array(values!.length);
  for (let a = 0, p = 0; a < o; a++)
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++)
        for (let b = 0; b < i; b++, p++)
          out[((swapped ? b * o + a : a * i + b) * h + y) * w + x] = values![p]!;
  return graph.floats('weights', swapped ? [i, o, h, w] : [o, i, h, w], out);
}

const bias = ({ graph, inputs }: Lowering): string =>
  graph.floats('bias', inputs[2]!.shape, inputs[2]!.values!);

/** NONE, RELU, RELU_N1_TO_1, RELU6 of the fused activation. */
function activated({ graph }: Lowering, name: string, activation: number): string {
  if (activation === 0) return name;
  if (activation === 1) return graph.node('Relu', [name]);
  if (activation !== 3) throw new Error(`fused activation ${activation} is not supported`);
  return graph.node('Clip', [name, graph.floats('zero', [], [0]), graph.floats('six', [], [6])]);
}

function convolution(lowering: Lowering): string {
  const { graph, inputs, operator } = lowering;
  const { options } = operator;
  const attributes = {
    auto_pad: padding(options?.int8(0) ?? SAME),
    strides: [options!.int32(2, 1), options!.int32(1, 1)],
    dilations: [options!.int32(5, 1), options!.int32(4, 1)],
  };
  const name = graph.node(
    'Conv',
    [inputs[0]!.name!, weights(lowering, inputs[1]!), bias(lowering)],
    attributes,
  );
  return activated(lowering, name, options!.int8(3));
}

function depthwise(lowering: Lowering): string {
  const { graph, inputs, operator } = lowering;
  const { options } = operator;
  const channels = inputs[1]!.shape[3]!;
  const attributes = {
    auto_pad: padding(options!.int8(0)),
    strides: [options!.int32(2, 1), options!.int32(1, 1)],
    group: channels / options!.int32(3, 1),
  };
  const kernel = weights(lowering, inputs[1]!, true);
  const name = graph.node('Conv', [inputs[0]!.name!, kernel, bias(lowering)], attributes);
  return activated(lowering, name, options!.int8(4));
}

function averagePool(lowering: Lowering): string {
  const { graph, inputs, operator } = lowering;
  const { options } = operator;
  const name = graph.node('AveragePool', [inputs[0]!.name!], {
    auto_pad: padding(options!.int8(0)),
    strides: [options!.int32(2, 1), options!.int32(1, 1)],
    kernel_shape: [options!.int32(4, 1), options!.int32(3, 1)],
  });
  return activated(lowering, name, options!.int8(5));
}

const binary =
  (opType: string) =>
  (lowering: Lowering): string => {
    const { graph, inputs, operator } = lowering;
    const name = graph.node(opType, [inputs[0]!.name!, inputs[1]!.name!]);
    return activated(lowering, name, operator.options?.int8(0) ?? 0);
  };

const unary =
  (opType: string, attributes: Readonly<Record<string, AttributeValue>> = {}) =>
  ({ graph, inputs }: Lowering): string =>
    graph.node(opType, [inputs[0]!.name!], attributes);

function resizeBilinear({ graph, inputs, operator, shape }: Lowering): string {
  const [, height, width, channels] = shape as [number, number, number, number];
  const mode =
    operator.options?.int8(2) === 1
      ? 'align_corners'
      : operator.options?.int8(3) === 1
        ? 'half_pixel'
        : 'asymmetric';
  const sizes = graph.integers('sizes', [1, channels, height, width]);
  return graph.node('Resize', [inputs[0]!.name!, '', '', sizes], {
    mode: 'linear',
    coordinate_transformation_mode: mode,
  });
}

/** MediaPipe's transposed convolution with bias; options: padding, stride across, stride down. */
function transposedConvolution(lowering: Lowering): string {
  const { graph, inputs, operator } = lowering;
  const { buffer, byteOffset, byteLength } = operator.customOptions;
  const options = new DataView(buffer, byteOffset, byteLength);
  const strides = [options.getInt32(8, true), options.getInt32(4, true)];
  const kernel = weights(lowering, inputs[1]!, true);
  return graph.node('ConvTranspose', [inputs[0]!.name!, kernel, bias(lowering)], {
    auto_pad: 'SAME_UPPER',
    strides,
  });
}

/** By number of the built-in operator. */
const BUILT_IN: Readonly<Record<number, (lowering: Lowering) => string>> = {
  0: binary('Add'),
  1: averagePool,
  3: convolution,
  4: depthwise,
  14: unary('Sigmoid'),
  18: binary('Mul'),
  19: unary('Relu'),
  23: resizeBilinear,
  117: unary('HardSwish'),
};

const CUSTOM: Readonly<Record<string, (lowering: Lowering) => string>> = {
  Convolution2DTransposeBias: transposedConvolution,
};

const DEQUANTIZE = 6;

/**
 * Converts a network with one image input and one image output. Its ONNX input `input` and the
 * output of the given name are both [1, channels, height, width].
 * @throws Error naming an operator that has no counterpart here
 */
export function convertTflite(model: TfliteModel, output: string): Uint8Array {
  const graph = new OnnxGraph();
  graph.reserve(output);
  const values = new Map<number, Value>(
    model.tensors.map((tensor, i) => [i, { shape: tensor.shape, values: tensor.values }]),
  );
  const [input] = model.inputs;
  const { shape } = model.tensors[input!]!;
  values.set(input!, { name: graph.input('input', channelsFirst(shape)), shape });
  for (const operator of model.operators) {
    const inputs = operator.inputs.map((i) => values.get(i)!);
    const result = operator.outputs[0]!;
    if (operator.code === DEQUANTIZE) {
      values.set(result, inputs[0]!);
      continue;
    }
    const lower = BUILT_IN[operator.code] ?? CUSTOM[operator.custom];
    if (lower === undefined)
      throw new Error(`operator ${operator.custom || operator.code} is not supported`);
    const { shape } = model.tensors[result]!;
    values.set(result, { name: lower({ graph, operator, inputs, shape }), shape });
  }
  const last = values.get(model.outputs[0]!)!;
  graph.output(output, last.name!, channelsFirst(last.shape));
  return graph.encode('tflite');
}

function channelsFirst([batch, height, width, channels]: readonly number[]): number[] {
  return [batch!, channels!, height!, width!];
}
