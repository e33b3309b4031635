/** Pictures of the report as data URLs: the encoder's view of a photograph, or the photograph. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { sharp } from '../../src/faces/image/sharp.ts';

const SIDE = 128;

export type PictureOf = (path: string) => string | undefined;

/** Data URLs of photographs by path: the thumbnail of the face where there is one. */
export async function readPictures(
  engine: FaceEngine,
  root: string,
  paths: Iterable<string>,
): Promise<PictureOf> {
  const pictures = new Map<string, string>();
  for (const path of new Set(paths)) {
    const bytes = await readFile(join(root, path));
    try {
      const { subject } = await engine.analyse(bytes, { thumbnail: true });
      const small = await sharp(subject?.thumbnail ?? bytes)
        .resize(SIDE, SIDE, { fit: 'inside' })
        .jpeg({ quality: 80 })
        .toBuffer();
      pictures.set(path, `data:image/jpeg;base64,${small.toString('base64')}`);
    } catch {
      // A file that is no image only shows its name.
    }
  }
  return (path) => pictures.get(path);
}
