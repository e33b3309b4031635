/** One round: two processes write, both are killed, and everything acknowledged must be there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import type { OwnDisk } from '../own-disk.ts';
import { backendsGone } from './backends.ts';
import type { Line } from './day.ts';
import { type Call, isLinearizable, type State } from './history.ts';
import { isWhole } from './sure-encoder.ts';
import {
  ALL_CLASSES,
  CLASSES,
  CLIENT,
  classOf,
  OF_OTHERS,
  openWorkplace,
  type Place,
  type Workplace,
} from './workplace.ts';

const PROGRAM = fileURLToPath(new URL('day.ts', import.meta.url));
const PROCESSES = 2;
const LONGEST_MS = 700;

/** What the processes said before they were killed. */
interface Day {
  readonly things: ReadonlyMap<string, Thing>;
  /** Classes that the encoder of the day has taken over. */
  readonly upgraded: ReadonlySet<number>;
}

/** History of a thing: every call on it, and how to find it again. */
interface Thing {
  readonly calls: Call[];
  token?: string;
}

export interface RoundReport {
  readonly acknowledged: number;
  /** Calls without an answer because of the kill. */
  readonly unanswered: number;
  /** Broken promises, in words. */
  readonly broken: readonly string[];
}

/** @param before states of the classes, updated by the round */
export async function runRound(
  place: Place,
  round: number,
  before: Map<string, State>,
  disk?: OwnDisk,
): Promise<RoundReport> {
  const day = await killedDay(place, round, disk);
  await disk?.restart();
  await backendsGone(place.location.databaseUrl);
  const workplace = await openWorkplace(place);
  try {
    const broken = [
      ...(await check(workplace, day.things, before)),
      ...(await checkUpgrades(workplace, day.upgraded, place.encoderVersion)),
    ];
    const calls = [...day.things.values()].flatMap((thing) => thing.calls);
    const answered = calls.filter((call) => call.answered !== undefined).length;
    const acknowledged = answered + day.upgraded.size;
    return { acknowledged, unanswered: calls.length - answered, broken };
  } finally {
    await workplace.database.close();
  }
}

async function killedDay(place: Place, round: number, disk: OwnDisk | undefined): Promise<Day> {
  const children = Array.from({ length: PROCESSES }, (_, index) =>
    start(place, `${round}.${index}`, disk === undefined ? 'inherit' : 'ignore'),
  );
  const lines: Line[] = [];
  const read = children.map(async (child) => {
    for await (const text of createInterface({ input: child.stdout! })) {
      const line = JSON.parse(text) as Line;
      if ('ready' in line) child.emit('ready');
      else lines.push(line);
    }
  });
  const begun = children.map(async (child) => {
    await Promise.race([once(child, 'ready'), once(child, 'exit')]);
    if (disk === undefined) await sleep(Math.random() * LONGEST_MS);
    if (child.exitCode !== null) throw new Error(`a process ended by itself: ${child.exitCode}`);
    if (disk === undefined) child.kill('SIGKILL');
  });
  await Promise.all(begun);
  let over = Number.POSITIVE_INFINITY;
  if (disk !== undefined) {
    await sleep(Math.random() * LONGEST_MS);
    over = Number(process.hrtime.bigint());
    disk.losePower();
    for (const child of children) child.kill('SIGKILL');
  }
  await Promise.all(read);
  const promised = lines.filter((line) => disk === undefined || !isOfReading(line));
  // A sync that runs while ext4 is shut down may succeed without its data.
  const kept = promised.filter((line) => 'call' in line || !('at' in line) || line.at < over);
  const upgraded = kept.flatMap((line) => ('upgraded' in line ? [line.upgraded] : []));
  return { things: thingsOf(kept), upgraded: new Set(upgraded) };
}

/** A change is seen before it is synced: who only saw it was promised nothing. */
function isOfReading(line: Line): boolean {
  if ('call' in line) return line.operation.kind === 'read';
  return 'answered' in line && line.answer === false;
}

