/** The networks of passive liveness, called `pad` together (presentation attack detection). */
import { source } from './pack-records.ts';
import type { PackFile, PadPack } from './pack-schema.ts';

/** Their common name in commands. */
export const PAD = 'pad';

const MINIVISION =
  'https://raw.githubusercontent.com/minivision-ai/Silent-Face-Anti-Spoofing/' +
  'b6d5f04ad78778917853b25c778acef6d5626d15/resources/anti_spoof_models/';
const FACE_ANTISPOOF =
  'https://raw.githubusercontent.com/johnraivenolazo/face-antispoof-onnx/' +
  '2b9830bb0eccafddcf0abcedf5c6ad506f0a1142/models/best/98.20/best_model.onnx';

/** A network of Silent-Face-Anti-Spoofing: upstream's file, or an ONNX form of it. */
function minifasnet(
  name: string,
  description: string,
  scale: number,
  upstream: Omit<PackFile, 'url'>,
  ready: PackFile,
): PadPack {
  return {
    name,
    kind: 'pad',
    description,
    licence: 'Apache-2.0 (minivision-ai/Silent-Face-Anti-Spoofing)',
    provenance: 'github.com/minivision-ai/Silent-Face-Anti-Spoofing @b6d5f04ad787',
    sources: [
      {
        format: 'torch-minifasnet',
        files: [{ ...upstream, url: `${MINIVISION}${upstream.name}` }],
      },
      { format: 'onnx', files: [ready] },
    ],
    input: { width: 80, height: 80, channels: 'bgr', mean: [0, 0, 0], scale: 1 },
    pad: { output: 'output', classes: 3, live: 1, logits: false, crop: 'shift', scale },
  };
}

export const PAD_PACKS: readonly PadPack[] = [
  minifasnet(
    'minifasnet-v2',
    'MiniFASNet V2, looks at 2.7 times the face',
    2.7,
    {
      name: '2.7_80x80_MiniFASNetV2.pth',
      size: 1_849_453,
      sha256: 'a5eb02e1843f19b5386b953cc4c9f011c3f985d0ee2bb9819eea9a142099bec0',
    },
    {
      name: 'minifasnet-v2-2.7.onnx',
      size: 1_733_018,
      sha256: 'f72f305242fa8973bee5118ad3551654aa04d37601836662d4a0c3d88cc63733',
    },
  ),
  minifasnet(
    'minifasnet-v1se',
    'MiniFASNet V1SE, looks at 4 times the face',
    4,
    {
      name: '4_0_0_80x80_MiniFASNetV1SE.pth',
      size: 1_856_130,
      sha256: '84ee1d37d96894d5e82de5a57df044ef80a58be2b218b5ed7cdfd875ec2f5990',
    },
    // Lacks the squeeze-and-excitation modules, and is worse; see evaluation/reports/liveness.md.
    {
      name: 'minifasnet-v1se-4.0.onnx',
      size: 1_652_606,
      sha256: '37192856e1dd2615ac8f5eecf79f1555d24eee6abf65275fc123ac52860bfc5c',
    },
  ),
  {
    name: 'face-antispoof',
    kind: 'pad',
    description: 'face-antispoof 98.20, looks at 1.5 times the face',
    licence: 'Apache-2.0 (johnraivenolazo/face-antispoof-onnx)',
    provenance: 'github.com/johnraivenolazo/face-antispoof-onnx @2b9830bb0ecc',
    sources: [
      source('onnx', {
        name: 'face-antispoof-98.20.onnx',
        url: FACE_ANTISPOOF,
        size: 1_912_594,
        sha256: 'af2381b88f38769222ed93379e12444e2a50814575de1c46170de570c55a42b6',
      }),
    ],
    input: { width: 128, height: 128, channels: 'rgb', mean: [0, 0, 0], scale: 1 / 255 },
    pad: { output: 'output', classes: 2, live: 0, logits: true, crop: 'reflect', scale: 1.5 },
  },
];
