/** The report: one self-contained HTML file. */
import type { Evaluation, ShownPair } from '../evaluation.ts';
import { tablesOf } from '../figures.ts';
import { drawHistogram, drawTradeOff } from './charts.ts';
import { escapeHtml, renderDocument, renderTable } from './html.ts';
import type { PictureOf } from './pictures.ts';

/** Shown refused photographs. */
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
  return renderDocument(
    `Evaluation: ${data}`,
    about.filter(Boolean).join(' · '),
    `${tables}
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
</ul>`,
  );
}

/** Refusals worth seeing: failures before refusals by design. */
export function shownRefusals({ refused }: Evaluation): Evaluation['refused'] {
  const byDesign = (problem: string) => Number(problem === 'MultipleFacesFound');
  return refused
    .toSorted((p, q) => byDesign(p.problem) - byDesign(q.problem))
    .slice(0, SHOWN_REFUSED);
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
