import { zipSync } from 'fflate';
import { encodeModel, readInitializers } from '../../../src/inference/convert/onnx-schema.ts';
import { readIr } from '../../../src/inference/convert/openvino-ir.ts';
import { convertOpenvino } from '../../../src/inference/convert/openvino-to-onnx.ts';
import { replacePRelu } from '../../../src/inference/convert/replace-prelu.ts';
import { readGraph, type TfjsModel } from '../../../src/inference/convert/tfjs-graph.ts';
import { convertGraph } from '../../../src/inference/convert/tfjs-to-onnx.ts';
import { readTflite } from '../../../src/inference/convert/tflite-model.ts';
import { convertTflite } from '../../../src/inference/convert/tflite-to-onnx.ts';
import { readTorchArchive } from '../../../src/inference/convert/torch-archive.ts';
import { readStateDict } from '../../../src/inference/convert/torch-state-dict.ts';
import { seed, type Target, textOf } from '../target.ts';

const FORMATS: readonly ((bytes: Uint8Array) => unknown)[] = [
  (bytes) => [readInitializers(bytes), replacePRelu(bytes)],
  (bytes) => convertTflite(readTflite(bytes), 'out'),
  readTorchArchive,
  readStateDict,
  (bytes) =>
    convertGraph(
      readGraph(JSON.parse(textOf(bytes)) as TfjsModel, new Uint8Array(8)),
      ['out'],
      'm',
    ),
  (bytes) => convertOpenvino(readIr(textOf(bytes), new Uint8Array(8)), 'out'),
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
const ir = `<net name="m" version="11"><layers><layer id="0" name="x" type="Parameter"><data shape="1,3,4,4"/>
<output><port id="0"><dim>1</dim></port></output></layer><layer id="1" name="c" type="Const"><data element_type="f32"
shape="2" offset="0" size="8"/></layer><layer id="2" name="out" type="ReLU"/></layers><edges><edge from-layer="0"
from-port="0" to-layer="2" to-port="0"/></edges></net>`;
const tflite = Buffer.alloc(96);
tflite.write('TFL3', 4);
tflite.writeUInt32LE(32, 0);

/**
 * Networks before conversion. The first byte selects the format. Operators supply these files, so
 * any error will do, but parsing must neither hang nor exhaust the memory.
 */
export const target: Target = {
  seeds: [
    of(0, onnx),
    of(1, tflite),
    of(2, zipSync({ 'm/data.pkl': pickle, 'm/data/0': new Uint8Array(8) }, { level: 0 })),
    of(3, Buffer.concat([Buffer.from('80028a0a6cfc9c46f9206aa850192e', 'hex'), pickle, pickle])),
    of(4, seed(JSON.stringify(graph))),
    of(5, seed(ir)),
  ],
  words: [
    '"op":',
    '"Conv2D"',
    '"shape":',
    '4294967295',
    '<layer',
    'type="Const"',
    'TFL3',
    'PK\x03\x04',
  ],
  bound: 256 * 2 ** 20,
  isRefusal: (error) => error instanceof Error,
  parse: (input) => FORMATS[(input[0] ?? 0) % FORMATS.length]!(input.subarray(1)),
};
