/** `template`: looks at, tags and erases the template of one person. */
import { Command } from 'commander';
import { deleteTemplateContract } from '../contract/delete-template.ts';
import { setTemplateTagsContract } from '../contract/set-template-tags.ts';
import { type TemplateStatusAnswer, templateStatusContract } from '../contract/template-status.ts';
import type { Wire } from '../contract/wire.ts';
import { forgetRefusals, listRefusedClasses } from '../operations/refused-classes.ts';
import { parseClassId } from './arguments.ts';
import { type ConfirmOptions, confirm, takesYes } from './confirm.ts';
import type { TargetOptions } from './faces.ts';
import { chooseClient, cliActor, withStore } from './local-store.ts';
import { count, type OutputOptions, print, table, withJson } from './output.ts';
import { takesTarget, withFaces } from './target.ts';

type Options = OutputOptions & TargetOptions;

const NO_ENGINE = { engine: false };

export function templateCommand(): Command {
  return new Command('template')
    .addCommand(ofOneClass('status', 'is there a template, since when, with what').action(status))
    .addCommand(
      ofOneClass('tags', 'replace the tags; none given removes all')
        .argument('[tags...]', 'up to 64 tags of 1 to 64 characters')
        .addHelpText('after', '\nExample:\n  prosopon template tags 17 staff "night shift"')
        .action(tags),
    )
    .addCommand(refusalsCommand())
    .addCommand(
      takesYes(ofOneClass('delete', 'erase template, thumbnails and tags')).action(remove),
    );
}

function ofOneClass(name: string, description: string): Command {
  return takesTarget(withJson(new Command(name)))
    .description(description)
    .argument('<class-id>', 'class id the person was enrolled under', parseClassId);
}

async function status(classId: bigint, options: Options): Promise<void> {
  const found = await withFaces(
    options,
    ({ call }) => call(templateStatusContract, {}, { classId }),
    NO_ENGINE,
  );
  const { thumbnails: _, enrolled, ...answer } = found;
  print(options, { ...answer, classId, enrolled: enrolled || null }, () => describe(found));
}

function describe(answer: Wire<TemplateStatusAnswer>): string {
  const { classId, available, enrolled, tags, encoderVersion, featureVectors } = answer;
  if (!available) return `Class ${classId} has no template.`;
  const consent = answer.consent === null ? '' : `, consent "${answer.consent.reference}"`;
  const vectors = `${count(featureVectors, 'feature vector')} of encoder version ${encoderVersion}`;
  const thumbnails = count(answer.thumbnailsStored, 'thumbnail');
  const tagged = tags.length === 0 ? 'no tags' : `tagged ${tags.join(', ')}`;
  return `Class ${classId} is enrolled since ${enrolled}: ${vectors}, ${thumbnails}, ${tagged}${consent}.`;
}

async function tags(classId: bigint, wanted: readonly string[], options: Options): Promise<void> {
  await withFaces(
    options,
    ({ call }) => call(setTemplateTagsContract, { tags: wanted }, { classId }),
    NO_ENGINE,
  );
  print(options, { classId, tags: wanted }, () => `Class ${classId} is tagged anew.`);
}

async function remove(classId: bigint, options: Options & ConfirmOptions): Promise<void> {
  await confirm(options, `Erase the template of class ${classId} for good`);
  await withFaces(options, ({ call }) => call(deleteTemplateContract, {}, { classId }), NO_ENGINE);
  print(options, { classId, deleted: true }, () => `The template of class ${classId} is erased.`);
}

interface RefusalsOptions extends OutputOptions {
  readonly forget?: bigint;
  readonly client?: string;
}

function refusalsCommand(): Command {
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
  print(options, listed, describeRefused);
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
