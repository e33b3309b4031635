/** What passes of an instrument by the level of liveness: calls of the API, without a page. */
import { makeVideo } from '../../evaluation/liveness/make-video.ts';
import { DIRECTIONS } from '../../src/directions.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { examineVideo } from '../../src/operations/liveness/detect-video-liveness.ts';
import { startService } from '../../testing/http/service.ts';
import type { LiveImageBody } from '../../testing/live-people.ts';
import type { Instrument } from './instruments.ts';
import type { Tally } from './tally.ts';

export const LEVELS = ['passive', 'video', 'two images', 'two images, burst', 'challenge'] as const;
type Level = (typeof LEVELS)[number];

/** A busy machine decodes for longer than a call may. */
const PATIENT = { signal: AbortSignal.any([]), timeout: 300_000, patience: 60_000 };

export async function attackByLevel(
  engine: FaceEngine,
  { take, film }: Instrument,
  attempts: number,
): Promise<Partial<Record<Level, Tally>>> {
  const service = await startService(engine);
  const client = await service.client('attacked');
  const found: Partial<Record<Level, Tally>> = {};
  const count = (level: Level, live: boolean) => {
    found[level] ??= { passed: 0, attempts: 0 };
    const tally = found[level];
    tally.attempts++;
    if (live) tally.passed++;
  };
  const send = async (liveImages: readonly LiveImageBody[]) => {
    const call = { client, body: { liveImages } };
    const { status, json } = await service.call('POST', '/api/v1/livenessdetection', call);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
    return json.live as boolean;
  };
  for (let i = 0; i < attempts; i++) {
    const asked = DIRECTIONS[i % DIRECTIONS.length]!;
    const [first, second] = await take(asked);
    const { burst: _, tags: __, ...plain } = second!;
    count('passive', await send([first!]));
    count('two images', await send([first!, plain]));
    count('two images, burst', await send([first!, { ...second!, tags: [] }]));
    count('challenge', await send([first!, second!]));
  }
  const pictures = await film?.();
  if (pictures !== undefined) {
    const { decision } = await examineVideo(engine, await makeVideo(pictures), PATIENT);
    count('video', decision.live);
  }
  await service.close();
  return found;
}
