/** The pages of the documentation, and the code that stands in them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../testing/cli/run-cli.ts';

export interface Code {
  /** `docs/use.md:7`. */
  readonly place: string;
  readonly page: string;
  readonly text: string;
}

/** Code between fences. */
export interface Block extends Code {
  /** What stands behind the fence; empty: commands. */
  readonly language: string;
}

export const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'web/README.md'],
  ...globSync(
    ['docs/**/*.md', 'clients/*/README.md', 'examples/*/README.md', 'deploy/compliance/*.md'],
    { cwd: ROOT },
  ),
].sort();

const FENCED = /^( *)```(\w*)\n(.*?)^ *```$/gms;

const texts = PAGES.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')] as const);

export const BLOCKS: readonly Block[] = texts.flatMap(([page, text]) =>
  Array.from(text.matchAll(FENCED), ({ index, 2: language = '', 3: code = '' }) => {
    return { page, place: placeOf(page, text, index), language, text: code };
  }),
);

/** Code in a line of text or a cell of a table. */
export const SPANS: readonly Code[] = texts.flatMap(([page, text]) => {
  const prose = text.replace(FENCED, (block) => block.replace(/[^\n]/g, ''));
  return Array.from(prose.matchAll(/`([^`]+)`/g), ({ index, 1: code = '' }) => {
    return { page, place: placeOf(page, text, index), text: code.replace(/\s+/g, ' ') };
  });
});

function placeOf(page: string, text: string, index: number): string {
  return `${page}:${text.slice(0, index).split('\n').length}`;
}
