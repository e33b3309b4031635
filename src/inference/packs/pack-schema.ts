/** The model pack: a JSON file that describes a network and its files. */
import { type Static, type TProperties, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ModelError } from '../models/model-error.ts';

const closed = <T extends TProperties>(members: T) =>
  Type.Object(members, { additionalProperties: false });
const name = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' });
const fileName = Type.String({ pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$' });
const line = Type.String({ minLength: 1, maxLength: 500 });
const triple = Type.Tuple([Type.Number(), Type.Number(), Type.Number()]);
const positive = Type.Number({ exclusiveMinimum: 0 });
const side = Type.Integer({ minimum: 16, maximum: 4096 });

/** A file of a pack. */
export const PackFile = closed({
  name: fileName,
  /** Absent: the file cannot be downloaded; the user supplies it. */
  url: Type.Optional(Type.String({ pattern: '^https?://', maxLength: 1000 })),
  size: Type.Integer({ minimum: 1, maximum: 2 ** 31 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

/** A way to obtain the network. The first whose files are all present is used. */
export const PackSource = closed({
  /** `onnx`: a file used as it is. Others are converted. */
  format: Type.Enum(['onnx', 'espdl', 'torch-minifasnet']),
  files: Type.Array(PackFile, { minItems: 1, maxItems: 8 }),
});

const PackInput = closed({
  width: side,
  height: side,
  channels: Type.Enum(['rgb', 'bgr']),
  /** Pixel p (0..255) becomes (p − mean) × scale. The scale may differ by channel, too. */
  mean: triple,
  scale: Type.Union([positive, Type.Tuple([positive, positive, positive])]),
});

const common = {
  name,
  description: line,
  licence: line,
  provenance: line,
  sources: Type.Array(PackSource, { minItems: 1, maxItems: 4 }),
  input: PackInput,
  /** For `models list`: known facts and gaps about its accuracy. */
  note: Type.Optional(line),
};

export const EncoderPack = closed({
  ...common,
  kind: Type.Literal('encoder'),
  encoder: closed({
    /** Name of the output with the embedding. */
    output: line,
    dimension: Type.Integer({ minimum: 16, maximum: 4096 }),
    alignment: Type.Union([
      closed({
        template: Type.Literal('arcface'),
        /** Size of the face relative to the template; 1 = as the template. */
        scale: Type.Number({ exclusiveMinimum: 0, maximum: 4 }),
      }),
      /** From the 112-pixel frame of ArcFace: x′ = a·x − b·y + tx, y′ = b·x + a·y + ty. */
      closed({ a: Type.Number(), b: Type.Number(), tx: Type.Number(), ty: Type.Number() }),
    ]),
    /** False: the network is not also run on the mirror image. */
    mirror: Type.Optional(Type.Boolean()),
    /** Calibration written by `evaluate`, beside the pack file. */
    calibration: Type.Optional(fileName),
  }),
});

export const DetectorPack = closed({
  ...common,
  kind: Type.Literal('detector'),
  detector: closed({
    /** The decoder for the outputs. */
    family: Type.Literal('yunet'),
    /** Width and height of `input` may be multiples of this; absent: fixed. */
    multipleOf: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
});

/** A network that distinguishes live faces from presentation attacks. */
export const PadPack = closed({
  ...common,
  kind: Type.Literal('pad'),
  pad: closed({
    output: line,
    /** Values of the output, and the index of the live class. */
    classes: Type.Integer({ minimum: 2, maximum: 16 }),
    live: Type.Integer({ minimum: 0, maximum: 15 }),
    /** True: the output is logits, not probabilities. */
    logits: Type.Boolean(),
    /**
     * `shift`: the face box times `scale`, pushed inside the image. `reflect`: a square of the
     * longer side times `scale`; the image is mirrored at its border. `inside`: a square of the
     * width times `scale`, reduced and pushed to lie inside the image.
     */
    crop: Type.Enum(['shift', 'reflect', 'inside']),
    scale: Type.Number({ minimum: 1, maximum: 8 }),
  }),
});

const KINDS = { encoder: EncoderPack, detector: DetectorPack, pad: PadPack } as const;

export type PackFile = Static<typeof PackFile>;
export type PackSource = Static<typeof PackSource>;
export type EncoderPack = Static<typeof EncoderPack>;
export type DetectorPack = Static<typeof DetectorPack>;
export type PadPack = Static<typeof PadPack>;

export type Pack = EncoderPack | DetectorPack | PadPack;

/** The fault of a pack, or undefined. Only the first complaint of the schema. */
function complaint(value: unknown): string | undefined {
  const kind = (value as { kind?: unknown } | null)?.kind;
  if (kind !== 'encoder' && kind !== 'detector' && kind !== 'pad')
    return '/kind must be "encoder", "detector" or "pad"';
  const [first] = Value.Errors(KINDS[kind], value);
  if (first === undefined) return undefined;
  const extra =
    'additionalProperties' in first.params ? ` (${first.params.additionalProperties})` : '';
  return `${first.instancePath || 'the file'} ${first.message}${extra}`;
}

/** Parses a pack file. @param origin names it in errors @throws ModelError naming the member */
export function parsePack(text: string, origin: string): Pack {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ModelError(`${origin}: no JSON (${error instanceof Error ? error.message : error})`);
  }
  const wrong = complaint(value);
  if (wrong !== undefined) throw new ModelError(`${origin}: ${wrong}`);
  return value as Pack;
}
