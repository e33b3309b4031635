/** Shared by pages of evaluations: self-contained HTML files. */
import type { FigureTable } from '../figures.ts';

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid #ddd; }
td:not(:first-child) { font-variant-numeric: tabular-nums; }
.pairs { display: flex; flex-wrap: wrap; gap: .8rem; }
figure { margin: 0; width: 16.5rem; }
figure img { width: 8rem; height: 8rem; object-fit: contain; background: #eee; }
figcaption { font-size: .75rem; overflow-wrap: anywhere; }
.refused figure { width: 8rem; }
h1, li { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
.about { color: #555; }`;

/**
 * @param about line below the title, as text
 * @param body HTML
 */
export function renderDocument(title: string, about: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
<p class="about">${escapeHtml(about)}</p>
${body}
</html>
`;
}

export function renderTable({ title, heading, rows, remark }: FigureTable): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<h2>${escapeHtml(title)}</h2>
<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(title)}">
<table>${cells('th', heading)}${rows.map((row) => cells('td', row)).join('\n')}</table>
</div>
${remark === undefined ? '' : `<p class="about">${escapeHtml(remark)}</p>`}`;
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}
