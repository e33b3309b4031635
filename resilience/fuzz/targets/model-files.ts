import { readEspdl } from '../../../src/inference/convert/espdl-model.ts';
import { convertEspdl } from '../../../src/inference/convert/espdl-to-onnx.ts';
import { encodeModel, readInitializers } from '../../../src/inference/convert/onnx-schema.ts';
import { replacePRelu } from '../../../src/inference/convert/replace-prelu.ts';
import { readGraph, type TfjsModel } from '../../../src/inference/convert/tfjs-graph.ts';
import { convertGraph } from '../../../src/inference/convert/tfjs-to-onnx.ts';
import { readStateDict } from '../../../src/inference/convert/torch-state-dict.ts';
import { seed, type Target, textOf } from '../target.ts';

const FORMATS: readonly ((bytes: Uint8Array) => unknown)[] = [
  (bytes) => [readInitializers(bytes), replacePRelu(bytes)],
  readStateDict,
  (bytes) =>
    convertGraph(
      readGraph(JSON.parse(textOf(bytes)) as TfjsModel, new Uint8Array(8)),
      ['out'],
      'm',
    ),
  (bytes) => convertEspdl(readEspdl(bytes), 4, { name: 'out', dimension: 1 }),
];

const of = (format: number, bytes: Uint8Array) => Buffer.concat([Buffer.from([format]), bytes]);
const onnx = encodeModel({
  ...{ name: 'm', opset: 17, inputs: [{ name: 'x', dims: [1, 2] }], outputs: [] },
  nodes: [{ opType: 'PRelu', inputs: ['x', 's'], outputs: ['out'], attributes: { axis: 1 } }],
  initializers: [{ name: 's', dims: [2], data: Float32Array.of(1, 2) }],
});
const pickle = Buffer.from(
  '80027d71005801000000617101637463682e5f7574696c730a5f72656275696c645f74656e736f725f76320a732e',
  'hex',
);
const graph = {
  modelTopology: {
    node: [
      {
        name: 'in',
        op: 'Placeholder',
        attr: { shape: { shape: { dim: [1, 4, 4, 3].map((size) => ({ size })) } } },
      },
      { name: 'out', op: 'Relu', input: ['in'] },
    ],
  },
  weightsManifest: [{ paths: [], weights: [{ name: 'w', shape: [2], dtype: 'float32' }] }],
};
const flatbuffer = Buffer.alloc(96);
flatbuffer.writeUInt32LE(32, 0);
const espdl = Buffer.concat([Buffer.from('EDL2'), Buffer.alloc(12), flatbuffer]);

/**
 * Networks before conversion. The first byte selects the format. Operators supply these files, so
 * any error will do, but parsing must neither hang nor exhaust the memory.
 */
export const target: Target = {
  seeds: [
    of(0, onnx),
    of(1, Buffer.concat([Buffer.from('80028a0a6cfc9c46f9206aa850192e', 'hex'), pickle, pickle])),
    of(2, seed(JSON.stringify(graph))),
    of(3, espdl),
  ],
  words: ['"op":', '"Conv2D"', '"shape":', '4294967295', 'EDL2'],
  bound: 256 * 2 ** 20,
  isRefusal: (error) => error instanceof Error,
  parse: (input) => FORMATS[(input[0] ?? 0) % FORMATS.length]!(input.subarray(1)),
};
