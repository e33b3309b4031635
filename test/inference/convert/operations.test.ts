import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { slide } from '../../../src/inference/convert/tfjs-convolutions.ts';
import { readGraph, type TfjsModel } from '../../../src/inference/convert/tfjs-graph.ts';
import { convertGraph } from '../../../src/inference/convert/tfjs-to-onnx.ts';
import { openSession } from '../../../src/inference/session.ts';
import {
  channelsLast,
  loadGraph,
  noise,
  relativeError,
  startTensorflow,
} from '../tfjs-reference.ts';

interface Step {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly attr?: Readonly<Record<string, unknown>>;
}
interface Weight {
  readonly shape: readonly number[];
  readonly dtype?: 'float32' | 'int32';
  readonly values?: readonly number[];
}

const text = (value: string) => ({ s: Buffer.from(value).toString('base64') });
const texts = (...values: string[]) => ({ list: { s: values.map((value) => text(value).s) } });
const integers = (...values: number[]) => ({ list: { i: values.map(String) } });
const float = { T: { type: 'DT_FLOAT' } };
const image = (stride: number, padding: string, more = {}) => ({
  ...float,
  strides: integers(1, stride, stride, 1),
  dilations: integers(1, 1, 1, 1),
  padding: text(padding),
  data_format: text('NHWC'),
  ...more,
});
const SIDE = 9;

/** A graph model of the given steps; `x` is its image, the last step its output. */
function model(steps: Record<string, Step>, weights: Record<string, Weight>) {
  const specs = Object.entries(weights).map(([name, { shape, dtype = 'float32' }]) => ({
    name,
    shape: [...shape],
    dtype,
  }));
  const bytes = Object.values(weights).map(({ shape, dtype, values }, index) => {
    const count = shape.reduce((product, length) => product * length, 1);
    const data = values ?? noise(count, index + 3).map((value) => value * 2 - 1);
    const array = dtype === 'int32' ? Int32Array.from(data) : Float32Array.from(data);
    return Buffer.from(array.buffer);
  });
  const dims = [-1, SIDE, SIDE, 3].map((size) => ({ size: String(size) }));
  const placeholder = { dtype: { type: 'DT_FLOAT' }, shape: { shape: { dim: dims } } };
  const constants = Object.entries(weights).map(([name, { dtype }]) => ({
    name,
    op: 'Const',
    attr: { dtype: { type: dtype === 'int32' ? 'DT_INT32' : 'DT_FLOAT' } },
  }));
  const nodes = Object.entries(steps).map(([name, { op, inputs, attr }]) => ({
    name,
    op,
    input: inputs,
    attr: attr ?? float,
  }));
  const json = {
    modelTopology: {
      versions: { producer: 0 },
      node: [...constants, { name: 'x', op: 'Placeholder', attr: placeholder }, ...nodes],
    },
    weightsManifest: [{ paths: ['weights.bin'], weights: specs }],
  };
  return { json, bytes: Buffer.concat(bytes), output: Object.keys(steps).at(-1)! };
}

const conv = (attr: object) => ({ y: { op: 'Conv2D', inputs: ['x', 'w'], attr: { ...attr } } });
const axes = (...values: number[]) => ({ shape: [values.length], dtype: 'int32', values }) as const;

const CASES: Record<string, [Record<string, Step>, Record<string, Weight>]> = {
  'Conv2D SAME, stride 2': [conv(image(2, 'SAME')), { w: { shape: [3, 3, 3, 5] } }],
  'Conv2D SAME, even kernel': [conv(image(1, 'SAME')), { w: { shape: [4, 2, 3, 5] } }],
  'Conv2D VALID, stride 2': [conv(image(2, 'VALID')), { w: { shape: [2, 3, 3, 5] } }],
  'Conv2D dilated': [
    conv(image(1, 'SAME', { dilations: integers(1, 2, 2, 1) })),
    { w: { shape: [3, 3, 3, 4] } },
  ],
  'depth-wise with multiplier': [
    {
      y: {
        op: 'DepthwiseConv2dNative',
        inputs: ['x', 'w'],
        attr: image(1, 'SAME'),
      },
    },
    { w: { shape: [3, 3, 3, 2] } },
  ],
  'fused PRelu': [
    {
      y: {
        op: '_FusedConv2D',
        inputs: ['x', 'w', 'b', 'a'],
        attr: image(1, 'SAME', { fused_ops: texts('BiasAdd', 'Prelu'), num_args: { i: '2' } }),
      },
    },
    { w: { shape: [1, 1, 3, 4] }, b: { shape: [4] }, a: { shape: [1, 1, 4] } },
  ],
  'Pad of channels': [
    { y: { op: 'Pad', inputs: ['x', 'e'] } },
    { e: { ...axes(0, 0, 0, 0, 0, 0, 0, 2), shape: [4, 2] } },
  ],
  'MaxPool SAME': [
    {
      y: { op: 'MaxPool', inputs: ['x'], attr: image(2, 'SAME', { ksize: integers(1, 3, 3, 1) }) },
    },
    {},
  ],
  'Relu, Minimum, Maximum': [
    {
      d: { op: 'Add', inputs: ['x', 'h'] },
      r: { op: 'Relu', inputs: ['d'] },
      m: { op: 'Minimum', inputs: ['r', 't'] },
      y: { op: 'Maximum', inputs: ['m', 'z'] },
    },
    {
      h: { shape: [3], values: [-0.5, -0.2, -0.1] },
      t: { shape: [], values: [0.3] },
      z: { shape: [], values: [0] },
    },
  ],
  'mean over the image': [
    { y: { op: 'Mean', inputs: ['x', 'a'], attr: { ...float, keep_dims: { b: false } } } },
    { a: axes(1, 2) },
  ],
  'reshape of an image': [
    { y: { op: 'Reshape', inputs: ['x', 's'] } },
    { s: axes(-1, SIDE * SIDE * 3) },
  ],
};

beforeAll(async () => {
  await startTensorflow();
});

describe('an operation', () => {
  it.each(Object.keys(CASES))('%s', async (name) => {
    const [steps, weights] = CASES[name]!;
    const { json, bytes, output } = model(steps, weights);
    const graph = readGraph(json as TfjsModel, bytes);
    const planes = noise(3 * SIDE * SIDE, 1);
    const session = await openSession(convertGraph(graph, [output], name));
    const dims = [1, 3, SIDE, SIDE];
    const { data, dims: shape } = (await session.run({ input: { data: planes, dims } }))[output]!;
    await session.close();
    const reference = await loadGraph(json as unknown as tf.io.ModelJSON, bytes);
    const input = tf.tensor4d(channelsLast(planes, SIDE), [1, SIDE, SIDE, 3]);
    const expected = reference.execute(input, output) as tf.Tensor;
    expect(shape).toEqual(expected.shape);
    expect(relativeError(expected.dataSync() as Float32Array, data)).toBeLessThan(1e-5);
  });
});

it('puts the odd pixel of SAME padding at the bottom and right', () => {
  expect(slide([256, 256], [5, 5], [2, 2], [1, 1], 'SAME')).toEqual({
    size: [128, 128],
    pads: [1, 1, 2, 2],
  });
});

it.each([
  ['an unknown operation', { y: { op: 'Bogus', inputs: ['x'] } }, /Bogus.*not supported/],
  ['a missing input', { y: { op: 'Relu', inputs: ['nowhere'] } }, /nowhere.*not in the graph/],
])('refuses %s in one line', (_, steps, message) => {
  const { json, bytes } = model(steps, {});
  expect(() => convertGraph(readGraph(json as TfjsModel, bytes), ['y'], 'broken')).toThrow(message);
});
