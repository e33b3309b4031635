/** The command as a user runs it, on portraits of five people. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Evaluation } from '../../evaluation/evaluation.ts';
import { parseOptions } from '../../evaluation/options.ts';
import { TEST_MASTER_KEY, TEST_MODELS } from '../../testing/models.ts';
import { portrait } from '../../testing/photos.ts';
import { samplePhoto } from '../../testing/shared.ts';
import {
  hasBrowser,
  openBrowser,
  openWindow,
  PHONE,
  scrollsSideways,
} from '../../testing/web/browser.ts';

const NAMES = ['Ada', 'Ben', 'Cem', 'Dov', 'Eve'];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-evaluate-'));
  for (const [person, name] of NAMES.entries()) {
    await mkdir(join(folder, 'people', name), { recursive: true });
    for (const [k, side] of [400, 300].entries()) {
      const picture = portrait(person, side)
        .linear(1 - 0.2 * k)
        .jpeg();
      await picture.toFile(join(folder, 'people', name, `${name}_000${k + 1}.jpg`));
    }
  }
  const ada = join(folder, 'people', 'Ada');
  await writeFile(join(ada, 'Ada_0003.jpg'), await readFile(samplePhoto(4)));
  await writeFile(join(ada, 'Ada_0004.jpg'), 'not an image');
});
afterAll(() => rm(folder, { recursive: true }));

async function evaluate(...options: string[]) {
  const main = join(import.meta.dirname, '../../evaluation/main.ts');
  const out = join(folder, 'out');
  const command = [main, '--dataset', join(folder, 'people'), '--out', out, ...options];
  const env = {
    ...process.env,
    PROSOPON_DATA: TEST_MODELS,
    PROSOPON_MASTER_KEY: TEST_MASTER_KEY,
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
    env,
    maxBuffer: 1e8,
  });
  return { stdout, stderr, out };
}

describe('npm run evaluate', () => {
  test('measures, and writes JSON and a self-contained report', async () => {
    const { stdout, out } = await evaluate('--json', '--enrol', '1');
    const evaluation = JSON.parse(stdout) as Evaluation;
    expect(evaluation.people).toBe(5);
    expect(evaluation.enrolment).toMatchObject({
      images: 12,
      encoded: 10,
      refused: { MultipleFacesFound: 1, InvalidImage: 1, FaceNotFound: 0 },
    });
    expect(evaluation.comparisons).toEqual({ genuine: 5, impostor: 40 });
    expect(evaluation.histogram.genuine.reduce((p, q) => p + q)).toBeCloseTo(1, 9);
    expect(evaluation.falseNonMatches).toHaveLength(5);
    expect(evaluation.points.equalError!.rate).toBe(0);
    expect(evaluation.templates).toMatchObject({ templates: 5, genuine: 5, impostor: 40 });
    expect(JSON.parse(await readFile(join(out, 'dlib-faceres.json'), 'utf8'))).toEqual(evaluation);

    const html = await readFile(join(out, 'dlib-faceres.html'), 'utf8');
    expect(html.match(/<svg/g)).toHaveLength(2);
    expect(html).toContain('data:image/jpeg;base64,');
    expect(html).not.toMatch(/(src|href)="(?!data:)/);
  });

  test.skipIf(!hasBrowser())('the report fits a phone', async () => {
    const browser = await openBrowser();
    const { page } = await openWindow(browser, { viewport: PHONE });
    await page.goto(pathToFileURL(join(folder, 'out/dlib-faceres.html')).href);
    expect(await scrollsSideways(page)).toBe(false);
    await browser.close();
  });

  test('compares listed pairs, from cached feature vectors', async () => {
    const index = join(folder, 'out/embeddings/dlib-faceres/index.json');
    const { mtimeMs } = await stat(index);
    const pairs = join(folder, 'pairs.csv');
    await writeFile(
      pairs,
      'a,b,same\nBen/Ben_0001.jpg,Ben/Ben_0002.jpg,1\nBen/Ben_0001.jpg,Cem/Cem_0001.jpg,0\n' +
        'Ada/Ada_0001.jpg,Ada/Ada_0003.jpg,1\n',
    );
    const { stdout } = await evaluate('--pairs', pairs);
    expect(stdout).toContain('(1 genuine, 1 impostor comparisons)');
    expect(stdout).toContain('refused by design: MultipleFacesFound');
    expect((await stat(index)).mtimeMs).toBe(mtimeMs);
  });

  test('explains wrong arguments', async () => {
    expect(() => parseOptions(['--enrol', 'many'])).toThrow('expected a whole number');
    await expect(evaluate('--people', join(folder, 'absent.txt'))).rejects.toMatchObject({
      stderr: expect.stringContaining('absent.txt'),
    });
    await expect(evaluate('--calibrate', join(folder, 'made.json'))).rejects.toMatchObject({
      stderr: expect.stringContaining('too few'),
    });
  });
});
