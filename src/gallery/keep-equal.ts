/** The life of a gallery: opens it from the store, then keeps it equal to it until closed. */
import { pause } from '../async.ts';
import { MINUTE_MS } from '../durations.ts';
import { ServiceError, Unavailable } from '../errors.ts';
import { FeedMissed } from '../templates/changes.ts';
import type { Follower } from './follow.ts';
import type { GalleryLog, GalleryStatus } from './gallery.ts';

export interface KeepEqualOptions {
  readonly follower: Follower;
  /** What the log calls an opened gallery. */
  readonly word: 'loaded' | 'filled';
  /** Takes in everything that is stored. */
  readonly open: () => Promise<void>;
  /** Figures for the log once it is open. */
  readonly figures: () => object;
  /** Further work after a poll; polls count from 1. */
  readonly afterPoll?: (polls: number) => Promise<void>;
  /**
   * How to react to a failed poll. Undefined: log it and wait for the next poll. Opening goes on
   * after `FeedMissed`, whatever the answer.
   */
  readonly recover: (error: unknown) => 'open anew' | 'go on' | undefined;
  readonly signal: AbortSignal;
  readonly log: GalleryLog | undefined;
}

/** Milliseconds between two polls for changes of other processes. */
const POLL_INTERVAL = 300;
/** Milliseconds between two polls while it opens, which may take longer than the feed is kept. */
const OPENING_POLL_INTERVAL = MINUTE_MS;
/** Milliseconds between two attempts to read from an unreachable database. */
const RETRY_INTERVAL = 1_000;
/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 5_000;

export function keepEqual(options: KeepEqualOptions) {
  const { follower, word, signal, log } = options;
  const cannot = `The gallery cannot be ${word}`;
  let ready = false;
  let fault: Pick<GalleryStatus, 'problem' | 'detail'> = {};

  const openOnce = async (): Promise<void> => {
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    let missed: FeedMissed | undefined;
    const pollMeanwhile = async () => {
      for (;;) {
        await pause(OPENING_POLL_INTERVAL, either);
        if (either.aborted) return;
        await follower.followOthers().catch((error: unknown) => {
          if (error instanceof FeedMissed) missed = error;
        });
      }
    };
    const polling = pollMeanwhile();
    try {
      await options.open();
    } finally {
      ended.abort();
      await polling;
    }
    if (missed !== undefined) throw missed;
  };

  /** Retries while the database is unreachable, and when the feed was not read for too long. */
  const open = async (): Promise<void> => {
    const started = performance.now();
    for (;;) {
      try {
        await openOnce();
        break;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof FeedMissed) {
          options.recover(error);
          continue;
        }
        if (!(error instanceof ServiceError)) throw error;
        const { message, detail = message } = error;
        fault = { problem: `${cannot}: ${message}`, detail: `${cannot}: ${detail}` };
        log?.warn({ reason: detail }, `the gallery cannot be ${word}; trying again`);
        await pause(RETRY_INTERVAL, signal);
      }
    }
    if (signal.aborted) return;
    fault = {};
    ready = true;
    follower.followed.clear();
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    log?.info({ ...options.figures(), seconds }, `gallery ${word}`);
  };

  const follow = async (): Promise<void> => {
    for (let polls = 1; ; polls++) {
      await pause(POLL_INTERVAL, signal);
      if (signal.aborted) return;
      try {
        await follower.followOthers();
        follower.followed.clear();
        await options.afterPoll?.(polls);
      } catch (error) {
        if (signal.aborted) return;
        const way = options.recover(error);
        if (way === 'open anew') {
          ready = false;
          await open();
        } else if (way === undefined)
          log?.warn({ err: error }, 'the gallery cannot follow the database; trying again');
      }
    }
  };

  const stopped = (error: unknown) => {
    ready = false;
    const reason = error instanceof Error ? error.message : String(error);
    fault = { problem: `${cannot}; the log says why.`, detail: `${cannot}: ${reason}` };
    log?.warn({ reason }, 'the gallery has stopped');
  };

  const opened = open();
  const ended = opened.then(
    () => follow().catch(stopped),
    // Callers that wait for the opening get the error.
    () => undefined,
  );
  return {
    /** Resolves when everything that is stored has been taken in. */
    opened,
    /** @throws Unavailable it is not open */
    requireReady() {
      if (!ready) throw new Unavailable(fault.problem ?? `The gallery is being ${word}.`, 2);
    },
    status: () => ({ ready, ...fault }),
    /** Call after the signal has fired. Resolves when running work has ended. */
    async stop() {
      ready = false;
      follower.stop();
      await ended;
    },
  };
}

/** Logs the progress of the opening now and then. */
export function createProgress(log: GalleryLog | undefined, message: string) {
  const count = { loaded: 0, total: 0 };
  let reported = 0;
  return {
    count,
    begin(total: number) {
      Object.assign(count, { loaded: 0, total });
      reported = Date.now();
    },
    reach(loaded: number) {
      count.loaded = loaded;
      if (Date.now() - reported < PROGRESS_INTERVAL) return;
      reported = Date.now();
      log?.info({ ...count }, message);
    },
  };
}
