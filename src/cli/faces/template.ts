/** `template`: shows, tags and erases the template of a person. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { TypedContract } from '../../contract/contract.ts';
import { deleteTemplateContract } from '../../contract/delete-template.ts';
import { setTemplateTagsContract } from '../../contract/set-template-tags.ts';
import {
  type TemplateStatusAnswer,
  templateStatusContract,
} from '../../contract/template-status.ts';
import type { Wire } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import {
  forgetAllRefusals,
  forgetRefusals,
  listRefusedClasses,
} from '../../operations/admin/refused-classes.ts';
import { type OutdatedClass, outdatedClasses } from '../../templates/encoder-version.ts';
import { collectTag, parseClassId, refuseOptions } from '../arguments.ts';
import { confirm, takesYes } from '../confirm.ts';
import { readConfig } from '../environment.ts';
import { chooseClient, cliActor, withStore } from '../local-store.ts';
import { networksInUse } from '../models/networks-in-use.ts';
import { count, print, table, withJson } from '../output.ts';
import type { TargetOptions } from './faces.ts';
import { takesTarget, withFaces } from './target.ts';

/** A call that needs no face engine. */
const callOne = <Answer>(
  options: TargetOptions,
  contract: TypedContract<Answer>,
  request: object,
  classId: bigint,
) => withFaces(options, ({ call }) => call(contract, request, { classId }), { engine: false });

export function templateCommand(): CommandUnknownOpts {
  return new Command('template')
    .addCommand(
      ofOneClass(
        'status',
        'show whether there is a template, since when, and what it holds',
      ).action(async (classId, options) => {
        const found = await callOne(options, templateStatusContract, {}, classId);
        const { thumbnails: _, enrolled, ...answer } = found;
        print(options, { ...answer, classId, enrolled: enrolled || null }, () => describe(found));
      }),
    )
    .addCommand(
      ofOneClass('tags', 'replace the tags')
        .argument('[tags...]', 'up to 64 tags of 1 to 64 characters', collectTag, [])
        .option('--clear', 'remove all tags')
        .addHelpText('after', '\nExample:\n  prosopon template tags 17 staff "night shift"')
        .action(async (classId, wanted, options) => {
          if (wanted.length > 0 && options.clear) throw new InvalidArgument('Tags, or --clear.');
          if (wanted.length === 0 && !options.clear)
            throw new InvalidArgument('Name the tags, or remove all by --clear.');
          await callOne(options, setTemplateTagsContract, { tags: wanted }, classId);
          print(options, { classId, tags: wanted }, () => `Tags of class ${classId} replaced.`);
        }),
    )
    .addCommand(refusalsCommand())
    .addCommand(outdatedCommand())
    .addCommand(
      takesYes(ofOneClass('delete', 'erase template, thumbnails and tags')).action(
        async (classId, options) => {
          await confirm(options, `Erase the template of class ${classId} for good`);
          await callOne(options, deleteTemplateContract, {}, classId);
          print(
            options,
            { classId, deleted: true },
            () => `The template of class ${classId} is erased.`,
          );
        },
      ),
    );
}

function ofOneClass(name: string, description: string) {
  return takesTarget(withJson(new Command(name)))
    .description(description)
    .argument('<class-id>', 'class id the person was enrolled under', parseClassId);
}

function describe(answer: Wire<TemplateStatusAnswer>): string {
  const { classId, available, enrolled, tags, encoderVersion, featureVectors } = answer;
  if (!available) return `Class ${classId} has no template.`;
  const consent = answer.consent === null ? '' : `, consent "${answer.consent.reference}"`;
  const vectors = `${count(featureVectors, 'feature vector')} of encoder version ${encoderVersion}`;
  const thumbnails = count(answer.thumbnailsStored, 'thumbnail');
  const tagged = tags.length === 0 ? 'no tags' : `tagged ${tags.join(', ')}`;
  return `Class ${classId} has been enrolled since ${enrolled}: ${vectors}, ${thumbnails}, ${tagged}${consent}.`;
}

/** Classes to list. */
const MOST_LISTED = 1000;

function outdatedCommand(): CommandUnknownOpts {
  return withJson(new Command('outdated'))
    .description('list classes that another encoder made: no search finds them until an upgrade')
    .addHelpText('after', '\nExample:\n  prosopon template outdated')
    .action(async (options) => {
      const { encoder } = await networksInUse(readConfig());
      const listed = await withStore((store) => outdatedClasses(store, encoder, MOST_LISTED));
      print(options, listed, () => describeOutdated(listed, encoder));
    });
}

function describeOutdated(listed: readonly OutdatedClass[], encoder: string): string {
  if (listed.length === 0) return `All templates are of ${encoder}.`;
  const rows = listed.map(({ storage, partition, classId, encoder: made }) => [
    `${storage}.${partition}.${classId}`,
    made,
  ]);
  return `${table(['CLASS', 'ENCODER'], rows)}\nEnrol those that stay here anew: they have no thumbnails.`;
}

function refusalsCommand(): CommandUnknownOpts {
  return withJson(new Command('refusals'))
    .description(
      'list classes with refused comparisons in the last hour; those at their limit wait',
    )
    .option('--forget <class-id>', 'let this class, or "all", be compared again', (text) =>
      text === 'all' ? text : parseClassId(text),
    )
    .option('--client <id>', 'with --forget: client whose classes are meant')
    .addHelpText('after', '\nExample:\n  prosopon template refusals --forget 17 --client shop')
    .action(async (options, command) => {
      const { forget } = options;
      if (forget === undefined) refuseOptions(command, ['--client'], 'only with --forget');
      const listed = await withStore(async (store) => {
        if (forget !== undefined) {
          const { id, storage, partition } = await chooseClient(store.clients, options.client);
          if (forget === 'all') await forgetAllRefusals(store, cliActor(), id);
          else await forgetRefusals(store, cliActor(), { storage, partition, classId: forget });
        }
        return listRefusedClasses(store);
      });
      print(options, listed, describeRefused);
    });
}

function describeRefused(listed: Awaited<ReturnType<typeof listRefusedClasses>>): string {
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
