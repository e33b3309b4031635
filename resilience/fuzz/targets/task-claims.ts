import {
  fromClaims,
  MOST_ATTEMPTS,
  type TaskGrant,
  toClaims,
} from '../../../src/access/tasks/task-claims.ts';
import { Broken, seed, type Target, textOf } from '../target.ts';

const grant: Omit<TaskGrant, 'challenge'> = {
  ...{ tokenId: 't', clientId: 'c', task: 'verify', traits: 1, liveDetection: true },
  ...{ bcid: { storage: 's', partition: 'p', classId: 7n }, maxAttempts: 3, autoEnroll: false },
  ...{ notBefore: new Date(1e12), expires: new Date(1e12 + 6e5) },
};
const challenge = [['left'], ['right'], ['up', 'down']];

/** Claims of a token with a valid signature. */
export const target: Target = {
  seeds: [
    seed(JSON.stringify(toClaims({ ...grant, challenge }, 'https://i'))),
    seed(JSON.stringify(toClaims({ ...grant, challenge: undefined }, 'https://i'))),
    seed(
      JSON.stringify(toClaims({ ...grant, challenge: [[], [], []], toldLater: 2 }, 'https://i')),
    ),
  ],
  words: [
    '"task":',
    '"challenge":',
    '"challenges":',
    '"bcid":',
    '1e400',
    '-1',
    '4294967296',
    'null',
  ],
  isRefusal: (error) => error instanceof SyntaxError,
  parse(input) {
    const claims: unknown = JSON.parse(textOf(input));
    if (typeof claims !== 'object' || claims === null) return;
    const read = fromClaims(claims as Record<string, unknown>);
    if (read === undefined) return;
    const { maxAttempts, bcid, task, notBefore, expires } = read;
    if (!(maxAttempts >= 1 && maxAttempts <= MOST_ATTEMPTS))
      throw new Broken(`${maxAttempts} attempts`);
    if (bcid === undefined && !task.startsWith('liveness')) throw new Broken('a task of nobody');
    if (Number.isNaN(notBefore.getTime() + expires.getTime())) throw new Broken('no time');
  },
};
