/** The networks of passive liveness, called `pad` together (presentation attack detection). */
import { type PackFile, type PadPack, raw } from './pack.ts';

/** Their common name in commands. */
export const PAD = 'pad';

const MINIVISION = 'minivision-ai/Silent-Face-Anti-Spoofing';
const MINIVISION_COMMIT = 'b6d5f04ad78778917853b25c778acef6d5626d15';
const FACE_ANTISPOOF = 'johnraivenolazo/face-antispoof-onnx';
const FACE_ANTISPOOF_COMMIT = '2b9830bb0eccafddcf0abcedf5c6ad506f0a1142';

/** A network of Silent-Face-Anti-Spoofing. */
function minifasnet(
  name: string,
  description: string,
  scale: number,
  file: Omit<PackFile, 'url'>,
): PadPack {
  const path = `resources/anti_spoof_models/${file.name}`;
  return {
    name,
    kind: 'pad',
    description,
    licence: `Apache-2.0 (${MINIVISION})`,
    provenance: `github.com/${MINIVISION} @${MINIVISION_COMMIT.slice(0, 12)}`,
    format: 'torch-minifasnet',
    file: { ...file, url: raw(MINIVISION, MINIVISION_COMMIT, path) },
    input: { width: 80, height: 80, channels: 'bgr', mean: [0, 0, 0], scale: 1 },
    pad: { output: 'output', live: 1, logits: false, crop: 'shift', scale },
  };
}

export const PAD_PACKS: readonly PadPack[] = [
  minifasnet('minifasnet-v2', 'MiniFASNet V2, looks at 2.7 times the face', 2.7, {
    name: '2.7_80x80_MiniFASNetV2.pth',
    size: 1_849_453,
    sha256: 'a5eb02e1843f19b5386b953cc4c9f011c3f985d0ee2bb9819eea9a142099bec0',
  }),
  minifasnet('minifasnet-v1se', 'MiniFASNet V1SE, looks at 4 times the face', 4, {
    name: '4_0_0_80x80_MiniFASNetV1SE.pth',
    size: 1_856_130,
    sha256: '84ee1d37d96894d5e82de5a57df044ef80a58be2b218b5ed7cdfd875ec2f5990',
  }),
  {
    name: 'face-antispoof',
    kind: 'pad',
    description: 'face-antispoof 98.20, looks at 1.5 times the face',
    licence: `Apache-2.0 (${FACE_ANTISPOOF})`,
    provenance: `github.com/${FACE_ANTISPOOF} @${FACE_ANTISPOOF_COMMIT.slice(0, 12)}`,
    format: 'onnx',
    file: {
      name: 'face-antispoof-98.20.onnx',
      url: raw(FACE_ANTISPOOF, FACE_ANTISPOOF_COMMIT, 'models/best/98.20/best_model.onnx'),
      size: 1_912_594,
      sha256: 'af2381b88f38769222ed93379e12444e2a50814575de1c46170de570c55a42b6',
    },
    input: { width: 128, height: 128, channels: 'rgb', mean: [0, 0, 0], scale: 1 / 255 },
    pad: { output: 'output', live: 0, logits: true, crop: 'reflect', scale: 1.5 },
  },
];
