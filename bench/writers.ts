/** `npm run bench -- writers`: tags set by one caller and by many at once, on each database. */
import { openKeyRing } from '../src/sealing/keys.ts';
import { createTemplateStore } from '../src/templates/store.ts';
import { createTestDatabase, databaseKinds } from '../testing/databases.ts';
import { median, medianRatio } from '../testing/statistics.ts';
import { bcid, feature, masterKey } from '../testing/template-samples.ts';

const CALLERS = 32;
const ROUNDS = 7;
/** Milliseconds of a round. */
const DURATION = 2_000;
/** On PostgreSQL, whose writers overlap: the gain of 32 callers, and their tags a second. */
const GOAL = { gain: 4, perSecond: 700 } as const;

type Kind = Awaited<ReturnType<typeof databaseKinds>>[number];

/** Tags a second, one value per round; one caller and all in turns. */
async function measure(kind: Kind) {
  const base = await createTestDatabase(kind);
  try {
    const database = await base.open();
    const store = createTemplateStore(
      database,
      await openKeyRing(masterKey(), database, () => undefined),
    );
    const classes = Array.from({ length: CALLERS }, (_, i) => bcid(BigInt(i + 1)));
    for (const one of classes)
      await store.update(one, () => ({
        encoderVersion: 1,
        tags: [],
        features: [feature(512)],
        thumbnails: [],
      }));
    const rate = async (callers: number) => {
      const begun = performance.now();
      let done = 0;
      const call = async (one: (typeof classes)[number]) => {
        while (performance.now() - begun < DURATION) await store.setTags(one, [`tag ${done++}`]);
      };
      await Promise.all(classes.slice(0, callers).map(call));
      return done / ((performance.now() - begun) / 1000);
    };
    await rate(CALLERS);
    const alone: number[] = [];
    const together: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await rate(1));
      together.push(await rate(CALLERS));
    }
    return { alone, together };
  } finally {
    await base.drop();
  }
}

export async function benchWriters(): Promise<void> {
  console.log(`| database | 1 caller, tags/s | ${CALLERS} callers, tags/s | gain | goal |`);
  console.log('|---|--:|--:|--:|---|');
  for (const kind of await databaseKinds()) {
    const { alone, together } = await measure(kind);
    const [gain, perSecond] = [medianRatio(together, alone), median(together)];
    const reached = gain >= GOAL.gain && perSecond >= GOAL.perSecond;
    const goal = kind === 'sqlite' ? '' : reached ? 'reached' : 'missed';
    console.log(
      `| ${kind} | ${median(alone).toFixed(0)} | ${perSecond.toFixed(0)} | ${gain.toFixed(1)} × | ${goal} |`,
    );
  }
  console.log(`\nGoal on PostgreSQL: ≥ ${GOAL.gain} × and ≥ ${GOAL.perSecond} a second.`);
}
