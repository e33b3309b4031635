/** Vite plugin: puts every page of the documentation into the frame of `web/docs.html`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { escapeHtml } from './escape-html.ts';
import { type Page, readSite, type Site } from './site.ts';

const FRAME = 'docs.html';

export function documentation(root: string): Plugin {
  return {
    name: 'documentation',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const built = bundle[FRAME];
      if (built?.type !== 'asset') throw new Error(`${FRAME} is not built`);
      const frame = String(built.source);
      delete bundle[FRAME];
      const site = readSite(root);
      const source = JSON.stringify(searchable(site));
      const index = this.getFileName(this.emitFile({ type: 'asset', name: 'search.json', source }));
      for (const page of site.pages)
        this.emitFile({
          type: 'asset',
          fileName: `${page.address.slice(1)}.html`,
          source: inFrame(frame, page, site, `/${index}`),
        });
      for (const picture of site.pictures)
        this.emitFile({
          type: 'asset',
          fileName: picture,
          source: readFileSync(join(root, picture)),
        });
    },
  };
}

/** The whole HTML of a page. */
export function inFrame(frame: string, page: Page, site: Site, index: string): string {
  const parts = {
    '<title>Prosopon</title>': `<title>${escapeHtml(page.title)} · Prosopon</title>`,
    '<!--navigation-->': navigation(page, site),
    '<!--page-->': page.html,
    '/search-index': index,
  };
  return Object.entries(parts).reduce((html, [mark, part]) => {
    if (!html.includes(mark)) throw new Error(`${FRAME} lacks ${mark}`);
    return html.replace(mark, () => part);
  }, frame);
}

/** All pages in groups; of the one that is open its parts, too. */
function navigation(page: Page, { pages, navigation: groups }: Site): string {
  return groups
    .map(({ title, depth, entries }) => {
      const items = entries.map((entry) => {
        const target = pages.find(({ source }) => source === entry.source);
        const open = target === page;
        const link = `<a href="${target?.address}"${open ? ' aria-current="page"' : ''}>${escapeHtml(entry.title)}</a>`;
        return `<li>${link}${open ? parts(page) : ''}</li>`;
      });
      const list = items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '';
      return `<h${depth}>${escapeHtml(title)}</h${depth}>\n${list}`;
    })
    .join('\n');
}

function parts({ headings }: Page): string {
  const items = headings
    .filter(({ depth }) => depth === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return items.length > 1 ? `<ul>${items.join('')}</ul>` : '';
}

/** What the search of the pages looks at: one entry for each heading. */
function searchable({ pages }: Site) {
  return pages.flatMap(({ address, title, passages }) =>
    passages.map(({ id, heading, text }) => ({ at: `${address}#${id}`, title, heading, text })),
  );
}
