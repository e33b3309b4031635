/** Jobs as server-sent events, for as long as the viewer is allowed to watch. */

import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import { stringifyExact } from '../../../exact-json.ts';
import type { RecordedJob } from '../../../journal/bookkeeping.ts';

/** Milliseconds that a view has to be read to its end, once it is over. */
const FAREWELL_MS = 1000;

/**
 * Ends with the lists, or when `mayGoOn` says no, which is asked before each of them is told. Whoever
 * does not read holds nothing: soon after the signal the view is cut off.
 */
export function liveView(
  lists: AsyncIterable<readonly RecordedJob[]>,
  mayGoOn: () => Promise<boolean>,
  signal: AbortSignal,
): Readable {
  const view = Readable.from(events(lists, mayGoOn));
  const cutOff = () => setTimeout(() => view.destroy(), FAREWELL_MS).unref();
  addAbortListener(signal, cutOff);
  return view;
}

/** One event a job; a comment where there was none, which keeps the connection. */
async function* events(
  lists: AsyncIterable<readonly RecordedJob[]>,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<string> {
  for await (const jobs of lists) {
    if (!(await mayGoOn())) return;
    yield jobs.map((job) => `data: ${stringifyExact(job)}\n\n`).join('') || ':\n\n';
  }
}
