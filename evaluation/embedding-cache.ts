/** Analyses of photographs between runs: a JSON index by content, and a file of vectors. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodedImage } from './encoded-image.ts';

/** Encoded images by the SHA-256 of their file, and the duration of their analysis. */
export interface CachedEmbeddings {
  readonly images: Map<string, EncodedImage>;
  /** Milliseconds of one worker per image, mean over the runs that filled the cache. */
  workerMilliseconds: number;
}

interface Index {
  readonly dimension: number;
  readonly workerMilliseconds: number;
  /** Content hash → image without its vector, and the row of its vector in the file. */
  readonly images: Record<string, Omit<EncodedImage, 'features'> & { readonly row?: number }>;
}

/** @returns data stored by `writeCache`; empty if nothing is usable */
export async function readCache(folder: string): Promise<CachedEmbeddings> {
  const images = new Map<string, EncodedImage>();
  let text: string;
  let bytes: Buffer;
  try {
    text = await readFile(join(folder, 'index.json'), 'utf8');
    bytes = await readFile(join(folder, 'vectors.f32'));
  } catch {
    return { images, workerMilliseconds: 0 };
  }
  const index = JSON.parse(text) as Index;
  const copy = new Uint8Array(bytes);
  for (const [hash, { row, ...image }] of Object.entries(index.images)) {
    if (row === undefined) images.set(hash, image);
    else {
      const features = new Float32Array(copy.buffer, row * index.dimension * 4, index.dimension);
      images.set(hash, { ...image, features });
    }
  }
  return { images, workerMilliseconds: index.workerMilliseconds };
}

export async function writeCache(folder: string, cached: CachedEmbeddings): Promise<void> {
  await mkdir(folder, { recursive: true });
  const vectors: Float32Array[] = [];
  const images: Index['images'] = {};
  for (const [hash, { features, ...image }] of cached.images) {
    images[hash] = features === undefined ? image : { ...image, row: vectors.length };
    if (features !== undefined) vectors.push(features);
  }
  const { workerMilliseconds } = cached;
  const index: Index = { dimension: vectors[0]?.length ?? 0, workerMilliseconds, images };
  // Vectors first, so that an index never points at missing rows.
  await replace(join(folder, 'vectors.f32'), Buffer.concat(vectors.map(bytesOf)));
  await replace(join(folder, 'index.json'), JSON.stringify(index));
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}
