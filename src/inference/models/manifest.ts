/** The models that come with npm packages: their files, inputs and outputs. */

export type ModelRole = 'detect' | 'landmarks' | 'encode';

/** The input a network expects: pixel p of a channel becomes (p − mean) × scale, p in 0..255. */
export interface ImageInput {
  readonly width: number;
  readonly height: number;
  readonly channels: 'rgb' | 'bgr';
  /** In channel order. */
  readonly mean: readonly [number, number, number];
  readonly scale: number | readonly [number, number, number];
}

export interface ModelOutput {
  readonly name: string;
  /** Lengths after the batch axis. */
  readonly dims: readonly number[];
  readonly meaning: string;
}

export interface SourceFile {
  /** Path inside the package or pack. */
  readonly path: string;
  readonly sha256: string;
}

export interface NpmSource {
  readonly kind: 'npm';
  readonly package: string;
  readonly format: 'tfjs-graph' | 'face-api-weights';
  /** The JSON file first, then its weight files in order. */
  readonly files: readonly SourceFile[];
}

/** Facts needed to run and name a network. */
export interface NetworkFacts {
  readonly name: string;
  readonly licence: string;
  readonly provenance: string;
  /** The ONNX input is float32 `input` [N, 3, height, width] of this form. */
  readonly input: ImageInput & { readonly scale: number };
  readonly outputs: readonly ModelOutput[];
}

export interface ModelEntry extends NetworkFacts {
  readonly role: ModelRole;
  readonly source: NpmSource;
}

const MIT_PACKAGE = 'MIT as stated by the npm package; no separate licence given for the weights';
const MEDIAPIPE = 'MediaPipe (github.com/google/mediapipe), converted by github.com/vladmandic';

/** Pixels as −1 to 1. */
export const SIGNED = {
  channels: 'rgb',
  mean: [127.5, 127.5, 127.5],
  scale: 1 / 127.5,
} satisfies Omit<ImageInput, 'width' | 'height'>;
const unit = { channels: 'rgb', mean: [0, 0, 0], scale: 1 / 255 } as const;
const square = (side: number) => ({ width: side, height: side });

const graph = (stem: string, json: string, bin: string): NpmSource => ({
  kind: 'npm',
  package: '@vladmandic/human',
  format: 'tfjs-graph',
  files: [
    { path: `models/${stem}.json`, sha256: json },
    { path: `models/${stem}.bin`, sha256: bin },
  ],
});

/** BlazeFace: 16 × 16 cells of 2 anchors and 8 × 8 cells of 6, row by row. */
const BLAZEFACE_OUTPUTS: readonly ModelOutput[] = [
  { name: 'Identity', dims: [512, 1], meaning: 'score logits, fine grid (stride = side / 16)' },
  { name: 'Identity_1', dims: [384, 1], meaning: 'score logits, coarse grid (stride = side / 8)' },
  {
    name: 'Identity_2',
    dims: [512, 16],
    meaning: 'fine grid, input pixels: box dx, dy from the cell centre, w, h; 6 points dx, dy',
  },
  { name: 'Identity_3', dims: [384, 16], meaning: 'the same for the coarse grid' },
];

export const MODELS: readonly ModelEntry[] = [
  {
    name: 'blazeface',
    role: 'detect',
    source: graph(
      'blazeface',
      'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
      'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
    ),
    licence: MIT_PACKAGE,
    provenance: `BlazeFace back camera, ${MEDIAPIPE}`,
    input: { ...square(256), ...SIGNED },
    outputs: BLAZEFACE_OUTPUTS,
  },
  {
    name: 'facemesh',
    role: 'landmarks',
    source: graph(
      'facemesh',
      'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7',
      '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
    ),
    licence: MIT_PACKAGE,
    provenance: `Face Mesh, ${MEDIAPIPE}`,
    input: { ...square(192), ...unit },
    outputs: [
      { name: 'Identity_1', dims: [1], meaning: 'probability that a face is present' },
      { name: 'Identity_2', dims: [1404], meaning: '468 points x, y, z in input pixels' },
    ],
  },
  {
    name: 'faceres',
    role: 'encode',
    source: graph(
      'faceres',
      '5b83d49c0385d2e68a05122441b94226313677cae9fcc40b9587ad50079eb4df',
      '2c7d2d62b76c97528b736527aa09d310ea71743c9e3e79fb6c62d4b2d73af79b',
    ),
    licence: MIT_PACKAGE,
    provenance: 'github.com/HSE-asavchenko/HSE_FaceRec_tf, converted by github.com/vladmandic',
    input: { ...square(224), channels: 'bgr', mean: [103.939, 116.779, 123.68], scale: 1 },
    outputs: [
      { name: 'global_pooling/Mean', dims: [1024], meaning: 'embedding, not of unit length' },
    ],
  },
  {
    name: 'dlib-resnet',
    role: 'encode',
    source: {
      kind: 'npm',
      package: '@vladmandic/face-api',
      format: 'face-api-weights',
      files: [
        {
          path: 'model/face_recognition_model-weights_manifest.json',
          sha256: 'cbaffa501b0b9275a12b63357a6843e7e30c054e1c9151e1a5f879b26e32986b',
        },
        {
          path: 'model/face_recognition_model.bin',
          sha256: 'b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589',
        },
      ],
    },
    licence: MIT_PACKAGE,
    provenance: 'dlib_face_recognition_resnet_model_v1 (github.com/davisking), via face-api.js',
    input: { ...square(150), channels: 'rgb', mean: [122.782, 117.001, 104.298], scale: 1 / 255 },
    outputs: [{ name: 'embedding', dims: [128], meaning: 'embedding, not of unit length' }],
  },
];

/** The entry of that name, or undefined. */
export function findModel(name: string): ModelEntry | undefined {
  return MODELS.find((entry) => entry.name === name);
}
