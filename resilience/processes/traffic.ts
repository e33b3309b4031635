/** What callers behind a load balancer send to several processes, and whether answers are right. */
import type { Agent } from 'undici';
import { portraitJpeg } from '../../testing/photos.ts';
import { type Call, type Outcome, send } from '../load/arrivals.ts';
import type { Service } from '../service.ts';
import { type Ledger, openLedger } from './ledger.ts';

/** Their number has no divisor in common with that of the processes: each gets calls of every kind. */
const MIX = [
  ...['verify', 'enrol', 'verify', 'search', 'delete', 'verify'],
  ...['enrol', 'verify', 'search', 'delete', 'verify'],
] as const;
type Kind = 'verify' | 'enrol' | 'search' | 'delete';

/** Members of the closed group, classes 1, 2, … */
const MEMBERS = 8;
const GROUP = 'members';

export interface Sent extends Outcome {
  readonly kind: Kind;
  readonly to: Service;
}

export type Traffic = Awaited<ReturnType<typeof openTraffic>>;

interface Planned extends Pick<Call, 'method'> {
  readonly path: string;
  readonly body?: unknown;
  /** Takes the answer. @returns false: it is wrong */
  take(status: number, text: string): boolean;
}

function plan(
  kind: Kind,
  number: number,
  ledger: Ledger,
  imageOf: (classId: number) => string,
): Planned {
  if (kind === 'enrol') {
    const { classId, acknowledge } = ledger.enrol();
    const take = (status: number) => {
      if (status === 200) acknowledge(null);
      return true;
    };
    return { path: `enroll/${classId}`, body: [{ image: imageOf(classId) }], take };
  }
  if (kind === 'search') {
    const classId = 1 + (number % MEMBERS);
    return {
      path: 'search',
      body: { images: [{ image: imageOf(classId) }], tags: [GROUP], topMatches: false },
      take: (status, text) => status !== 200 || text.includes(`"classId":${classId},`),
    };
  }
  const deletion = kind === 'delete' ? ledger.delete() : undefined;
  if (deletion !== undefined) {
    const take = (status: number) => {
      if (status === 200 || status === 404) deletion.acknowledge(status === 200);
      return true;
    };
    return { path: `template/${deletion.classId}`, method: 'DELETE', take };
  }
  const classId = ledger.newest();
  return {
    path: `verify/${classId}`,
    body: { image: imageOf(classId) },
    take: (status, text) => status !== 200 || text.includes('"verified":true'),
  };
}

/** Enrols the closed group. Calls go to no process until `route` names it. */
export async function openTraffic(first: Service) {
  const images = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, i) => (await portraitJpeg(i)).toString('base64')),
  );
  for (const [i, image] of images.entries()) {
    await first.call(`/api/face/v1/enroll/${i + 1}`, [{ image }]);
    await first.call(`/api/face/v1/template/${i + 1}/tags`, [GROUP], 'PUT');
  }
  const ledger = openLedger(MEMBERS);
  const imageOf = (classId: number) => images[ledger.personOf(classId)]!;
  const targets: Service[] = [];
  const wrong: string[] = [];
  let count = 0;
  return {
    images: images as readonly string[],
    /** All changes of classes outside the group. */
    changes: ledger.changes,
    /** Answers that say the wrong thing. */
    wrong: wrong as readonly string[],
    /** From now on it is among those that calls go to, in turn. */
    route: (service: Service) => void targets.push(service),
    /** Sends the next call. Who does not answer gets no further one: a load balancer would see. */
    async send(agent: Agent, due?: number): Promise<Sent> {
      const number = count++;
      const to = targets[number % targets.length]!;
      const kind = MIX[number % MIX.length] as Kind;
      const { path, method, body, take } = plan(kind, number, ledger, imageOf);
      const call = {
        url: `${to.running.url}/api/face/v1/${path}`,
        headers: { ...to.headers },
        body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
        ...(method && { method }),
      };
      const outcome = await send(agent, call, due);
      if (!take(outcome.status, outcome.text)) wrong.push(`${path}: ${outcome.text}`);
      const at = targets.indexOf(to);
      if (outcome.status === 0 && at >= 0) targets.splice(at, 1);
      return { ...outcome, kind, to };
    },
  };
}
