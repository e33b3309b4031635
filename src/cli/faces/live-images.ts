/** Live images of a call, and errors about them. */
import { InvalidArgument } from '../../errors.ts';
import { readInput } from '../files.ts';
import type { Faces, TargetOptions } from './faces.ts';
import { withoutField } from './named-errors.ts';
import { withFaces } from './target.ts';

/** Images as operations take them; the tags belong to the second. */
export async function readLiveImages(files: readonly string[], tags: readonly string[]) {
  const bytes = await Promise.all(files.map(readInput));
  return bytes.map((image, i) => ({ image, tags: i === 1 ? tags : [] }));
}

/** Calls, and replaces the request member in error messages by the file name. */
export async function ask<T>(
  files: readonly string[],
  options: TargetOptions,
  question: (faces: Faces) => Promise<T>,
): Promise<T> {
  return withFaces(options, question).catch((error: unknown) => {
    if (!(error instanceof InvalidArgument)) throw error;
    const [, number] = /^liveImages\[(\d)\]\.image: /.exec(error.message) ?? [];
    const file = number !== undefined ? files[Number(number)] : named(error.message, files);
    throw file === undefined
      ? error
      : new InvalidArgument(`${file}: ${withoutField(error.message)}`);
  });
}

/** `video: …` and `photo: …` are about the last file. */
function named(message: string, files: readonly string[]): string | undefined {
  return /^(video|photo): /.test(message) ? files.at(-1) : undefined;
}
