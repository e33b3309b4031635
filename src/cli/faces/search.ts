/** `search`: identifies the people in the face images among the enrolled. */
import { randomUUID } from 'node:crypto';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type SearchAnswer, searchContract } from '../../contract/search.ts';
import type { Wire } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import { collectTag } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { print, withJson } from '../output.ts';
import { takesTarget, withFaces } from './target.ts';

export function searchCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('search')))
    .argument('<file...>', 'face images of one person each')
    .option(
      '--tag <tag>',
      'only people who carry this tag; repeat it to require several',
      collectTag,
    )
    .option('--top', 'list the most similar people, whether or not they are identified')
    .option('--transaction <id>', 'transaction for the audit trail (default: a new id)')
    .addHelpText(
      'after',
      `
Exit code 0: a person was identified (with --top: listed), 1: none was.
Without --url all templates of the client are read first; a running service has done so already.

Examples:
  prosopon search visitor.jpg
  prosopon search gate-*.jpg --tag staff --tag berlin --json
  PROSOPON_KEY=… prosopon search visitor.jpg --top --url https://faces.example --client shop`,
    )
    .action(async (files, options) => {
      const images = await Promise.all(files.map(readInput));
      const request = {
        images: images.map((image) => ({ image })),
        ...{ tags: options.tag ?? [], topMatches: options.top ?? false },
      };
      const transactionId = options.transaction ?? `cli-${randomUUID()}`;
      const answer = await withFaces(
        options,
        ({ call }) => call(searchContract, request, { transactionId }),
        { engine: true, gallery: true },
      ).catch((error: unknown) => {
        if (!(error instanceof InvalidArgument)) throw error;
        throw new InvalidArgument(withFileName(error.message, files));
      });
      const { status, result, errors } = answer;
      if (status !== 'SUCCEEDED') process.exitCode = EXIT.failure;
      else if (result.every(({ matches }) => matches.length === 0)) process.exitCode = EXIT.no;
      const named = result.map(({ matches }, i) => ({ file: files[i], matches }));
      print(options, { status, result: named, errors }, () => describe(files, answer));
    });
}

function describe(files: readonly string[], { result, errors }: Wire<SearchAnswer>): string {
  const lines = result.map(({ matches }, i) => {
    const names = matches.map(({ classId, score }) => `class ${classId} (${score.toFixed(3)})`);
    return `${files[i]}: ${names.join(', ') || 'not identified'}`;
  });
  const notes = errors.map(({ message }) => withFileName(message, files));
  return [...lines, ...notes].join('\n');
}

/** Replaces the request member in the message by the file name. */
function withFileName(message: string, files: readonly string[]): string {
  return message.replace(/^images\[(\d+)\]\.image/, (member, i) => files[Number(i)] ?? member);
}
