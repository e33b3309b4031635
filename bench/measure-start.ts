/** Time from process start until the service is ready. */
import { startService } from '../testing/service-process.ts';
import { median } from '../testing/statistics.ts';

export interface StartTimes {
  /** Milliseconds with an empty data directory, including keys, database and model conversion. */
  readonly first: number;
  /** Median milliseconds of the later starts. */
  readonly later: number;
}

/** Leaves a data directory that is ready for use. */
export async function measureStarts(dataDir: string, laterStarts: number): Promise<StartTimes> {
  const start = async () => {
    const service = await startService(dataDir, 2);
    await service.stop();
    return service.readyMs;
  };
  const first = await start();
  const later: number[] = [];
  for (let i = 0; i < laterStarts; i++) later.push(await start());
  return { first, later: median(later) };
}
