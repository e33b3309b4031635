/** The networks trained here (`training/`): ONNX files of this package, in its `models/`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NetworkFacts } from './manifest.ts';
import { ModelError } from './model-error.ts';
import { type ModelFile, sha256 } from './model-file.ts';

export interface OwnModel extends NetworkFacts {
  readonly role: 'quality' | 'pad' | 'guidance';
  /** Of `models/<name>.onnx`. The last step of a training prints it. */
  readonly sha256: string;
}

const LICENCE = 'Apache-2.0';
const raw = { channels: 'rgb', mean: [0, 0, 0], scale: 1 } as const;

export const OWN_MODELS: readonly OwnModel[] = [
  {
    name: 'quality-capture',
    role: 'quality',
    sha256: '8440e69786a3ac93d13cbc5f5f70f474e570361211a3d4b86543b1c81623621b',
    licence: LICENCE,
    provenance: 'training/measures/capture.py, on faces of LFW and the London Set (CC BY 4.0)',
    input: { width: 248, height: 248, ...raw },
    outputs: [
      { name: 'compression', dims: [1], meaning: 'similarity to the uncompressed image, 0..1' },
      { name: 'sharpness', dims: [1], meaning: '50 sharp to −50 blurred; not asked for' },
    ],
  },
  {
    name: 'quality-sharpness',
    role: 'quality',
    sha256: '3b8b69c66fb32f58ece3aad87427e128e8e41574f562175f53ed351324167ec0',
    licence: LICENCE,
    provenance: 'training/measures/sharpness.py, on faces of LFW and the London Set (CC BY 4.0)',
    input: { width: 144, height: 152, ...raw },
    outputs: [
      {
        name: 'spread',
        dims: [1],
        meaning: 'width of edges in the worst direction, eye distances',
      },
    ],
  },
  {
    name: 'quality-expression',
    role: 'quality',
    sha256: 'e92e9eb8b8d5dc3b648bbc2ce52be49c39451c8aebf3131152e009f6bedbc573',
    licence: LICENCE,
    provenance: 'training/measures/expression.py, on the London Set (CC BY 4.0)',
    input: { width: 320, height: 240, ...raw },
    outputs: [{ name: 'neutrality', dims: [1], meaning: 'positive neutral, negative not' }],
  },
  {
    name: 'quality-utility',
    role: 'quality',
    sha256: 'bb976fe759d0733bdc85355570842db9bca62a5f952fa39247894b0d17e8a13a',
    licence: LICENCE,
    provenance: 'training/measures/utility.py, on faces of LFW, taught by the recommended encoder',
    input: { width: 112, height: 112, ...raw },
    outputs: [
      { name: 'utility', dims: [1], meaning: '24.5 of an ordinary photograph, 13 of none' },
    ],
  },
  {
    name: 'quality-segmentation',
    role: 'quality',
    sha256: 'b5c7ffc14937a25ad48548851dd7df07b6b2a3946711084f057bb5c3d2269c6e',
    licence: LICENCE,
    provenance:
      'training/measures/segmentation.py, on faces of LFW and the London Set (CC BY 4.0) with ' +
      'rendered covers',
    input: { width: 128, height: 128, ...raw },
    outputs: [
      {
        name: 'classes',
        dims: [5, 128, 128],
        meaning: 'probabilities of background, person, face, cover, head covering',
      },
    ],
  },
  {
    name: 'quality-coverings',
    role: 'quality',
    sha256: '6d8040e951d025b8778ee391dbc3463418f475b2a825c0106952f04f9e7bab50',
    licence: LICENCE,
    provenance:
      'training/measures/coverings.py, on faces of LFW, as they are and with rendered covers',
    input: { width: 128, height: 128, ...raw },
    outputs: [
      { name: 'eyes', dims: [1], meaning: 'covered share of the eyes, 0..1' },
      {
        name: 'head',
        dims: [1],
        meaning: 'share of the upper frame that hat or cloth covers, 0..1',
      },
    ],
  },
  {
    name: 'quality-heads',
    role: 'quality',
    sha256: 'c42c64515cfd782d94e09a49da1cf2071dc052bf042a66b1e79606b172405b48',
    licence: LICENCE,
    provenance: 'training/measures/heads.py, on faces of LFW, as they are and with rendered covers',
    input: { width: 128, height: 128, ...raw },
    outputs: [{ name: 'covered', dims: [1], meaning: 'log-odds that something covers the head' }],
  },
  {
    name: 'recapture',
    role: 'pad',
    sha256: '54fbd784d8ca4270e16943775d38d6c346c9f2a7df8ff76e0b72743a604f3e4f',
    licence: LICENCE,
    provenance:
      'training/recapture/train.py, on faces of LFW and the London Set (CC BY 4.0) on rendered ' +
      'screens and prints',
    input: { width: 128, height: 128, ...raw, scale: 1 / 255 },
    outputs: [{ name: 'output', dims: [2], meaning: 'logits of live and of screen or print' }],
  },
  {
    name: 'hindrances',
    role: 'guidance',
    sha256: 'a8d8e9ba374c63c118954d5451c760d346c78eb04e6b2a30febda543c44aadd1',
    licence: LICENCE,
    provenance: 'training/measures/hindrances.py, on faces of LFW with rendered covers',
    input: { width: 96, height: 96, ...raw },
    outputs: [{ name: 'covered', dims: [1], meaning: 'probability of a covered mouth or nose' }],
  },
];

/** Their folder. */
export const OWN_FOLDER = fileURLToPath(new URL('../../../models', import.meta.url));

const fileOf = (name: string) => join(OWN_FOLDER, `${name}.onnx`);

/** The verified file of an own network. Undefined: no network has that name. @throws ModelError */
export async function findOwnModel(name: string): Promise<ModelFile | undefined> {
  const own = OWN_MODELS.find((model) => model.name === name);
  if (own === undefined) return undefined;
  const path = fileOf(name);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ModelError(`${name}: ${String(error)}`);
  });
  const actual = sha256(bytes);
  if (actual !== own.sha256)
    throw new ModelError(`${path}: SHA-256 is ${actual}, expected ${own.sha256}`);
  return { path, sha256: actual };
}
