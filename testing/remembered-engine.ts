/** An engine that remembers what it saw: tests show it few pictures, each many times. */
import { createHash } from 'node:crypto';
import type { FaceEngine } from '../src/faces/analysis.ts';
import type { Work } from '../src/scheduling/fair-queue.ts';

type Look<Options extends Work, Found> = (image: Uint8Array, options?: Options) => Promise<Found>;

/** What a picture showed once it is not examined for again; who waits in vain, and why, stays the engine's. */
export function remembering(engine: FaceEngine): FaceEngine {
  const seen = new Map<string, unknown>();
  const once =
    <Options extends Work, Found>(name: string, look: Look<Options, Found>): Look<Options, Found> =>
    async (image, options) => {
      const { share: _, signal, ...wanted } = options ?? ({} as Options);
      const key = `${name} ${JSON.stringify(wanted)} ${digest(image)}`;
      if (seen.has(key) && !signal?.aborted) return structuredClone(seen.get(key)) as Found;
      const found = await look(image, options);
      seen.set(key, structuredClone(found));
      return found;
    };
  return {
    ...engine,
    analyse: once('analyse', engine.analyse),
    analyseLiveness: once('analyseLiveness', engine.analyseLiveness),
    analyseFrame: once('analyseFrame', engine.analyseFrame),
    gradeQuality: once('gradeQuality', engine.gradeQuality),
    encodeThumbnail: once('encodeThumbnail', engine.encodeThumbnail),
  };
}

const END_OF_PNG = Buffer.from('IEND');

/** Of the picture alone: what tests append to a PNG makes it a new file, not a new sight. */
function digest(image: Uint8Array): string {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  const end = bytes[0] === 0x89 ? bytes.lastIndexOf(END_OF_PNG) : -1;
  return createHash('sha256')
    .update(end < 0 ? bytes : bytes.subarray(0, end + 8))
    .digest('base64');
}
