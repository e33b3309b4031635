/** Converts a network of Apache MXNet (symbol JSON and parameters) to ONNX. */
import { OnnxGraph } from './onnx-graph.ts';
import { type Constant, elements, lookUp } from './weights.ts';

interface SymbolNode {
  readonly op: string;
  readonly name: string;
  readonly attrs?: Readonly<Record<string, string>>;
  readonly inputs: readonly (readonly [node: number, output: number, version?: number])[];
}

/** A `-symbol.json` file as far as we read it. */
export interface MxnetSymbol {
  readonly nodes: readonly SymbolNode[];
  readonly heads: readonly (readonly [node: number, output: number, version?: number])[];
}

interface Context {
  readonly graph: OnnxGraph;
  /** The parameter of that name; each is written once. */
  readonly parameter: (name: string) => Constant;
  /** Outputs that were limited from below: what was limited, and the limit's name. */
  readonly limited: Map<string, readonly [source: string, limit: string]>;
}

type Lower = (node: SymbolNode, inputs: readonly string[], context: Context) => string;

const pair = (node: SymbolNode, name: string, fallback: string): number[] =>
  (node.attrs?.[name] ?? fallback)
    .replace(/[()[\]\s]/g, '')
    .split(',')
    .filter(Boolean)
    .map(Number);

const flag = (node: SymbolNode, name: string, fallback: boolean): boolean => {
  const value = node.attrs?.[name];
  return value === undefined ? fallback : value === 'True' || value === '1';
};

const convolution: Lower = (node, inputs, { graph }) => {
  const kernel = pair(node, 'kernel', '(1, 1)');
  const pads = pair(node, 'pad', '(0, 0)');
  const operands = flag(node, 'no_bias', false) ? inputs.slice(0, 2) : inputs;
  const attributes = {
    kernel_shape: kernel,
    strides: pair(node, 'stride', '(1, 1)'),
    dilations: pair(node, 'dilate', '(1, 1)'),
    pads: [...pads, ...pads],
    group: Number(node.attrs?.num_group ?? 1),
  };
  return graph.node('Conv', operands, attributes, node.name);
};

const batchNorm: Lower = (node, [input, gamma, ...others], { graph, parameter }) => {
  // With fix_gamma, MXNet's default, the stored factors are ignored and taken to be 1.
  const { shape } = parameter(`${node.name}_gamma`);
  const factors = flag(node, 'fix_gamma', true)
    ? graph.floats(`${node.name}/ones`, shape, new Float32Array(elements(shape)).fill(1))
    : gamma!;
  const attributes = { epsilon: { float: Number(node.attrs?.eps ?? 1e-3) } };
  return graph.node('BatchNormalization', [input!, factors, ...others], attributes, node.name);
};

const fullyConnected: Lower = (node, inputs, { graph }) => {
  const operands = flag(node, 'no_bias', false) ? inputs.slice(0, 2) : inputs;
  return graph.node('Gemm', operands, { transB: 1 }, node.name);
};

/** Operations with a number: the array is the first operand. */
const scalar =
  (opType: string): Lower =>
  (node, [input], { graph }) => {
    const value = graph.floats(`${node.name}/scalar`, [], [Number(node.attrs?.scalar)]);
    return graph.node(opType, [input!, value], {}, node.name);
  };

const least: Lower = (node, [input], { graph, limited }) => {
  const limit = graph.floats(`${node.name}/limit`, [], [Number(node.attrs?.scalar)]);
  const output = graph.node('Clip', [input!, limit], {}, node.name);
  limited.set(output, [input!, limit]);
  return output;
};

/** After a limit from below it makes one Clip of both, which ONNX Runtime fuses. */
const most: Lower = (node, [input], { graph, limited }) => {
  const [source, from] = limited.get(input!) ?? [input!, ''];
  const limit = graph.floats(`${node.name}/limit`, [], [Number(node.attrs?.scalar)]);
  return graph.node('Clip', [source, from, limit], {}, node.name);
};

const OPERATIONS: Readonly<Record<string, Lower>> = {
  Convolution: convolution,
  BatchNorm: batchNorm,
  FullyConnected: fullyConnected,
  Flatten: (node, [input], { graph }) => graph.node('Flatten', [input!], { axis: 1 }, node.name),
  elemwise_add: (node, inputs, { graph }) => graph.node('Add', inputs, {}, node.name),
  _minus_scalar: scalar('Sub'),
  _plus_scalar: scalar('Add'),
  _mul_scalar: scalar('Mul'),
  _div_scalar: scalar('Div'),
  _maximum_scalar: least,
  _minimum_scalar: most,
};

/**
 * Converts a network with the image input `data` and one vector output.
 *
 * The ONNX input is float32 `input` [N, 3, height, width], the output `embedding` [N, dimension].
 * @throws Error naming the operation or parameter that is unknown or missing
 */
export function convertMxnet(
  symbol: MxnetSymbol,
  parameters: ReadonlyMap<string, Constant>,
  size: { readonly width: number; readonly height: number; readonly dimension: number },
): Uint8Array {
  const graph = new OnnxGraph();
  const parameter = lookUp(parameters, 'parameter');
  const input = graph.input('input', ['N', 3, size.height, size.width]);
  graph.reserve('embedding');
  const context: Context = { graph, parameter, limited: new Map() };
  const results: string[] = [];
  for (const node of symbol.nodes) {
    if (node.op === 'null') {
      const value = node.name === 'data' ? undefined : parameter(node.name);
      results.push(
        value === undefined
          ? input
          : graph.floats(node.name, value.shape, Float32Array.from(value.data)),
      );
      continue;
    }
    const lower = OPERATIONS[node.op];
    if (lower === undefined)
      throw new Error(`operation ${node.op} (${node.name}) is not supported`);
    const inputs = node.inputs.map(([index]) => results[index]!);
    results.push(lower(node, inputs, context));
  }
  const head = symbol.heads[0]?.[0];
  if (head === undefined || results[head] === undefined) throw new Error('the network has no head');
  graph.output('embedding', results[head], ['N', size.dimension]);
  return graph.encode('mxnet');
}
