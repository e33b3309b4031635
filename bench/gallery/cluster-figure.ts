/** `npm run bench -- cluster-figure`: the tables of `npm run bench -- cluster` as a drawing. */
import { readFile } from 'node:fs/promises';

const USAGE = `npm run bench -- cluster-figure FILE.md > FIGURE.svg

Draws the tables of "npm run bench -- cluster" that a file holds: searches and enrolments, by database.`;

/** What is drawn of a table: rows that belong to `of`, and what they are called below the bars. */
interface Group {
  readonly title: string;
  /** Beginning of the row that the heading of the group stands in. */
  readonly of: string;
  /** The row itself, or one of those below it. */
  readonly row: string;
}

const KINDS = [
  { title: 'exact', of: 'exact:' },
  { title: 'HNSW', of: 'HNSW:' },
  { title: 'in memory', of: 'gallery in memory:' },
  { title: 'two shards', of: 'two shards in memory' },
] as const;
const PANELS: readonly { readonly title: string; readonly groups: readonly Group[] }[] = [
  {
    title: 'one search, ms (p50)',
    groups: KINDS.map((kind) => ({ ...kind, row: kind.of })),
  },
  {
    title: 'searches and enrolments a second',
    groups: [
      ...KINDS.map((kind) => ({ ...kind, row: '… a second, four at once' })),
      { title: 'enrolments', of: 'enrolments a second', row: 'enrolments a second' },
    ],
  },
];

interface Table {
  /** `20 000 people`. */
  readonly people: string;
  readonly places: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Tables of the bench in a Markdown file, in its order. */
function readTables(markdown: string): readonly Table[] {
  return Array.from(
    markdown.matchAll(/^\| ([\d ]+ people) \|.*\n(?:\|.*\n)+/gm),
    ([text, people]) => {
      const [head, , ...lines] = text.trim().split('\n').map(cellsOf);
      const rows = lines.map(([name = '', ...values]) => ({ name, values: values.map(Number) }));
      return { people: people!, places: head!.slice(1), rows };
    },
  );
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** One value for each place. */
function valuesOf({ rows }: Table, { of, row }: Group): readonly number[] {
  const from = rows.findIndex(({ name }) => name.startsWith(of));
  const found = rows.slice(from).find(({ name }) => name.startsWith(row));
  if (from < 0 || found === undefined) throw new Error(`the table has no row "${of}" "${row}"`);
  return found.values;
}

/** Sizes in units of the drawing, which are pixels where it is shown as large as it is. */
const WIDTH = 480;
const [LEFT, PLOT, LABELS, TITLE] = [12, 110, 20, 40];
const PANEL = TITLE + PLOT + LABELS;
const BAR = 22;
const [LEGEND, FOOT] = [30, 8];

/** In light and in dark: paper, text, lines, then a colour for each place. */
const COLOURS = {
  paper: ['#fff', '#161b22'],
  ink: ['#1b2733', '#e3e8ee'],
  axis: ['#8a97a5', '#6b7886'],
  p0: ['#3b4cca', '#9aa6ff'],
  p1: ['#d98324', '#f0b35f'],
  p2: ['#2a8f6a', '#6fd3ab'],
} as const;

/** Light where styles are not allowed, as on a page of its own. */
const fill = (name: keyof typeof COLOURS) => `class="${name}" fill="${COLOURS[name][0]}"`;
const ofPlace = (place: number) => fill(`p${place as 0 | 1 | 2}`);

const DARK = Object.entries(COLOURS).map(([name, [, dark]]) => `.${name} { fill: ${dark} }`);
const STYLE = `@media (prefers-color-scheme: dark) { ${DARK.join(' ')} }`;

/** Tables of a Markdown file as one SVG; throws where it holds none. */
export function drawCluster(markdown: string): string {
  const tables = readTables(markdown);
  const [first] = tables;
  if (first === undefined) throw new Error('there is no table of "npm run bench -- cluster"');
  const panels = PANELS.flatMap((panel) => tables.map((table) => ({ ...panel, table })));
  const height = LEGEND + panels.length * PANEL + FOOT;
  const legend = first.places.map(
    (place, i) =>
      `<rect ${ofPlace(i)} x="${LEFT + i * 160}" y="8" width="11" height="11"/>` +
      `<text x="${LEFT + 16 + i * 160}" y="18">${place}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    '<title>Searches and enrolments, by database and number of people</title>',
    `<style>${STYLE}</style>`,
    `<rect ${fill('paper')} width="${WIDTH}" height="${height}" rx="6"/>`,
    `<g ${fill('ink')} font-family="system-ui, sans-serif" font-size="11">`,
    ...legend,
    ...panels.map((panel, i) => drawPanel(panel, LEGEND + i * PANEL)),
    '</g>',
    '</svg>\n',
  ].join('\n');
}

/** Bars of each group side by side, each with its value above. */
function drawPanel(
  { title, groups, table }: (typeof PANELS)[number] & { readonly table: Table },
  top: number,
): string {
  const values = groups.map((group) => valuesOf(table, group));
  const most = Math.max(...values.flat());
  const bottom = top + TITLE + PLOT;
  const step = (WIDTH - 2 * LEFT) / groups.length;
  const bars = values.flatMap((row, group) => {
    const middle = LEFT + (group + 0.5) * step;
    return [
      ...row.map((value, place) => {
        const x = middle + (place - row.length / 2) * (BAR + 2);
        const high = Math.max(1, (PLOT - 14) * (value / most));
        return (
          `<rect ${ofPlace(place)} x="${round(x)}" y="${round(bottom - high)}" width="${BAR}" height="${round(high)}"/>` +
          `<text font-size="10" text-anchor="middle" x="${round(x + BAR / 2)}" y="${round(bottom - high - 3)}">${short(value)}</text>`
        );
      }),
      `<text text-anchor="middle" x="${round(middle)}" y="${bottom + 14}">${groups[group]!.title}</text>`,
    ];
  });
  return [
    `<text font-size="12" font-weight="600" x="${LEFT}" y="${top + 22}">${table.people}: ${title}</text>`,
    ...bars,
    `<rect ${fill('axis')} x="${LEFT}" y="${bottom}" width="${WIDTH - 2 * LEFT}" height="1"/>`,
  ].join('\n');
}

const round = (value: number): number => Number(value.toFixed(1));

/** As many digits as fit above a bar. */
const short = (value: number): string => (value < 10 ? String(value) : value.toFixed(0));

/** @param args those of `npm run bench` but the first */
export async function benchClusterFigure([file]: string[]): Promise<void> {
  if (file === undefined || file.startsWith('-')) return console.log(USAGE);
  process.stdout.write(drawCluster(await readFile(file, 'utf8')));
}
