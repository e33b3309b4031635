/** Options that name the templates of a command and where they are, and opening them. */

import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { closing } from '../../async.ts';
import { refuseOptions } from '../arguments.ts';
import type { Faces, TargetOptions } from './faces.ts';
import { type LocalNeeds, openLocalFaces } from './local-faces.ts';
import { openRemoteFaces } from './remote-faces.ts';

/** Adds the options that name the templates and where they are. */
export function takesTarget<A extends unknown[], O extends OptionValues>(command: Command<A, O>) {
  return command
    .addOption(
      new Option('--url <url>', 'ask this running service instead of the local data').env(
        'PROSOPON_URL',
      ),
    )
    .addOption(new Option('--client <id>', 'client whose templates are meant').env('PROSOPON_ID'))
    .addOption(
      new Option(
        '--key <base64>',
        'with --url: signing key of the client (other users can see options, not variables)',
      ).env('PROSOPON_KEY'),
    )
    .hook('preAction', (asked) => {
      if (asked.getOptionValue('url') === undefined)
        refuseOptions(asked, ['--key'], 'only with --url');
      else refuseOptions(asked, ['--workers'], 'only without --url (PROSOPON_URL)');
    });
}

/** Opens what the options name, runs `work`, and closes it in any case. */
export async function withFaces<T>(
  options: TargetOptions,
  work: (faces: Faces) => Promise<T>,
  needs: LocalNeeds = { engine: true },
): Promise<T> {
  await using faces = closing(
    options.url === undefined
      ? await openLocalFaces(options.client, needs)
      : openRemoteFaces(options),
  );
  return await work(faces);
}
