/** Jobs as they end, while somebody watches. */
import { useEffect, useState } from 'preact/hooks';
import { parseExact } from '../../src/exact-json.ts';
import type { Job } from './answers.ts';
import { BASE, query } from './use-answer.ts';

/** Jobs that stay in sight. */
const MOST = 200;

/** @returns those that ended since it began to follow, newest first; `lost`: no connection now */
export function useFollowed(following: boolean, client: string) {
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const [lost, setLost] = useState(false);
  useEffect(() => setJobs([]), [client]);
  useEffect(() => {
    if (!following) return;
    const source = new EventSource(`${BASE}/jobs/live${query({ client })}`);
    source.onopen = () => setLost(false);
    source.onerror = () => setLost(true);
    source.onmessage = ({ data }) => {
      const job = parseExact(data) as Job;
      setJobs((known) => [job, ...known.filter(({ jobId }) => jobId !== job.jobId)].slice(0, MOST));
    };
    return () => {
      source.close();
      setLost(false);
    };
  }, [following, client]);
  return { jobs, lost };
}
