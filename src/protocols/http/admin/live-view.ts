/** Jobs as server-sent events, while the viewer is allowed to watch. */

import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import type { RecordedJob } from '../../../journal/bookkeeping.ts';
import { stringifyExact } from '../../../text/exact-json.ts';

/** Milliseconds to read the rest of a view that is over. */
const FAREWELL_MS = 1000;

/**
 * Ends with the lists, or when `mayGoOn` declines; it is asked before each list is sent. A viewer
 * who does not read holds nothing: the view is cut off soon after the signal.
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

/** One event per job. A comment keeps the connection open when there was none. */
async function* events(
  lists: AsyncIterable<readonly RecordedJob[]>,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<string> {
  for await (const jobs of lists) {
    if (!(await mayGoOn())) return;
    yield jobs.map((job) => `data: ${stringifyExact(job)}\n\n`).join('') || ':\n\n';
  }
}
