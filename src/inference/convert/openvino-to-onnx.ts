/** Converts a network of OpenVINO (intermediate representation) to ONNX. */
import { OnnxGraph } from './onnx-graph.ts';
import { type IrLayer, numbersOf } from './openvino-ir.ts';
import { type Constant, elements } from './weights.ts';

/** A value of the network: a constant, or the name of a computed value. */
type Operand = Constant | string;

interface Context {
  readonly graph: OnnxGraph;
  /** The ONNX name of an operand. Writes constants, in another shape if given. */
  readonly name: (operand: Operand, shape?: readonly number[]) => string;
}

type Lower = (layer: IrLayer, inputs: readonly Operand[], context: Context) => Operand;

const isConstant = (operand: Operand): operand is Constant => typeof operand !== 'string';

/** Strides, dilations and borders of a convolution or pooling, in ONNX form. */
function window({ attributes, name }: IrLayer): Record<string, number[] | string> {
  const { strides, dilations, pads_begin: begin, pads_end: end, auto_pad: pad } = attributes;
  const shared = {
    strides: numbersOf(strides),
    ...(dilations !== undefined && { dilations: numbersOf(dilations) }),
  };
  switch (pad ?? 'explicit') {
    case 'explicit':
      return { ...shared, pads: [...numbersOf(begin), ...numbersOf(end)] };
    case 'valid':
      return { ...shared, auto_pad: 'VALID' };
    case 'same_upper':
      return { ...shared, auto_pad: 'SAME_UPPER' };
    case 'same_lower':
      return { ...shared, auto_pad: 'SAME_LOWER' };
    default:
      throw new Error(`${name}: auto_pad ${pad} is not supported`);
  }
}

function kernelOf({ name }: IrLayer, operand: Operand | undefined): Constant {
  if (operand === undefined || !isConstant(operand))
    throw new Error(`${name}: only constant kernels are supported`);
  return operand;
}

const convolution: Lower = (layer, [input, weights], { graph, name }) => {
  const kernel = kernelOf(layer, weights);
  const attributes = { ...window(layer), kernel_shape: kernel.shape.slice(2) };
  return graph.node('Conv', [name(input!), name(kernel)], attributes, layer.name);
};

/** The kernel is [groups, out, in, …], in ONNX [groups · out, in, …]. */
const groupConvolution: Lower = (layer, [input, weights], { graph, name }) => {
  const kernel = kernelOf(layer, weights);
  const [group = 1, out = 1, ...rest] = kernel.shape;
  const attributes = { ...window(layer), kernel_shape: rest.slice(1), group };
  const operands = [name(input!), name(kernel, [group * out, ...rest])];
  return graph.node('Conv', operands, attributes, layer.name);
};

/** A single slope makes a leaky ReLU, which runtimes fuse with the convolution before it. */
const prelu: Lower = (layer, [input, slopes], { graph, name }) => {
  const slope = kernelOf(layer, slopes);
  if (slope.data.length === 1)
    return graph.node(
      'LeakyRelu',
      [name(input!)],
      { alpha: { float: slope.data[0]! } },
      layer.name,
    );
  // A slope for each channel: axis 1.
  const rank = layer.inputShapes[0]!.length;
  const shape =
    slope.shape.length > 1 ? slope.shape : [slope.data.length, ...Array(rank - 2).fill(1)];
  return graph.node('PRelu', [name(input!), name(slope, shape)], {}, layer.name);
};

const averagePool: Lower = (layer, [input], { graph, name }) => {
  const { kernel, 'exclude-pad': exclude, rounding_type: rounding } = layer.attributes;
  const attributes = {
    ...window(layer),
    kernel_shape: numbersOf(kernel),
    count_include_pad: exclude === 'true' ? 0 : 1,
    ceil_mode: rounding === 'ceil' ? 1 : 0,
  };
  return graph.node('AveragePool', [name(input!)], attributes, layer.name);
};

/** Broadcasting is ONNX's, unless the shapes have to be equal anyway. */
const elementwise =
  (opType: string): Lower =>
  (layer, [first, second], { graph, name }) => {
    const { auto_broadcast: broadcast = 'numpy' } = layer.attributes;
    if (broadcast !== 'numpy' && broadcast !== 'none')
      throw new Error(`${layer.name}: auto_broadcast ${broadcast} is not supported`);
    return graph.node(opType, [name(first!), name(second!)], {}, layer.name);
  };

const OPERATIONS: Readonly<Record<string, Lower>> = {
  Convolution: convolution,
  GroupConvolution: groupConvolution,
  PReLU: prelu,
  AvgPool: averagePool,
  Add: elementwise('Add'),
  Multiply: elementwise('Mul'),
  Sigmoid: (layer, [input], { graph, name }) =>
    graph.node('Sigmoid', [name(input!)], {}, layer.name),
  // Constants are always read as single precision.
  Convert: ({ name, attributes }, [input]) => {
    if (attributes.destination_type !== 'f32')
      throw new Error(`${name}: conversion to ${attributes.destination_type} is not supported`);
    return input!;
  },
};

/**
 * @param layers as of `readIr`
 * @param output name for the network's only result
 * @returns an ONNX file with input `input`, of any batch size
 * @throws Error naming an unsupported operation, or form of an operation
 */
export function convertOpenvino(layers: ReadonlyMap<string, IrLayer>, output: string): Uint8Array {
  const graph = new OnnxGraph();
  graph.reserve(output);
  let constants = 0;
  const context: Context = {
    graph,
    name: (operand, shape) => {
      if (!isConstant(operand)) return operand;
      const dims = shape ?? operand.shape;
      if (elements(dims) !== operand.data.length)
        throw new Error(`a constant of [${operand.shape}] cannot be [${dims}]`);
      return graph.floats(`constant_${constants++}`, dims, Float32Array.from(operand.data));
    },
  };
  const results = new Map<string, Operand>();
  const ends: IrLayer[] = [];
  for (const [id, layer] of layers) {
    const inputs = layer.inputs.map((from) => results.get(from)!);
    if (layer.type === 'Result') ends.push(layer);
    else if (layer.type === 'Parameter')
      results.set(id, graph.input('input', ['N', ...layer.shape.slice(1)]));
    else if (layer.constant !== undefined) results.set(id, layer.constant);
    else {
      const lower = OPERATIONS[layer.type];
      if (lower === undefined)
        throw new Error(`operation ${layer.type} (${layer.name}) is not supported`);
      results.set(id, lower(layer, inputs, context));
    }
  }
  const [end, ...others] = ends;
  if (end === undefined || others.length > 0) throw new Error('the network has not one result');
  const result = results.get(end.inputs[0]!)!;
  graph.output(output, context.name(result), ['N', ...end.inputShapes[0]!.slice(1)]);
  return graph.encode('openvino');
}
