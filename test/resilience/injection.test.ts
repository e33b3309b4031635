/** Whoever injects a perfect recording without a page: what a client's policy and a known browser stop. */
import { expect, it } from 'vitest';
import { attackByMethod, COLUMNS } from '../../resilience/injection/by-method.ts';
import { testEngine } from '../../testing/engine.ts';
import { recordings } from '../../testing/recordings.ts';
import { sharedPath } from '../../testing/shared.ts';

const modelsDir = sharedPath('models');
const folder = recordings();

it.skipIf(modelsDir === undefined || folder === undefined)(
  'an injected recording passes where pictures alone decide, and nowhere else',
  async () => {
    const engine = await testEngine({ modelsDir });
    const options = { methods: ['API without page'] as const, attempts: 1 };
    for await (const { row, broken } of attackByMethod(engine, folder!, options)) {
      expect(broken).toEqual([]);
      const passed = COLUMNS.filter((_, i) => row[i]!.passed > 0);
      expect(passed).toEqual(['session, record', 'login, known browser, record']);
    }
  },
  600_000,
);
