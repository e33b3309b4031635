/** PRelu in other operations: the same bits, and nothing else changed. */
import { describe, expect, it } from 'vitest';
import { OnnxGraph } from '../../../src/inference/convert/onnx-graph.ts';
import { replacePRelu } from '../../../src/inference/convert/replace-prelu.ts';
import { openSession } from '../../../src/inference/session.ts';

const CHANNELS = 3;
const SIDE = 8;

/** The type of a node as it lies in a file: field 4, five letters. */
const PRELU = '\x22\x05PRelu';

/** Input [1, 3, 8, 8], a convolution, one slope a channel (one of them negative), a sum. */
function network(): Uint8Array {
  const graph = new OnnxGraph();
  const input = graph.input('input', [1, CHANNELS, SIDE, SIDE]);
  const weights = Float32Array.from({ length: CHANNELS ** 2 }, (_, i) => Math.sin(i + 1));
  const kernel = graph.floats('kernel', [CHANNELS, CHANNELS, 1, 1], weights);
  const wide = graph.node('Conv', [input, kernel], { kernel_shape: [1, 1] });
  const slopes = graph.floats('slopes', [CHANNELS, 1, 1], [0.25, -0.7, 1.3]);
  const bent = graph.node('PRelu', [wide, slopes]);
  graph.output('output', graph.node('Add', [wide, bent]), [1, CHANNELS, SIDE, SIDE]);
  return graph.encode('bent');
}

describe('a network whose PRelu was replaced', () => {
  it('gives bit-identical results without any PRelu', async () => {
    const before = network();
    const after = replacePRelu(before);
    expect(Buffer.from(before).includes(PRELU)).toBe(true);
    expect(Buffer.from(after).includes(PRELU)).toBe(false);
    const data = Float32Array.from({ length: CHANNELS * SIDE ** 2 }, (_, i) => Math.sin(i * i) * 9);
    data[0] = 0;
    data[1] = -0;
    const input = { data, dims: [1, CHANNELS, SIDE, SIDE] };
    const [was, is] = await Promise.all(
      [before, after].map(async (file) => (await (await openSession(file)).run({ input })).output!),
    );
    expect(is!.data).toEqual(was!.data);
  });

  it('is the same file if there is none', () => {
    const graph = new OnnxGraph();
    const input = graph.input('input', [1, CHANNELS]);
    graph.output('output', graph.node('Relu', [input]), [1, CHANNELS]);
    const file = graph.encode('straight');
    expect(Buffer.from(replacePRelu(file))).toEqual(Buffer.from(file));
  });
});
