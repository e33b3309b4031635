/**
 * A process to be killed. Several lanes write at random. It prints a line before each call and
 * after each answer; every printed line will be read, whatever happens next.
 */
import { writeSync } from 'node:fs';
import { upgradeOutdated } from '../../src/operations/face/upgrade-outdated.ts';
import type { Answer, Operation } from './history.ts';
import { sampleOf, sureEncoder } from './sure-encoder.ts';
import { CLASSES, CLIENT, classOf, openWorkplace, type Place } from './workplace.ts';

const LANES = 4;

interface Job extends Place {
  /** Sets this process apart from all others of the proof. */
  readonly name: string;
}

export type Line =
  | { readonly ready: true }
  | { readonly call: string; readonly thing: string; readonly operation: Operation; at: number }
  | { readonly upgraded: number; readonly at: number }
  | { readonly answered: string; readonly answer: Answer; readonly at: number; token?: string };

const job = JSON.parse(process.argv[2]!) as Job;
const { accounts, audit, keyRing, templates } = await openWorkplace(job);
const { consents, sessions, users, erase } = accounts;
const { encoderVersion } = job;

const say = (line: Line) => writeSync(1, `${JSON.stringify(line)}\n`);
const now = () => Number(process.hrtime.bigint());
let calls = 0;

/** @param token of the made thing, by which it is found again */
const call = <T>(
  thing: string,
  operation: Operation,
  work: () => Promise<T>,
  answerOf: (result: T) => Answer,
  token?: (result: T) => string,
): Promise<T> => callOnAll([thing], operation, work, answerOf, token);

/** One call that does the same to several things. */
async function callOnAll<T>(
  things: readonly string[],
  operation: Operation,
  work: () => Promise<T>,
  answerOf: (result: T) => Answer,
  token?: (result: T) => string,
): Promise<T> {
  const ids = things.map(() => `${job.name}.${calls++}`);
  for (const [index, id] of ids.entries())
    say({ call: id, thing: things[index]!, operation, at: now() });
  const result = await work();
  const answer = { answer: answerOf(result), at: now() };
  const more = token === undefined ? {} : { token: token(result) };
  for (const id of ids) say({ answered: id, ...answer, ...more });
  return result;
}

const value = () => `v${job.name}.${calls}`;
const anyClass = () => 1 + Math.floor(Math.random() * CLASSES);
const nothing = () => null;
const itself = <T>(result: T) => result;

const STEPS: readonly (() => Promise<unknown>)[] = [
  () => {
    const [number, tag] = [anyClass(), value()];
    const { feature, thumbnail } = sampleOf(encoderVersion);
    const added = { features: [feature], thumbnails: [thumbnail] };
    return call(
      `class ${number}`,
      { kind: 'set', value: tag },
      () => templates.update(classOf(number), () => ({ ...added, encoderVersion, tags: [tag] })),
      nothing,
    );
  },
  () => {
    const [number, tag] = [anyClass(), value()];
    const operation = { kind: 'change', value: tag } as const;
    return call(
      `class ${number}`,
      operation,
      () => templates.setTags(classOf(number), [tag]),
      itself,
    );
  },
  () => {
    const number = anyClass();
    return call(
      `class ${number}`,
      { kind: 'delete' },
      () => templates.delete(classOf(number)),
      (erased) => erased !== undefined,
    );
  },
  () => {
    const number = anyClass();
    const read = () => templates.read(classOf(number));
    return call(`class ${number}`, { kind: 'read' }, read, (found) => found?.tags[0] ?? null);
  },
  async () => {
    const name = `u${job.name}.${calls}`.replaceAll('.', '-');
    const thing = `user ${name}`;
    const user = await call(
      thing,
      { kind: 'set', value: 'on' },
      () => users.create({ name }),
      nothing,
      ({ id }) => id,
    );
    const session = `session of ${name}`;
    const begin = () => sessions.begin(user.id, 'face');
    const begun = await call(
      session,
      { kind: 'set', value: 'on' },
      begin,
      nothing,
      ({ token }) => token,
    );
    const consent = `consent of ${name}`;
    const grant = () => consents.grant(user.id, CLIENT, ['openid']);
    await call(consent, { kind: 'set', value: 'on' }, grant, nothing, () => user.id);
    if (Math.random() < 0.5)
      await call(consent, { kind: 'delete' }, () => consents.revoke(user.id, CLIENT), itself);
    if (Math.random() < 0.6)
      await call(session, { kind: 'end' }, () => sessions.end(begun.token), nothing);
    if (Math.random() < 0.3)
      await callOnAll([thing, session, consent], { kind: 'end' }, () => erase(user), nothing);
  },
  () => {
    const transactionId = value();
    const entry = { event: 'search', actor: 'prove', transactionId, details: {} } as const;
    const thing = `entry ${transactionId}`;
    return call(thing, { kind: 'set', value: 'on' }, () => audit.append(entry), nothing);
  },
  async () => {
    if (Math.random() < 0.8) return;
    await keyRing.rotate();
    await keyRing.rewrap();
  },
];

/** As the service does after a change of the encoder. */
function upgrade() {
  const parts = { templates, encoderVersion, engine: sureEncoder(encoderVersion) };
  let before = 0;
  return upgradeOutdated(parts, {
    signal: new AbortController().signal,
    onProgress({ upgraded }, { classId }) {
      if (upgraded > before) say({ upgraded: Number(classId), at: now() });
      before = upgraded;
    },
  });
}

say({ ready: true });
await Promise.all([
  upgrade(),
  ...Array.from({ length: LANES }, async () => {
    for (;;) await STEPS[Math.floor(Math.random() * STEPS.length)]!();
  }),
]);
