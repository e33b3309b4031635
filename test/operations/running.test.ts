/** What jobs run on: nothing at first, and one engine from the beginning of a job to its end. */
import { expect, it } from 'vitest';
import { Unavailable } from '../../src/errors.ts';
import { NO_GALLERY } from '../../src/gallery/gallery.ts';
import { verify } from '../../src/operations/face/verify.ts';
import { Running } from '../../src/operations/running.ts';
import { imagesOf, namingEngine } from '../../testing/examined-faces.ts';
import { openAccountsWorkplace } from './accounts/accounts-workplace.ts';

it('tells jobs to retry while the networks load', () => {
  const running = new Running();
  expect(() => running.current()).toThrow(Unavailable);
  expect(() => running.current()).toThrow('The service is starting.');
});

it('tells probes that nothing is ready while the networks load', async () => {
  const { engine, gallery, encoder, missing } = new Running().status();
  expect([engine.ready, gallery.ready, encoder]).toEqual([false, false, undefined]);
  expect(await missing()).toEqual([]);
});

it('lets a job end on the engine it started with', async () => {
  const work = await openAccountsWorkplace('sqlite');
  const gone = async () => Promise.reject(new Error('of another engine'));
  const next = { engine: namingEngine(gone), encoderVersion: 2, gallery: NO_GALLERY };
  const replaced = async () => running.replace(next);
  const running = new Running({ ...next, engine: namingEngine(replaced), encoderVersion: 1 });
  const { classId } = await work.register('ada', 'ada');
  const [image] = imagesOf('ada', 1);
  const parts = { ...work.intruder, running };
  const result = await verify(parts, work.context(), { classId, images: [image!] });
  expect(result).toMatchObject({ verified: true });
  expect(running.current()).toBe(next);
  await work.close();
});
