/** Reads models of ESP-DL (`.espdl`, format EDL2): nodes in order, and their dequantised weights. */
import { FlatTable } from './flatbuffer.ts';
import { type Constant, elements } from './weights.ts';

/** A node of the graph; its operators are those of ONNX. */
export interface EspdlNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly integers: ReadonlyMap<string, readonly number[]>;
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
const ATTRIBUTE = { name: 0, type: 3, integer: 5, integers: 11 } as const;
const TENSOR = { shape: 0, type: 1, name: 6, data: 8, exponents: 13 } as const;
const VALUE = { name: 0 } as const;
/** Types of attributes, and of tensors. */
const INTEGER = 2;
const INTEGERS = 7;
const INT8 = 3;

/** Raw data come in units of so many bytes. */
const UNIT = 16;
/** Kernels hold so many output channels side by side. */
const BLOCK = 16;

/** @param file of one input and one output, every tensor of one exponent: verified by its digest */
export function readEspdl(file: Uint8Array): EspdlModel {
  const graph = FlatTable.root(file.subarray(HEADER)).table(MODEL.graph);
  return {
    nodes: graph.tables(GRAPH.nodes).map(readNode),
    weights: new Map(
      graph.tables(GRAPH.weights).map((tensor) => [tensor.text(TENSOR.name), readTensor(tensor)]),
    ),
    input: graph.tables(GRAPH.inputs)[0]!.text(VALUE.name),
    output: graph.tables(GRAPH.outputs)[0]!.text(VALUE.name),
  };
}

function readNode(node: FlatTable): EspdlNode {
  const integers = new Map<string, readonly number[]>();
  for (const attribute of node.tables(NODE.attributes)) {
    const name = attribute.text(ATTRIBUTE.name);
    const type = attribute.int32(ATTRIBUTE.type);
    if (type === INTEGER) integers.set(name, [attribute.long(ATTRIBUTE.integer)]);
    if (type === INTEGERS) integers.set(name, attribute.longs(ATTRIBUTE.integers));
  }
  return {
    operator: node.text(NODE.operator),
    inputs: node.texts(NODE.inputs),
    output: node.texts(NODE.outputs)[0]!,
    integers,
  };
}

/** The value of an integer is integer × 2^exponent. Kernels [h, w, in, out] get ONNX's order. */
function readTensor(tensor: FlatTable): Constant {
  const shape = tensor.longs(TENSOR.shape);
  const exponent = tensor.longs(TENSOR.exponents)[0]!;
  const bytes = tensor.bytes(TENSOR.data, UNIT).slice().buffer;
  const Integers = tensor.int32(TENSOR.type) === INT8 ? Int8Array : Int32Array;
  const integers = new Integers(bytes, 0, elements(shape));
  const data = Float32Array.from(integers, (value) => value * 2 ** exponent);
  return shape.length === 4 ? orderKernel(shape, data) : { shape, data };
}

/**
 * Kernels lie as [out / 16][h][w][in][16]; depthwise ones have a shape of one output, and their
 * channels in its place.
 * @returns shape [out, in, h, w]
 */
function orderKernel(shape: readonly number[], data: Float32Array): Constant {
  const [h, w, c, n] = shape as [number, number, number, number];
  const [out, inside] = n === 1 ? [c, 1] : [n, c];
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
