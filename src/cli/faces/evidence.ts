/** `--explain`: draws what the checks saw into a file. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { InvalidArgument } from '../../errors.ts';
import type { LivenessEvidence } from '../../operations/liveness/liveness-evidence.ts';
import { readConfig } from '../environment.ts';
import { type DrawnImage, drawEvidence } from './draw-evidence.ts';

/** Draws what the checks saw into a PNG. @throws InvalidArgument the client may not see it */
export async function writeEvidence<D extends LivenessEvidence>(
  file: string,
  { debug }: { readonly debug?: D },
  tilesOf: (debug: D) => readonly DrawnImage[],
): Promise<void> {
  if (debug === undefined)
    throw new InvalidArgument(
      '--explain: a service shows what it saw only to clients with the setting debugEvidence.',
    );
  await writeFile(file, await drawEvidence(tilesOf(debug), debug.motion, readConfig()));
}

/** The live images with the evidence in each, and the answer below the last. */
export function liveTiles(
  files: readonly string[],
  images: readonly { readonly image: Uint8Array }[],
  debug: LivenessEvidence,
  answer = '',
): DrawnImage[] {
  return debug.images.map((evidence, i) => ({
    title: basename(files[i]!),
    bytes: images[i]!.image,
    evidence,
    figures: i === images.length - 1 ? answer.split('\n').map((line) => line.trim()) : [],
  }));
}
