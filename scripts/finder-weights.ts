/** The weights of the finder in browsers: from the npm package that ships them, and of our own. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { readInitializers } from '../src/inference/convert/onnx-schema.ts';
import { readGraph, type TfjsGraph } from '../src/inference/convert/tfjs-graph.ts';
import { type Constant, transpose } from '../src/inference/convert/weights.ts';
import { findModel } from '../src/inference/models/manifest.ts';
import { findOwnModel } from '../src/inference/models/own-models.ts';
import { readSource } from '../src/inference/models/prepare.ts';
import { HINDRANCE_BLOCKS } from '../web/capture/finder/hindrances.ts';
import { LANE } from '../web/capture/finder/layers.ts';
import { BLOCKS } from '../web/capture/finder/network.ts';

/** Weights of BlazeFace in the order in which `web/capture/finder/network.ts` uses them. */
function orderWeights({ nodes, constants }: TfjsGraph): number[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const constant = (name: string): Constant => constants.get(name)!;
  /** Kernel and biases of a convolution. */
  const convolution = (name: string) =>
    byName.get(name)!.inputs.slice(1).map(constant) as [Constant, Constant];
  /** That from which an output is reshaped. */
  const head = (output: string) =>
    convolution(byName.get(byName.get(output)!.inputs[0]!)!.inputs[0]!);

  const [first] = nodes.filter(({ op }) => op === '_FusedConv2D');
  const blocks = nodes
    .filter(({ op }) => op === 'DepthwiseConv2dNative')
    .map((node) => {
      const after = nodes.find(
        ({ op, inputs }) => op === '_FusedConv2D' && inputs[0] === node.name,
      )!;
      return [...constant(node.inputs[1]!).data, ...inLanes([convolution(after.name)])];
    });
  if (blocks.length !== BLOCKS.length) throw new Error('blazeface is another network');
  return [
    ...inLanes([convolution(first!.name)]),
    ...blocks.slice(0, -1).flat(),
    ...inLanes([head('Identity'), head('Identity_2')]),
    ...blocks.at(-1)!,
    ...inLanes([head('Identity_1'), head('Identity_3')]),
  ];
}

/** Weights of `training/measures/hindrances.py` in the order in which the finder uses them. */
function orderHindrances(tensors: ReadonlyMap<string, Constant>): number[] {
  const tensor = (name: string): Constant => {
    const found = tensors.get(`0.${name}`);
    if (found === undefined) throw new Error(`hindrances has no ${name}`);
    return found;
  };
  /** Of PyTorch: [output][input][y][x]. */
  const kernel = (name: string) => transpose(tensor(`${name}.weight`), [2, 3, 1, 0]);
  const convolution = (name: string) => inLanes([[kernel(name), tensor(`${name}.bias`)]]);
  const blocks = HINDRANCE_BLOCKS.flatMap((_, i) => [
    ...kernel(`blocks.${i}.own`).data,
    ...convolution(`blocks.${i}.mix`),
  ]);
  const [{ data }, biases] = [tensor('head.2.weight'), tensor('head.2.bias')];
  const { outputs: channels } = HINDRANCE_BLOCKS.at(-1)!;
  const side = Math.sqrt(data.length / biases.data.length / channels);
  const shape = [biases.data.length, channels, side, side];
  const whole = transpose({ data, shape }, [0, 2, 3, 1]);
  return [...convolution('first'), ...blocks, ...whole.data, ...biases.data];
}

/** Convolutions of the same input beside each other, filled up to whole lanes: kernels, then biases. */
function inLanes(convolutions: readonly (readonly [Constant, Constant])[]): number[] {
  const [[kernel]] = convolutions as [readonly [Constant, Constant]];
  const taps = kernel.data.length / kernel.shape.at(-1)!;
  const valuesOf = (of: 0 | 1, tap: number): number[] =>
    convolutions.flatMap((pair) => {
      const outputs = pair[1].data.length;
      return [...pair[of].data.slice(tap * outputs, (tap + 1) * outputs)];
    });
  const lanes = Math.ceil(valuesOf(1, 0).length / LANE);
  const lane = (values: readonly number[], at: number): number[] =>
    Array.from({ length: LANE }, (_, i) => values[at * LANE + i] ?? 0);
  const each = <T>(count: number, make: (at: number) => T[]): T[] =>
    Array.from({ length: count }, (_, at) => make(at)).flat();
  return [
    ...each(lanes, (at) => each(taps, (tap) => lane(valuesOf(0, tap), at))),
    ...each(lanes, (at) => lane(valuesOf(1, 0), at)),
  ];
}

const LEAST_NORMAL = 2 ** -14;

/** A number as half precision (IEEE 754 binary16), rounded to the nearest. */
function toHalf(value: number): number {
  const size = Math.abs(value);
  const sign = value < 0 ? 0x8000 : 0;
  if (size < LEAST_NORMAL) return sign + Math.round((size / LEAST_NORMAL) * 1024);
  const exponent = Math.floor(Math.log2(size));
  return sign + (exponent + 15) * 1024 + Math.round((size / 2 ** exponent - 1) * 1024);
}

/** Half precision, little-endian. */
function toHalves(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const packed = new DataView(new ArrayBuffer(values.length * 2));
  for (const [i, value] of values.entries()) packed.setUint16(i * 2, toHalf(value), true);
  return new Uint8Array(packed.buffer);
}

/** The weights of BlazeFace, in half precision. */
export async function packWeights(): Promise<Uint8Array<ArrayBuffer>> {
  const [json, weights] = await readSource(findModel('blazeface')!.source);
  return toHalves(orderWeights(readGraph(JSON.parse(json!.toString()), weights!)));
}

/** Those of the network that looks at what is in the way of a face. */
export async function packHindrances(): Promise<Uint8Array<ArrayBuffer>> {
  const { path } = (await findOwnModel('hindrances'))!;
  return toHalves(orderHindrances(readInitializers(await readFile(path))));
}

const KERNEL = new URL('../web/capture/finder/blazeface.wasm', import.meta.url);

/** Vite plugin: puts kernel and weights of the finder beside what is built. */
export const finderFiles: Plugin = {
  name: 'finder-files',
  apply: 'build',
  async buildStart() {
    const files = {
      wasm: await readFile(KERNEL),
      weights: await packWeights(),
      'hindrances.weights': await packHindrances(),
    };
    for (const [ending, source] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName: `face-finder.${ending}`, source });
  },
};
