/** `keys`: the key-encryption keys that seal templates and client keys. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { InvalidArgument } from '../../errors.ts';
import { rotateGalleryKey } from '../../gallery/database/gallery-keys.ts';
import type { RewrapReport } from '../../sealing/key-ring.ts';
import { EXIT } from '../exit-codes.ts';
import { cliActor, withStore } from '../local-store.ts';
import { count, type OutputOptions, print, withJson } from '../output.ts';
import { startProgress } from '../progress.ts';

export function keysCommand(): CommandUnknownOpts {
  return new Command('keys').description('the keys that seal what is stored').addCommand(
    withJson(new Command('rotate'))
      .description('make a new key-encryption key and seal everything stored with it')
      .option('--gallery', 'make a new key for the gallery in the database instead')
      .addHelpText(
        'after',
        `
The service may keep running. If the command was interrupted, simply run it again.
Templates and thumbnails are encrypted anew, without new images.

With --gallery, the running services rotate the vectors in the database by the new key, one person
at a time, and keep answering searches.

Examples:
  prosopon keys rotate
  prosopon keys rotate --gallery`,
      )
      .action(async (options) => {
        if (options.gallery) return rotateGallery(options);
        const result = await withStore(async ({ keyRing, audit }) => {
          const keyId = await keyRing.rotate();
          const progress = startProgress('Sealing anew', 'records');
          try {
            const report = { keyId, ...(await keyRing.rewrap({ onProgress: progress.update })) };
            await audit.append({ event: 'key-rotation', actor: cliActor(), details: report });
            return report;
          } finally {
            progress.stop();
          }
        });
        if (result.corrupted > 0) process.exitCode = EXIT.failure;
        print(options, result, describeRotation);
      }),
  );
}

async function rotateGallery(options: OutputOptions): Promise<void> {
  const result = await withStore(async ({ database, audit }) => {
    if (database.kind === 'sqlite')
      throw new InvalidArgument('--gallery: only a gallery in PostgreSQL has a key of its own.');
    const report = { galleryKeyId: await rotateGalleryKey(database) };
    await audit.append({ event: 'key-rotation', actor: cliActor(), details: report });
    return report;
  });
  const about = 'running services with PROSOPON_GALLERY=database rotate all vectors by it now.';
  print(options, result, ({ galleryKeyId }) => `New gallery key ${galleryKeyId}: ${about}`);
}

function describeRotation(result: RewrapReport & { readonly keyId: string }): string {
  const { keyId, rewrapped, erasedKeys, corrupted } = result;
  const erased = `${count(erasedKeys, 'older key')} erased`;
  const done = `New key ${keyId}: ${count(rewrapped, 'record')} sealed with it, ${erased}.`;
  if (corrupted === 0) return done;
  return `${done}\nCould not be opened, and left unchanged: ${count(corrupted, 'record')}.`;
}
