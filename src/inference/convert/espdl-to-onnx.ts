/** Converts a network of ESP-DL to ONNX, with float weights. */
import type { EspdlModel, EspdlNode } from './espdl-model.ts';
import { OnnxGraph } from './onnx-graph.ts';
import type { Constant } from './weights.ts';

interface Lowering {
  readonly graph: OnnxGraph;
  readonly node: EspdlNode;
  /** Names of the inputs that are computed. */
  readonly values: readonly string[];
  /** The inputs that are weights. */
  readonly constants: readonly Constant[];
}

const floats = ({ graph }: Lowering, { shape, data }: Constant, dims = shape): string =>
  graph.floats('weights', dims, Float32Array.from(data));

function attributes(
  { node }: Lowering,
  ...names: readonly string[]
): Record<string, readonly number[]> {
  return Object.fromEntries(names.map((name) => [name, node.integers.get(name)!]));
}

function convolution(lowering: Lowering): string {
  const { graph, node, values, constants } = lowering;
  const [kernel, bias] = constants as [Constant, Constant];
  return graph.node('Conv', [values[0]!, floats(lowering, kernel), floats(lowering, bias)], {
    ...attributes(lowering, 'kernel_shape', 'pads', 'strides', 'dilations'),
    group: node.integers.get('group')![0]!,
  });
}

/**
 * As slope · x + (1 − slope) · ReLU(x), which is exact: ONNX Runtime's own takes a quarter more time.
 * With slopes up to 1, ReLU((1 − slope) · x) is the same, and fuses with the multiplication.
 */
function prelu(lowering: Lowering): string {
  const { graph, values, constants } = lowering;
  const [x] = values as [string];
  const [slopes] = constants as [Constant];
  const rest = { shape: slopes.shape, data: Float32Array.from(slopes.data, (a) => 1 - a) };
  const scaled = graph.node('Mul', [x, floats(lowering, slopes)]);
  const fuses = slopes.data.every((slope) => slope <= 1);
  const positive = fuses
    ? graph.node('Relu', [graph.node('Mul', [x, floats(lowering, rest)])])
    : graph.node('Mul', [graph.node('Relu', [x]), floats(lowering, rest)]);
  return graph.node('Add', [scaled, positive]);
}

/** The kernel is [out, in, 1, 1]. */
function dense(lowering: Lowering): string {
  const { graph, values, constants } = lowering;
  const [weights, bias] = constants as [Constant, Constant];
  const operands = [
    values[0]!,
    floats(lowering, weights, weights.shape.slice(0, 2)),
    floats(lowering, bias),
  ];
  return graph.node('Gemm', operands, { transB: 1 });
}

const LOWER: Readonly<Record<string, (lowering: Lowering) => string>> = {
  Conv: convolution,
  PRelu: prelu,
  Add: ({ graph, values }) => graph.node('Add', values),
  // From channels last, as ESP-DL computes, to channels first, as ONNX does anyway.
  Transpose: ({ values }) => values[0]!,
  Flatten: ({ graph, values }) => graph.node('Flatten', values, { axis: 1 }),
  Gemm: dense,
};

/**
 * @param side width and height of the image
 * @param output name and dimension of the result
 * @returns an ONNX file with input `input`, of any batch size
 */
export function convertEspdl(
  { nodes, weights, input, output }: EspdlModel,
  side: number,
  result: { readonly name: string; readonly dimension: number },
): Uint8Array {
  const graph = new OnnxGraph();
  graph.reserve(result.name);
  const values = new Map([[input, graph.input('input', ['N', 3, side, side])]]);
  for (const node of nodes) {
    const constants = node.inputs.flatMap((name) => weights.get(name) ?? []);
    const computed = node.inputs.filter((name) => !weights.has(name));
    const inputs = computed.map((name) => values.get(name)!);
    values.set(node.output, LOWER[node.operator]!({ graph, node, values: inputs, constants }));
  }
  graph.output(result.name, values.get(output)!, ['N', result.dimension]);
  return graph.encode('espdl');
}
