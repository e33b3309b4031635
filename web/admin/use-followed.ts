/** Follows jobs as they end. */
import { useEffect, useState } from 'preact/hooks';
import { MINUTE_MS } from '../../src/durations.ts';
import { parseExact } from '../../src/text/exact-json.ts';
import { type Refusal, refusalOf, watch } from '../account/service.ts';
import { at } from '../root.ts';
import type { Job } from './answers.ts';
import { BASE, query } from './use-answer.ts';

/** Most jobs to show. */
const MOST = 200;
/** Longest duration of a job, and of reporting its end, in milliseconds. */
const [LONGEST, LAG] = [3 * MINUTE_MS, 5000];
/** Milliseconds for a browser to reconnect by itself, as it does after each view. */
const PATIENCE = 10_000;
/** Milliseconds before a refused view is requested again. */
const AGAIN = 10_000;

/**
 * @param onRefused receives the reason if watching is no longer allowed
 * @returns jobs that ended since the start, newest first; `connection`: whether more are coming
 */
export function useFollowed(
  following: boolean,
  client: string,
  onRefused: (refusal: Refusal) => void,
) {
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const [connection, setConnection] = useState<'none' | 'open' | 'lost'>('none');
  useEffect(() => setJobs([]), [client]);
  useEffect(() => {
    if (!following) return;
    const tell = (ended: readonly Job[]) => {
      const ids = new Set(ended.map(({ jobId }) => jobId));
      setJobs((known) =>
        [...ended, ...known.filter(({ jobId }) => !ids.has(jobId))].slice(0, MOST),
      );
    };
    const view = follow(client, tell, setConnection, onRefused);
    return () => {
      view.close();
      setConnection('none');
    };
  }, [following, client]);
  return { jobs, connection };
}

function follow(
  client: string,
  tell: (jobs: readonly Job[]) => void,
  setConnection: (connection: 'open' | 'lost') => void,
  onRefused: (refusal: Refusal) => void,
): { close(): void } {
  let source: EventSource;
  let lost: number | undefined;
  let complaint: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const open = () => {
    source = new EventSource(at(`${BASE}/jobs/live${query({ client })}`));
    source.onopen = () => {
      clearTimeout(complaint);
      setConnection('open');
      if (lost !== undefined) void catchUp(lost);
      lost = undefined;
    };
    source.onerror = () => {
      if (lost === undefined) complaint = setTimeout(() => setConnection('lost'), PATIENCE);
      lost ??= Date.now();
      if (source.readyState === EventSource.CLOSED) void reopen(lost);
    };
    source.onmessage = ({ data }) => tell([parseExact(data) as Job]);
  };
  /** A view only reports jobs that end while it is open. */
  const catchUp = async (since: number): Promise<Refusal | undefined> => {
    const from = new Date(since - LAG - LONGEST).toISOString();
    const path = `${BASE}/jobs${query({ client, since: from, limit: MOST })}`;
    try {
      const listed = await watch<readonly Job[]>(path);
      const missed = listed.filter((job) => endOf(job) >= since - LAG);
      if (!closed) tell(missed);
      return undefined;
    } catch (error) {
      return refusalOf(error);
    }
  };
  /** Browsers give up on a refused view, and do not say why. */
  const reopen = async (since: number) => {
    const refusal = await catchUp(since);
    if (closed) return;
    if (refusal?.status === 401 || refusal?.status === 403) onRefused(refusal);
    else again = setTimeout(open, AGAIN);
  };
  open();
  return {
    close() {
      closed = true;
      source.close();
      clearTimeout(complaint);
      clearTimeout(again);
    },
  };
}

const endOf = ({ started, durationMs }: Job): number => Date.parse(started) + durationMs;
