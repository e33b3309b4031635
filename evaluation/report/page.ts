/** The report: one HTML file that needs nothing beside it. */
import type { Evaluation, ShownPair } from '../evaluation.ts';
import { type FigureTable, tablesOf } from '../figures.ts';
import { drawHistogram, drawTradeOff } from './charts.ts';
import type { PictureOf } from './pictures.ts';

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
svg { max-width: 100%; height: auto; }
.about { color: #555; }`;

/** Refused photographs that are shown. */
const SHOWN_REFUSED = 48;

export function renderReport(evaluation: Evaluation, pictureOf: PictureOf): string {
  const { encoder, data, date, commit, machine, leftOut } = evaluation;
  const about = [
    date.slice(0, 10),
    commit && `commit ${commit}`,
    machine,
    `encoder ${encoder.name}`,
  ];
  const tables = tablesOf(evaluation).map(renderTable).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Evaluation: ${escapeHtml(data)}</title>
<style>${STYLE}</style>
<h1>Evaluation: ${escapeHtml(data)}</h1>
<p class="about">${escapeHtml(about.filter(Boolean).join(' · '))}</p>
${tables}
<h2>Detection error trade-off</h2>
<p class="about">Dots: the thresholds of the calibration, named by their nominal rate.</p>
${drawTradeOff(evaluation)}
<h2>Comparison scores</h2>
${drawHistogram(evaluation)}
<h2>Impostors that look most alike</h2>
${renderPairs(evaluation.falseMatches, pictureOf)}
<h2>Photographs of one person that look least alike</h2>
${renderPairs(evaluation.falseNonMatches, pictureOf)}
<h2>Refused photographs</h2>
<div class="pairs refused">${shownRefusals(evaluation)
    .map(({ path, problem }) => figure([path], problem, pictureOf))
    .join('\n')}</div>
<h2>Label errors left out</h2>
<ul>
${leftOut.samePerson.map(({ names, reason }) => item(names.join(' = '), reason)).join('\n')}
${leftOut.images.map(({ path, reason }) => item(path, reason)).join('\n')}
</ul>
</html>
`;
}

/** Refusals worth looking at: failures before those that are refused by design. */
export function shownRefusals({ refused }: Evaluation): Evaluation['refused'] {
  const byDesign = (problem: string) => Number(problem === 'MultipleFacesFound');
  return refused
    .toSorted((p, q) => byDesign(p.problem) - byDesign(q.problem))
    .slice(0, SHOWN_REFUSED);
}

function renderTable({ title, heading, rows, remark }: FigureTable): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<h2>${escapeHtml(title)}</h2>
<table>${cells('th', heading)}${rows.map((row) => cells('td', row)).join('\n')}</table>
${remark === undefined ? '' : `<p class="about">${escapeHtml(remark)}</p>`}`;
}

function renderPairs(pairs: readonly ShownPair[], pictureOf: PictureOf): string {
  const figures = pairs.map(({ score, first, second }) =>
    figure([first, second], score.toFixed(4), pictureOf),
  );
  return `<div class="pairs">${figures.join('\n')}</div>`;
}

function figure(paths: readonly string[], caption: string, pictureOf: PictureOf): string {
  const names = paths.map((path) =>
    path
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, ''),
  );
  const images = paths.map((path, k) => {
    const picture = pictureOf(path);
    return picture === undefined ? '' : `<img src="${picture}" alt="${escapeHtml(names[k]!)}">`;
  });
  const text = escapeHtml(`${caption} ${names.join(' | ')}`);
  return `<figure>${images.join('')}<figcaption>${text}</figcaption></figure>`;
}

function item(what: string, reason: string): string {
  return `<li>${escapeHtml(what)}: ${escapeHtml(reason)}</li>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}
