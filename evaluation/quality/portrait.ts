/** Portraits to spoil: upright, of one person, brought to one size. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine, FaceFacts } from '../../src/faces/analysis.ts';
import { sharp } from '../../src/faces/image/sharp.ts';

/** An upright portrait as PNG, and where its face is. */
export interface Portrait {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  readonly face: FaceFacts;
}

/** Portraits are reduced to this many pixels between the eyes, so that they can be compared. */
const EYE_DISTANCE = 110;
/** Smaller faces are left out. */
const LEAST_EYE_DISTANCE = 40;

export function eyeDistance({ leftEye, rightEye }: FaceFacts): number {
  return Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y);
}

/** Middle between the eyes. */
export function eyesMiddle({ leftEye, rightEye }: FaceFacts): { x: number; y: number } {
  return { x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2 };
}

/**
 * The photographs in folders, and one of each sub-folder.
 * @param most of them at most, evenly chosen in each folder
 */
export async function readPortraits(
  engine: FaceEngine,
  folders: readonly string[],
  most: number,
): Promise<Portrait[]> {
  const portraits: Portrait[] = [];
  for (const folder of folders)
    for (const file of thinned(await photographsIn(folder), Math.ceil(most / folders.length))) {
      const portrait = await readPortrait(engine, file);
      if (portrait !== undefined) portraits.push(portrait);
    }
  return portraits;
}

async function photographsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((p, q) => (p.name < q.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) files.push(path);
    else
      files.push(
        ...(await readdir(path))
          .sort()
          .slice(0, 1)
          .map((name) => join(path, name)),
      );
  }
  return files;
}

function thinned<T>(all: readonly T[], most: number): T[] {
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!);
}

async function readPortrait(engine: FaceEngine, file: string): Promise<Portrait | undefined> {
  const bytes = await readFile(file);
  const found = await engine.analyse(bytes).catch(() => undefined);
  const [face] = found?.faces ?? [];
  if (found?.subject === undefined || face === undefined || found.rotated !== 0) return undefined;
  if (eyeDistance(face) < LEAST_EYE_DISTANCE) return undefined;
  const scale = Math.min(1, EYE_DISTANCE / eyeDistance(face));
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .removeAlpha()
    .resize(Math.round(found.width * scale))
    .png()
    .toBuffer({ resolveWithObject: true });
  const reduced = (await engine.analyse(data)).faces[0];
  return reduced && { png: data, width: info.width, height: info.height, face: reduced };
}
