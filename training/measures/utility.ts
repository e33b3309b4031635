/**
 * Makes what the network of UnifiedQualityScore learns from: faces of people with several photographs,
 * spoilt in random ways, and how alike the recommended encoder finds each to the person's others.
 * `PROSOPON_MODELS=... node training/measures/utility.ts OUT FACES [VARIANTS]` reads FACES/faces.jsonl
 * (see faces.ts) and writes OUT/utility.u8 (112 × 112 RGB chips) and OUT/utility.jsonl (a chip a line:
 * person, photograph, variant, mean genuine score, and the chip's own feature vector).
 */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { alignToTemplate, cutPatch } from '../../src/faces/encoding/align.ts';
import { encodePatch } from '../../src/faces/encoding/encode.ts';
import { findEncoder, RECOMMENDED_ENCODER } from '../../src/faces/encoding/encoders.ts';
import {
  applySimilarity,
  invertSimilarity,
  type Point,
  type Similarity,
} from '../../src/faces/geometry.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { utilityChip } from '../../src/faces/quality/utility.ts';
import { prepareModel } from '../../src/inference/models/prepare.ts';
import { openSession } from '../../src/inference/session.ts';

/** Photographs of one person at most, so that nobody is learnt by heart. */
const MOST = 6;

interface Photograph {
  readonly file: string;
  readonly person: string;
  readonly mesh: readonly Point[];
}

/** Uniform numbers from a seed (Steele et al., SplitMix, OOPSLA 2014; 32 bits). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}

function photographs(lines: string): Photograph[] {
  const counts = new Map<string, number>();
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { file, toFrame, mesh } = JSON.parse(line) as {
        file: string;
        toFrame: Similarity;
        mesh: number[];
      };
      const person = basename(join(file, '..'));
      const count = (counts.get(person) ?? 0) + 1;
      counts.set(person, count);
      if (count > MOST) return [];
      const back = invertSimilarity(toFrame);
      const points = Array.from({ length: 468 }, (_, i) =>
        applySimilarity(back, { x: mesh[i * 2]!, y: mesh[i * 2 + 1]! }),
      );
      return [{ file, person, mesh: points }];
    })
    .filter(({ person }) => counts.get(person)! > 1);
}

/** One to three of: blur, smaller size, JPEG, darkness, noise, a cover over part of the face. */
async function spoilt(bytes: Uint8Array, mesh: readonly Point[], next: () => number) {
  let image = sharp(bytes).removeAlpha();
  const { width, height } = (await image.metadata()) as { width: number; height: number };
  const eyes = Math.hypot(mesh[33]!.x - mesh[263]!.x, mesh[33]!.y - mesh[263]!.y) * 0.7;
  const between = (low: number, high: number) => low * (high / low) ** next();
  const step = async () => {
    image = sharp(await image.png({ compressionLevel: 1 }).toBuffer());
  };
  if (next() < 0.3) {
    const middle = mesh[[1, 13, 33, 263, 152, 205][Math.floor(next() * 6)]!]!;
    const [rx, ry] = [eyes * between(0.3, 1.2), eyes * between(0.2, 0.9)];
    const level = Math.floor(next() * 220);
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    for (let y = 0, o = 0; y < height; y++)
      for (let x = 0; x < width; x++, o += 3)
        if (((x - middle.x) / rx) ** 2 + ((y - middle.y) / ry) ** 2 < 1) data.fill(level, o, o + 3);
    image = sharp(data, { raw: info });
    await step();
  }
  if (next() < 0.4) {
    const factor = between(8, 30) / eyes;
    image = image.resize(Math.round(width * factor)).removeAlpha();
    await step();
    image = image.resize(width, height, { fit: 'fill' });
    await step();
  }
  if (next() < 0.4) image = image.blur(Math.max(0.31, between(0.02, 0.16) * eyes));
  if (next() < 0.35) image = image.linear(between(0.06, 0.7), 0);
  await step();
  if (next() < 0.25) {
    const noise = { type: 'gaussian', mean: 128, sigma: between(6, 40) } as const;
    const grain = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer();
    image = image.composite([{ input: grain, blend: 'hard-light' }]);
    await step();
  }
  const quality = Math.round(next() < 0.4 ? between(4, 60) : 92);
  return image.jpeg({ quality }).toBuffer();
}

const [out, faces, variants = '2'] = process.argv.slice(2) as [string, string, string?];
await mkdir(out, { recursive: true });
const places = {
  dataDir: join(tmpdir(), 'prosopon-training'),
  modelsDir: process.env.PROSOPON_MODELS,
};
const { definition } = await findEncoder(RECOMMENDED_ENCODER, places);
const sessions = [];
for (const { model } of definition.parts)
  sessions.push(await openSession(await prepareModel(model, places)));
const read = async (bytes: Uint8Array): Promise<Picture> =>
  (await decodeImage(bytes, { maxPixels: 40_000_000, maxSide: 1920 })).picture;
const look = async (bytes: Uint8Array, mesh: readonly Point[]) => {
  const patch = cutPatch(await read(bytes), alignToTemplate(mesh));
  const vector = await encodePatch({ definition, sessions, cohort: undefined }, patch, () => {});
  return { chip: utilityChip(patch).data, vector };
};

const chips = createWriteStream(join(out, 'utility.u8'));
const lines = createWriteStream(join(out, 'utility.jsonl'));
const people = Map.groupBy(
  photographs(await readFile(join(faces, 'faces.jsonl'), 'utf8')),
  ({ person }) => person,
);
const next = random(1);
for (const [person, all] of people) {
  const plain = [];
  for (const { file, mesh } of all) plain.push(await look(await readFile(file), mesh));
  for (const [i, { file, mesh }] of all.entries()) {
    const looks = [plain[i]!];
    for (let v = 0; v < Number(variants); v++)
      looks.push(await look(await spoilt(await readFile(file), mesh, next), mesh));
    for (const [variant, { chip, vector }] of looks.entries()) {
      const scores = plain
        .filter((_, j) => j !== i)
        .map((other) => other.vector.reduce((sum, value, k) => sum + value * vector[k]!, 0));
      const genuine = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      chips.write(chip);
      const rounded = Array.from(vector, (value) => Math.round(value * 1000));
      lines.write(
        `${JSON.stringify({ person, photograph: basename(file), variant, genuine, vector: rounded })}\n`,
      );
    }
  }
}
chips.end();
lines.end();
