/** Executed parts of the program, counted by V8: no instrumentation, no native code. */
import { type Profiler, Session } from 'node:inspector/promises';

/** The program itself, without libraries. */
const OURS = /\/(src|prove\/fuzz\/targets|test)\//;

/** Code that ran for the first time between two readings. */
export interface News {
  readonly isNew: boolean;
  /** Marks it as known. */
  learn(): void;
}

export async function startCoverage(): Promise<{ take(): Promise<News> }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** Executed characters of each function, without its inner functions. */
  const seen = new Map<string, Uint8Array>();
  /** Functions with range shapes that contain nothing new. */
  const known = new Set<string>();
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const news: { readonly name: string; readonly shape: string; readonly ran: Uint8Array }[] =
        [];
      for (const { scriptId, url, functions } of result) {
        if (!OURS.test(url)) continue;
        for (const { ranges } of functions) {
          const [{ startOffset, endOffset, count }] = ranges as [Profiler.CoverageRange];
          if (count === 0) continue;
          const name = `${scriptId} ${startOffset} ${endOffset}`;
          const shape = `${name} ${ranges.map((range) => `${range.startOffset}${range.count > 0}`)}`;
          if (known.has(shape)) continue;
          const ran = ranCharacters(ranges);
          const before = seen.get(name);
          if (ran.some((value, i) => value > (before?.[i] ?? 0))) news.push({ name, shape, ran });
          else known.add(shape);
        }
      }
      return {
        isNew: news.length > 0,
        learn() {
          for (const { name, shape, ran } of news) {
            const before = seen.get(name);
            seen.set(name, before === undefined ? ran : ran.map((value, i) => value | before[i]!));
            known.add(shape);
          }
        },
      };
    },
  };
}

/** A 1 for each executed character of a function. */
function ranCharacters(ranges: readonly Profiler.CoverageRange[]): Uint8Array {
  const { startOffset: from, endOffset: to } = ranges[0]!;
  const ran = new Uint8Array(to - from);
  // Inner ranges follow their outer ranges.
  for (const { startOffset, endOffset, count } of ranges)
    ran.fill(count > 0 ? 1 : 0, startOffset - from, endOffset - from);
  return ran;
}
