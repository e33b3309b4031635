/** Shared parts of the records of known packs. */
import type { EncoderPack, PackSource } from './pack-schema.ts';

export const source = (
  format: PackSource['format'],
  ...files: PackSource['files']
): PackSource => ({ format, files });

export const raw = (repository: string, commit: string, path: string): string =>
  `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;

/** An encoder that takes the frame of ArcFace. */
export const alone = (output: string, dimension: number): EncoderPack['encoder'] => ({
  ...{ output, dimension },
  alignment: { template: 'arcface', scale: 1 },
});
