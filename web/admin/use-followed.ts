/** Jobs as they end, while somebody watches. */
import { useEffect, useState } from 'preact/hooks';
import { parseExact } from '../../src/exact-json.ts';
import type { Job } from './answers.ts';
import { BASE, query } from './use-answer.ts';

/** Jobs that stay in sight. */
const MOST = 200;

/** @returns those that ended since it began to follow, newest first; `connection`: whether more are told */
export function useFollowed(following: boolean, client: string) {
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const [connection, setConnection] = useState<'none' | 'open' | 'lost'>('none');
  useEffect(() => setJobs([]), [client]);
  useEffect(() => {
    if (!following) return;
    const source = new EventSource(`${BASE}/jobs/live${query({ client })}`);
    source.onopen = () => setConnection('open');
    source.onerror = () => setConnection('lost');
    source.onmessage = ({ data }) => {
      const job = parseExact(data) as Job;
      setJobs((known) => [job, ...known.filter(({ jobId }) => jobId !== job.jobId)].slice(0, MOST));
    };
    return () => {
      source.close();
      setConnection('none');
    };
  }, [following, client]);
  return { jobs, connection };
}
