/** `template refusals`: classes that were compared in vain in the last hour; forgets it for one. */
import { Command } from 'commander';
import { forgetRefusals, listRefusedClasses } from '../operations/refused-classes.ts';
import { parseClassId } from './arguments.ts';
import { chooseClient, cliActor, withStore } from './local-store.ts';
import { type OutputOptions, print, table, withJson } from './output.ts';

interface RefusalsOptions extends OutputOptions {
  readonly forget?: bigint;
  readonly client?: string;
}

export function refusalsCommand(): Command {
  return withJson(new Command('refusals'))
    .description('classes with refused comparisons in the last hour; those at their limit wait')
    .option('--forget <class-id>', 'let this class be compared again', parseClassId)
    .option('--client <id>', 'client whose class is meant')
    .addHelpText('after', '\nExample:\n  prosopon template refusals --forget 17 --client shop')
    .action(refusals);
}

async function refusals(options: RefusalsOptions): Promise<void> {
  const { forget } = options;
  const listed = await withStore(async (store) => {
    if (forget !== undefined) {
      const { storage, partition } = await chooseClient(store.clients, options.client);
      await forgetRefusals(store, cliActor(), { storage, partition, classId: forget });
    }
    return listRefusedClasses(store);
  });
  print(options, listed, describe);
}

function describe(listed: Awaited<ReturnType<typeof listRefusedClasses>>): string {
  if (listed.length === 0) return 'No comparison was refused in the last hour.';
  return table(
    ['CLASS', 'REFUSED', 'LIMIT', 'LATEST', ''],
    listed.map(({ storage, partition, classId, refused, limit, latest, atLimit }) => [
      `${storage}.${partition}.${classId}`,
      String(refused),
      limit === null ? 'none' : String(limit),
      latest.toISOString(),
      atLimit ? 'waits' : '',
    ]),
  );
}
