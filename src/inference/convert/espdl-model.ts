/** Reads models of ESP-DL (`.espdl`, format EDL2): nodes in order, and their dequantised weights. */
import { FlatTable } from './flatbuffer.ts';
import { type Constant, elements } from './weights.ts';

/** A node of the graph; its operators are those of ONNX. */
export interface EspdlNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly integers: ReadonlyMap<string, readonly number[]>;
  /** Name of the activation that the node applies; `Linear`: none. */
  readonly activation: string;
}

export interface EspdlModel {
  readonly nodes: readonly EspdlNode[];
  /** Weights by name, in the order and with the shape of ONNX. */
  readonly weights: ReadonlyMap<string, Constant>;
  readonly input: string;
  readonly output: string;
}

/** Bytes before the flatbuffer. */
const HEADER = 16;
/** Numbers of the schema's fields: github.com/espressif/esp-dl, esp-dl/fbs_loader/espdl.fbs. */
const MODEL = { graph: 7 } as const;
const GRAPH = { nodes: 0, weights: 2, inputs: 4, outputs: 5 } as const;
const NODE = { inputs: 0, outputs: 1, operator: 3, attributes: 5 } as const;
const ATTRIBUTE = { name: 0, type: 3, integer: 5, bytes: 6, integers: 11 } as const;
const TENSOR = { shape: 0, type: 1, name: 6, data: 8, exponents: 13 } as const;
const VALUE = { name: 0 } as const;
/** Types of attributes, and of tensors. */
const INTEGER = 2;
const BYTES = 3;
const INTEGERS = 7;
const INT8 = 3;
const INT16 = 5;
const INT32 = 6;

/** Raw data come in units of so many bytes. */
const UNIT = 16;
/** Kernels hold so many output channels side by side. */
const BLOCK = 16;

/** @throws Error the file is no EDL2 model, or has a form of tensor that is not supported */
export function readEspdl(file: Uint8Array): EspdlModel {
  const magic = new TextDecoder().decode(file.subarray(0, 4));
  if (magic !== 'EDL2') throw new Error('no EDL2 file');
  const graph = FlatTable.root(file.subarray(HEADER)).table(MODEL.graph);
  if (graph === undefined) throw new Error('no graph');
  const only = (field: number) => {
    const [value, ...others] = graph.tables(field);
    if (value === undefined || others.length > 0) throw new Error('not one input and one output');
    return value.text(VALUE.name);
  };
  return {
    nodes: graph.tables(GRAPH.nodes).map(readNode),
    weights: new Map(
      graph.tables(GRAPH.weights).map((tensor) => [tensor.text(TENSOR.name), readTensor(tensor)]),
    ),
    input: only(GRAPH.inputs),
    output: only(GRAPH.outputs),
  };
}

function readNode(node: FlatTable): EspdlNode {
  const integers = new Map<string, readonly number[]>();
  let activation = 'Linear';
  for (const attribute of node.tables(NODE.attributes)) {
    const name = attribute.text(ATTRIBUTE.name);
    const type = attribute.int32(ATTRIBUTE.type);
    if (type === INTEGER) integers.set(name, [attribute.long(ATTRIBUTE.integer)]);
    if (type === INTEGERS) integers.set(name, attribute.longs(ATTRIBUTE.integers));
    if (type === BYTES && name === 'activation') activation = attribute.text(ATTRIBUTE.bytes);
  }
  return {
    operator: node.text(NODE.operator),
    inputs: node.texts(NODE.inputs),
    output: node.texts(NODE.outputs)[0]!,
    integers,
    activation,
  };
}

/** The value of an integer is integer × 2^exponent. Kernels [h, w, in, out] get ONNX's order. */
function readTensor(tensor: FlatTable): Constant {
  const shape = tensor.longs(TENSOR.shape);
  const name = tensor.text(TENSOR.name);
  const [exponent, ...others] = tensor.longs(TENSOR.exponents);
  if (exponent === undefined || others.some((other) => other !== exponent))
    throw new Error(`${name}: not one exponent`);
  const integers = readIntegers(tensor, name, elements(shape));
  const data = Float32Array.from(integers, (value) => value * 2 ** exponent);
  if (shape.length !== 4) return { shape, data };
  return orderKernel(shape as [number, number, number, number], data, name);
}

function readIntegers(tensor: FlatTable, name: string, count: number): ArrayLike<number> {
  const bytes = tensor.bytes(TENSOR.data, UNIT).slice().buffer;
  switch (tensor.int32(TENSOR.type)) {
    case INT8:
      return new Int8Array(bytes, 0, count);
    case INT16:
      return new Int16Array(bytes, 0, count);
    case INT32:
      return new Int32Array(bytes, 0, count);
    default:
      throw new Error(`${name}: type ${tensor.int32(TENSOR.type)} is not supported`);
  }
}

/**
 * Kernels lie as [out / 16][h][w][in][16]; depthwise ones have a shape of one output, and their
 * channels in its place.
 * @returns shape [out, in, h, w]
 */
function orderKernel(
  [h, w, c, n]: readonly [number, number, number, number],
  data: Float32Array,
  name: string,
): Constant {
  const [out, inside] = n === 1 ? [c, 1] : [n, c];
  if (out % BLOCK !== 0) throw new Error(`${name}: ${out} outputs are no multiple of ${BLOCK}`);
  const ordered = new Float32Array(data.length);
  let to = 0;
  for (let o = 0; o < out; o++)
    for (let i = 0; i < inside; i++)
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
          const cell = ((Math.floor(o / BLOCK) * h + y) * w + x) * inside + i;
          ordered[to++] = data[cell * BLOCK + (o % BLOCK)]!;
        }
  return { shape: [out, inside, h, w], data: ordered };
}
