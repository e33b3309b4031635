/** What jobs run on: nothing at first, and one engine from the beginning of a job to its end. */
import { expect, it } from 'vitest';
import { Unavailable } from '../../src/errors.ts';
import { NO_GALLERY } from '../../src/gallery/gallery.ts';
import { ActiveEngine } from '../../src/operations/active-engine.ts';
import { verify } from '../../src/operations/face/verify.ts';
import { imagesOf, namingEngine } from '../../testing/examined-faces.ts';
import { openAccountsWorkplace } from './accounts/accounts-workplace.ts';

it('tells jobs to retry while the networks load', () => {
  const activeEngine = new ActiveEngine();
  expect(() => activeEngine.current()).toThrow(Unavailable);
  expect(() => activeEngine.current()).toThrow('The service is starting.');
});

it('tells probes that nothing is ready while the networks load', async () => {
  const { engine, gallery, encoder, missing } = new ActiveEngine().status();
  expect([engine.ready, gallery.ready, encoder]).toEqual([false, false, undefined]);
  expect(await missing()).toEqual([]);
});

it('lets a job end on the engine it started with', async () => {
  const work = await openAccountsWorkplace('sqlite');
  const gone = async () => Promise.reject(new Error('of another engine'));
  const next = { engine: namingEngine(gone), encoderVersion: 2, gallery: NO_GALLERY };
  const replaced = async () => activeEngine.replace(next);
  const activeEngine = new ActiveEngine({
    ...next,
    engine: namingEngine(replaced),
    encoderVersion: 1,
  });
  const { classId } = await work.register('ada', 'ada');
  const [image] = imagesOf('ada', 1);
  const parts = { ...work.intruder, activeEngine };
  const result = await verify(parts, work.context(), { classId, images: [image!] });
  expect(result).toMatchObject({ verified: true });
  expect(activeEngine.current()).toBe(next);
  await work.close();
});
