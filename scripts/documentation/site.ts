/**
 * The documentation as a site: every Markdown file below `docs`, and the files of the project that
 * these link to. `docs/README.md` is the first page, and its headings and lists are the navigation.
 */
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { type Heading, type Passage, passagesOf, render } from './render.ts';

export const INDEX = 'docs/README.md';

export interface Page {
  /** Where it lies in the project. */
  readonly source: string;
  /** Where the service has it. */
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
}

/** A link from one file to another, or to a part of itself. */
export interface Link {
  readonly from: string;
  readonly to: string;
  /** The heading it leads to; empty: the whole page. */
  readonly anchor: string;
}

/** A group of the navigation: a heading of the index and the pages listed below it. */
export interface Group {
  readonly title: string;
  readonly depth: number;
  readonly entries: readonly { readonly title: string; readonly source: string }[];
}

export interface Site {
  readonly pages: readonly Page[];
  readonly pictures: readonly string[];
  readonly links: readonly Link[];
  readonly navigation: readonly Group[];
}

export const isPicture = (source: string) => /\.(png|svg|webp)$/.test(source);

/** `docs/operate/tls.md` is at `/docs/operate/tls`, `deploy/nginx.conf` at `/docs/project/deploy/nginx.conf`. */
export function addressOf(source: string): string {
  const path = source.replace(/\.md$/, '').replace(/(^|\/)README$/, '');
  const place = /^docs(\/|$)/.test(path) ? path : `docs/project/${path}`;
  return `/${place.replace(/\/$/, '')}`;
}

/** Reads all of it. @param root folder of the project */
export function readSite(root: string): Site {
  const sources = new Set([INDEX, ...globSync('docs/**/*.md', { cwd: root }).sort()]);
  const pictures = new Set<string>();
  const links: Link[] = [];
  const pages: Page[] = [];
  for (const source of sources) {
    pages.push(
      readPage(root, source, (to, anchor) => {
        links.push({ from: source, to, anchor });
        if (isPicture(to)) pictures.add(to);
        else if (existsSync(join(root, to))) sources.add(to);
      }),
    );
  }
  return { pages, pictures: [...pictures], links, navigation: readNavigation(root, pages) };
}

function readPage(
  root: string,
  source: string,
  follow: (to: string, anchor: string) => void,
): Page {
  const path = join(root, source);
  const isFolder = statSync(path).isDirectory();
  const text = isFolder ? listFiles(path, source) : readFileSync(path, 'utf8');
  const address = addressOf(source);
  if (!isFolder && !source.endsWith('.md')) {
    const html = `<h1>${source}</h1>\n<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
    return { source, address, title: source, html, headings: [], passages: [] };
  }
  const { html, headings } = render(text, (href) => {
    if (/^[a-z]+:/.test(href)) return href;
    const [path = '', anchor = ''] = href.split('#');
    const to = path === '' ? source : posix.join(posix.dirname(source), path);
    follow(to, anchor);
    return `${addressOf(to)}${anchor && `#${anchor}`}`;
  });
  const title = headings.find(({ depth }) => depth === 1)?.text ?? source;
  return { source, address, title, html, headings, passages: passagesOf(text) };
}

/** A page that the index does not list stands with those that it does of the same folder. */
function readNavigation(root: string, pages: readonly Page[]): Group[] {
  const groups: { title: string; depth: number; entries: Group['entries'][number][] }[] = [];
  for (const token of new Marked().lexer(readFileSync(join(root, INDEX), 'utf8'))) {
    if (token.type === 'heading' && token.depth > 1)
      groups.push({ title: token.text, depth: token.depth, entries: [] });
    if (token.type === 'list')
      for (const item of (token as Tokens.List).items) {
        const link = firstLink(item.tokens);
        if (link !== undefined)
          groups.at(-1)?.entries.push({ title: link.text, source: posix.join('docs', link.href) });
      }
  }
  const listed = groups.flatMap(({ entries }) => entries.map(({ source }) => source.split('#')[0]));
  for (const { source, title } of pages)
    if (source.startsWith('docs/') && source !== INDEX && !listed.includes(source))
      groups
        .find(({ entries }) => entries.some((entry) => isBeside(entry.source, source)))
        ?.entries.push({ title, source });
  return groups;
}

function firstLink(tokens: readonly Token[]): Tokens.Link | undefined {
  for (const token of tokens) {
    if (token.type === 'link') return token as Tokens.Link;
    const inside = 'tokens' in token && token.tokens ? firstLink(token.tokens) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const isBeside = (one: string, other: string) => posix.dirname(one) === posix.dirname(other);

/** What the page of a folder says: a link to each of its files. */
function listFiles(path: string, source: string): string {
  const files = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
  const items = files.map(({ name }) => `- [${name}](${posix.basename(source)}/${name})`);
  return [`# ${source}`, '', ...items].join('\n');
}
