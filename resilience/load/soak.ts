/** Hours of mixed calls leave memory, handles and speed as they were. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PEOPLE, portraitJpeg } from '../../testing/photos.ts';
import { openHandles, ownMegabytes, processorSeconds } from '../../testing/process-usage.ts';
import { median, medianInterval } from '../../testing/statistics.ts';
import type { Proof, Step } from '../proof.ts';
import { type Service, startService } from '../service.ts';

/** Calls a second: less than half of what two cores serve, so that other work may run beside. */
const ARRIVALS = 4;
/** Two hours of them. */
const CASES = 7200 * ARRIVALS;
const SHORT_CASES = 80;
const SAMPLE_MS = 2000;
/** Growth that counts as none. */
const FLAT = 1.02;
/** Turns in which old and new service are timed, and calls of each turn. */
const [TURNS, SHORT_TURNS, CALLS] = [40, 2, 25];
/** The new service compiles its code first. */
const [WARM, SHORT_WARM] = [20, 1];

interface Size {
  /** Memory that no other program can share, in MB (10⁶ bytes). */
  readonly memory: number;
  readonly handles: number;
}

export const soak: Proof = {
  name: 'soak',
  promise: 'After hours of mixed calls, memory, handles and speed are as before.',
  async *run({ short, done, cases = short ? SHORT_CASES : CASES }) {
    if (!done.has('soak')) yield { step: 'soak', ...(await soaked(short, cases)) };
  },
};

async function soaked(short: boolean, calls: number): Promise<Omit<Step, 'step'>> {
  const services = [await startFilled()];
  const broken: string[] = [];
  const promise = (holds: boolean, what: string) => {
    process.stderr.write(`${holds ? 'holds ' : 'BROKEN'} ${what}\n`);
    if (!holds) broken.push(what);
  };
  try {
    const [old] = services as [Service];
    const { sizes, unexpected } = await mixedCalls(old, calls);
    promise(
      unexpected.length === 0,
      `${calls} calls, unexpected: ${unexpected.join(', ') || 'none'}`,
    );
    // What starts and fills caches belongs to the first quarter.
    const quarter = Math.floor(sizes.length / 4);
    const growthOf = (what: keyof Size) => {
      const [early, late] = [sizes.slice(quarter, 2 * quarter), sizes.slice(-quarter)].map((part) =>
        // NaN: a process ended during the reading.
        median(part.map((size) => size[what]).filter(Number.isFinite)),
      ) as [number, number];
      const grown = `${what}: ${early.toFixed(0)} in the second quarter, ${late.toFixed(0)} in the last`;
      promise(short || late <= FLAT * early, grown);
    };
    growthOf('memory');
    growthOf('handles');

    services.push(await startFilled());
    const ratios = await timedInTurns(old, services[1]!, short);
    const [low, high] = medianInterval(ratios);
    const ratio = median(ratios);
    promise(
      short || ratio <= FLAT || low <= 1,
      `processor time of a verification, old ÷ new: ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
    );
    return { counts: { calls }, broken };
  } finally {
    for (const service of services) await service.stop();
  }
}

async function startFilled(): Promise<Service> {
  const service = await startService({ PROSOPON_WORKERS: '0', LOG_LEVEL: 'warn' });
  for (let person = 0; person < PEOPLE; person++)
    await service.call(`/api/face/v1/enroll/${person + 1}`, { images: [await imageOf(person)] });
  return service;
}

const imageOf = async (person: number) => ({
  image: (await portraitJpeg(person)).toString('base64'),
});

/** Calls at fixed times. Each kind of call follows the others in turn. */
async function mixedCalls(service: Service, total: number) {
  const photographs = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => imageOf(i)));
  const kinds = kindsOfCalls(service, photographs);
  const sizes: Size[] = [];
  const measure = setInterval(() => sizes.push(sizeOf(service)), SAMPLE_MS);
  const unexpected = new Set<string>();
  const running = new Set<Promise<void>>();
  const begun = performance.now();
  for (let i = 0; i < total; i++) {
    const early = begun + (1000 * i) / ARRIVALS - performance.now();
    if (early > 0) await sleep(early);
    const [name, call] = kinds[i % kinds.length]!;
    const done: Promise<void> = call(Math.floor(i / kinds.length)).then(({ status }) => {
      if (status !== 200) unexpected.add(`${name} ${status}`);
      running.delete(done);
    });
    running.add(done);
    if (i % (60 * ARRIVALS) === 0) {
      const { memory, handles } = sizeOf(service);
      process.stderr.write(
        `minute ${i / 60 / ARRIVALS}: ${memory.toFixed(0)} MB, ${handles} handles\n`,
      );
    }
  }
  await Promise.all(running);
  clearInterval(measure);
  return { sizes, unexpected: [...unexpected] };
}

type Call = (round: number) => Promise<{ readonly status: number }>;

/** Every round enrols a class; the class of some rounds ago is deleted. */
function kindsOfCalls(service: Service, photographs: readonly { image: string }[]) {
  const photograph = (round: number) => photographs[round % PEOPLE]!;
  const personOf = (round: number) => 1 + (round % PEOPLE);
  const added = (round: number) => 1000 + round;
  const [behind, face] = [PEOPLE, '/api/face/v1'];
  const kinds: readonly (readonly [string, Call])[] = [
    ['verify', (n) => service.call(`${face}/verify/${personOf(n)}`, photograph(n))],
    ['enrol', (n) => service.call(`${face}/enroll/${added(n)}`, { images: [photograph(n)] })],
    ['search', (n) => service.call(`${face}/search`, { images: [photograph(n)] })],
    ['liveness', (n) => service.call('/api/v1/livenessdetection', { liveImages: [photograph(n)] })],
    ['tags', (n) => service.call(`${face}/template/${personOf(n)}/tags`, [`round-${n}`], 'PUT')],
    [
      'delete',
      async (n) =>
        n < behind
          ? service.readyz()
          : service.call(`${face}/template/${added(n - behind)}`, undefined, 'DELETE'),
    ],
    ['quality', (n) => service.call('/api/ofiq/v1/faceimagequality', photograph(n))],
  ];
  return kinds;
}

function sizeOf({ running: { child } }: Service): Size {
  return { memory: ownMegabytes(child.pid!), handles: openHandles(child.pid!) };
}

/** Processor time of the one by that of the other, in turns, which cancels what else is going on. */
async function timedInTurns(old: Service, fresh: Service, short: boolean): Promise<number[]> {
  const image = await imageOf(0);
  const timed = async (service: Service) => {
    const before = processorSeconds(service.running.child.pid!);
    for (let i = 0; i < CALLS; i++) await service.call('/api/face/v1/verify/1', image);
    return processorSeconds(service.running.child.pid!) - before;
  };
  for (let i = 0; i < (short ? SHORT_WARM : WARM); i++) await timed(fresh);
  const ratios: number[] = [];
  for (let i = 0; i < (short ? SHORT_TURNS : TURNS); i++) {
    const [first, second] = i % 2 === 0 ? [old, fresh] : [fresh, old];
    const [one, other] = [await timed(first), await timed(second)];
    ratios.push(i % 2 === 0 ? one / other : other / one);
  }
  return ratios;
}