/** @param said where errors go: those of a disk without power are of no interest */
const start = (place: Place, name: string, said: 'inherit' | 'ignore'): ChildProcess =>
  spawn(process.execPath, [PROGRAM, JSON.stringify({ ...place, name })], {
    stdio: ['ignore', 'pipe', said],
  });

function thingsOf(lines: readonly Line[]): ReadonlyMap<string, Thing> {
  const answers = new Map(
    lines.flatMap((line) => ('answered' in line ? [[line.answered, line] as const] : [])),
  );
  const things = new Map<string, Thing>();
  for (const line of lines) {
    if (!('call' in line)) continue;
    const { thing: name, operation, at: called } = line;
    const thing = things.get(name) ?? { calls: [] };
    things.set(name, thing);
    const answered = answers.get(line.call);
    thing.calls.push({ operation, called, ...(answered && { answered }) });
    if (answered?.token !== undefined) thing.token = answered.token;
  }
  return things;
}

async function check(
  workplace: Workplace,
  things: ReadonlyMap<string, Thing>,
  before: Map<string, State>,
): Promise<string[]> {
  const broken: string[] = [];
  const { database, keyRing, audit } = workplace;
  for (const { table, key, message } of (await verifyRows(database, keyRing.derive)).faults)
    broken.push(`${table} ${key ?? ''}: ${message}`);
  const trail = await audit.verify();
  if (!trail.intact) broken.push(`audit trail: ${trail.problem?.message}`);
  for (let number = 1; number <= CLASSES; number++) {
    const name = `class ${number}`;
    const state = await stateOfClass(workplace, number);
    if (!explains(before.get(name) ?? null, things.get(name)?.calls ?? [], state))
      broken.push(`${name}: what was answered does not lead to ${state}`);
    before.set(name, state);
  }
  for (const [name, { calls, token }] of things) {
    if (name.startsWith('class ')) continue;
    const state = await stateOf(workplace, name, token);
    if (state !== undefined && !explains(null, calls, state))
      broken.push(`${name}: what was answered does not lead to ${state}`);
  }
  return broken;
}

/** Whether the calls, and a final read, fit some order. */
function explains(before: State, calls: readonly Call[], state: State): boolean {
  const at = Number.MAX_SAFE_INTEGER;
  const look: Call = { operation: { kind: 'read' }, called: at, answered: { at, answer: state } };
  return isLinearizable(before, [...calls, look]);
}

/** @throws TemplateCorrupted */
async function stateOfClass({ templates }: Workplace, number: number): Promise<State> {
  const template = await templates.read(classOf(number));
  const thumbnails = await templates.thumbnails(classOf(number));
  if (template === undefined) return thumbnails.length === 0 ? null : 'half a template';
  return isWhole(template, thumbnails) ? template.tags[0]! : 'half a template';
}

/** Classes of which nothing but the encoder changes are still there, each of one encoder. */
async function checkUpgrades(
  workplace: Workplace,
  upgraded: ReadonlySet<number>,
  version: number,
): Promise<string[]> {
  const broken: string[] = [];
  for (let number = 1; number <= ALL_CLASSES; number++) {
    const name = `class ${number}`;
    const template = await workplace.templates.read(classOf(number));
    if (number > CLASSES && (await stateOfClass(workplace, number)) !== OF_OTHERS)
      broken.push(`${name}: it is not what it was`);
    if (upgraded.has(number) && (template?.encoderVersion ?? version) !== version)
      broken.push(`${name}: its upgrade was lost`);
  }
  return broken;
}

/** Undefined: nobody learned how to find it. */
async function stateOf(
  { accounts, audit }: Workplace,
  name: string,
  token: string | undefined,
): Promise<State | undefined> {
  const [kind] = name.split(' ');
  if (kind === 'entry') {
    const transactionId = name.slice('entry '.length);
    return (await audit.list({ transactionId })).length === 0 ? null : 'on';
  }
  if (token === undefined) return undefined;
  const found = {
    user: () => accounts.users.find(token),
    session: () => accounts.sessions.find(token),
    consent: () => accounts.consents.application(token, CLIENT),
  }[kind as 'user' | 'session' | 'consent'];
  return (await found()) === undefined ? null : 'on';
}
