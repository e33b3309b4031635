/** After a change of encoder: templates are upgraded, by call and in the background. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskPermit } from '../../../src/access/tasks/task-tokens.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import { upgradeInBackground } from '../../../src/operations/background.ts';
import { comparableTemplate } from '../../../src/operations/face/compare-with-class.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import {
  type UpgradeProgress,
  upgradeOutdated,
} from '../../../src/operations/face/upgrade-outdated.ts';
import { upgradeTemplate } from '../../../src/operations/face/upgrade-template.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import { TemplateCorrupted } from '../../../src/templates/template.ts';
import type { Person } from '../../../testing/people.ts';
import { openWorkplace, portraits, probe, type Workplace } from '../workplace.ts';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
});
afterAll(() => work.close());

const bcid = (classId: bigint) => ({ storage: 'test', partition: 'main', classId });
const signal = new AbortController().signal;

async function enrolled(classId: bigint, person: Person, thumbnails = true): Promise<void> {
  const images = await portraits(person, 0, 1);
  await enroll(work.parts, work.context({ thumbnails }), { classId, images });
}

describe('upgradeTemplate', () => {
  it('recomputes every vector from its thumbnail and keeps the rest', async () => {
    await enrolled(1n, 'ben');
    const before = await work.parts.templates.read(bcid(1n));
    const newer = work.withEncoder(2);
    expect(await upgradeTemplate(newer, bcid(1n), { signal })).toBe('upgraded');
    const after = await work.parts.templates.read(bcid(1n));
    expect(after?.encoderVersion).toBe(2);
    expect(after?.enrolled).toEqual(before?.enrolled);
    expect(after?.features.map(({ id }) => id)).toEqual(before?.features.map(({ id }) => id));
    for (const [i, { values }] of after!.features.entries())
      expect(work.engine.compare(values, before!.features[i]!.values)).toBeGreaterThan(0.99);
    expect(await upgradeTemplate(newer, bcid(1n), { signal })).toBe('nothing to do');
    expect((await work.parts.templates.thumbnails(bcid(1n))).length).toBe(2);
  });

  it('turns nobody into another person by swapped thumbnails', async () => {
    await enrolled(8n, 'ben');
    await enrolled(9n, 'cem');
    const { db } = work.database;
    const rows = await db
      .selectFrom('thumbnails')
      .selectAll()
      .where('class_id', 'in', [8n, 9n])
      .orderBy('class_id')
      .execute();
    await db.deleteFrom('thumbnails').where('class_id', 'in', [8n, 9n]).execute();
    const swapped = rows.map((row, at) => {
      const { class_id, feature_id } = rows[(at + 2) % 4]!;
      return { ...row, class_id, feature_id };
    });
    await db.insertInto('thumbnails').values(swapped).execute();
    const newer = work.withEncoder(2);
    for (const classId of [8n, 9n])
      await expect(upgradeTemplate(newer, bcid(classId), { signal })).rejects.toThrow(
        TemplateCorrupted,
      );
    const request = { classId: 8n, images: [await probe('cem', 2)] };
    expect(await verify(newer, work.context(), request)).toMatchObject({
      status: 'FAULTED',
      verified: false,
    });
    for (const classId of [8n, 9n]) await work.parts.templates.delete(bcid(classId));
  });

  it('leaves a template without thumbnails unchanged', async () => {
    await enrolled(2n, 'cem', false);
    expect(await upgradeTemplate(work.withEncoder(2), bcid(2n), { signal })).toBe('impossible');
    expect((await work.parts.templates.read(bcid(2n)))?.encoderVersion).toBe(1);
  });

  it('does not lose a sample enrolled meanwhile', async () => {
    await enrolled(3n, 'dov');
    const upgrade = upgradeTemplate(work.withEncoder(2), bcid(3n), { signal });
    const images = await portraits('dov', 2);
    await enroll(work.parts, work.context(), { classId: 3n, images });
    await upgrade;
    expect((await work.parts.templates.read(bcid(3n)))?.features).toHaveLength(3);
  });
});

describe('after a change of encoder', () => {
  it('verify upgrades first', async () => {
    await enrolled(11n, 'ben');
    const request = { classId: 11n, images: [await probe('ben', 2)] };
    const result = await verify(work.withEncoder(2), work.context(), request);
    expect(result).toMatchObject({ status: 'SUCCEEDED', verified: true });
  });

  it('verify reports if it cannot', async () => {
    await enrolled(12n, 'ben', false);
    const request = { classId: 12n, images: [await probe('ben', 2)] };
    expect(await verify(work.withEncoder(2), work.context(), request)).toMatchObject({
      status: 'FAULTED',
      errors: [{ errorCode: 'DifferentFeatureVersions' }],
      verified: false,
    });
  });

  it('an empty enrolment upgrades, or does nothing', async () => {
    await enrolled(13n, 'ben');
    const empty = { classId: 13n, images: [] };
    const upgraded = await enroll(work.withEncoder(2), work.context(), empty);
    expect(upgraded).toMatchObject({
      performedAction: 'TEMPLATE_UPGRADED',
      template: { encoderVersion: 2, featureVectors: 2 },
    });
    const again = await enroll(work.withEncoder(2), work.context(), empty);
    expect(again).toMatchObject({ performedAction: 'NONE', template: { available: true } });
    const none = await enroll(work.parts, work.context(), { classId: 404n, images: [] });
    expect(none).toMatchObject({ performedAction: 'NONE', template: { available: false } });
  });

  it.each([
    [14n, 'ben', false],
    [15n, 'cem', false],
    [16n, 'ben', true],
  ] as const)('enrolment answers as verify does: class %s, %s (token: %s)', async (...given) => {
    const [classId, person, token] = given;
    await enrolled(classId, 'ben', false);
    const before = await work.parts.templates.read(bcid(classId));
    const permit = { liveDetection: false } as TaskPermit;
    const context = { ...work.context(), ...(token && { permit }) };
    const request = { classId, images: await portraits(person, 2) };
    expect(await enroll(work.withEncoder(2), context, request)).toMatchObject({
      status: 'FAULTED',
      performedAction: 'ENROLLMENT_FAILED',
      enrolledImages: 0,
      errors: [{ errorCode: 'DifferentFeatureVersions' }],
    });
    expect(await work.parts.templates.read(bcid(classId))).toEqual(before);
  });
});

describe('upgradeOutdated', () => {
  it('processes all templates once, with progress, and can be stopped', async () => {
    await enrolled(21n, 'ben');
    await enrolled(22n, 'cem', false);
    const seen: UpgradeProgress[] = [];
    const onProgress = (progress: UpgradeProgress) => seen.push(progress);
    const parts = work.withEncoder(3);
    const end = await upgradeOutdated(parts, { signal, onProgress, batch: 2 });
    expect(seen.at(-1)).toEqual(end);
    expect(end.checked).toBe(end.upgraded + end.impossible);
    expect(end.impossible).toBeGreaterThanOrEqual(2);
    expect((await work.parts.templates.read(bcid(21n)))?.encoderVersion).toBe(3);
    const again = await upgradeOutdated(parts, { signal });
    expect(again).toMatchObject({ upgraded: 0, impossible: end.impossible });
    const stopped = upgradeOutdated(work.withEncoder(4), { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'Cancelled' });
  });
});

/** The templates of these parts; `before` runs once, just before they are updated first. */
function interrupted({ templates }: typeof work.parts, before: () => Promise<unknown>) {
  let waiting: typeof before | undefined = before;
  const update: typeof templates.update = async (...call) => {
    const now = waiting;
    waiting = undefined;
    await now?.();
    return templates.update(...call);
  };
  return { ...templates, update };
}

describe('an enrolment during a change of encoder', () => {
  it('keeps every sample of a template that is upgraded before it is added to', async () => {
    await enrolled(33n, 'ben');
    const before = await work.parts.templates.read(bcid(33n));
    const templates = interrupted(work.parts, () =>
      upgradeTemplate(work.withEncoder(2), bcid(33n), { signal }),
    );
    const images = await portraits('ben', 2);
    await enroll({ ...work.parts, templates }, work.context(), { classId: 33n, images });
    const after = await work.parts.templates.read(bcid(33n));
    expect(after?.features).toHaveLength(3);
    const ids = after?.features.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(before!.features.map(({ id }) => id)));
    expect(await work.parts.templates.thumbnails(bcid(33n))).toHaveLength(3);
  });

  it.each([
    ['in between', 34n, false],
    ['before it, of an engine that this process has changed to', 35n, true],
  ])('leaves a template without thumbnails alone, written %s', async (_, classId, changed) => {
    await enrolled(classId, 'ben', false);
    const newer = work.withEncoder(2);
    const written = async () => {
      const request = { classId, images: await portraits('ben', 0) };
      await work.parts.templates.delete(bcid(classId));
      await enroll(newer, work.context({ thumbnails: false }), request);
      return work.parts.templates.read(bcid(classId));
    };
    let before: Awaited<ReturnType<typeof written>>;
    const write = async () => {
      before = await written();
    };
    const { engine, gallery } = work.parts;
    const activeEngine = new ActiveEngine({ engine, gallery, encoderVersion: 1 });
    const analyse: typeof engine.analyse = async (...call) => {
      activeEngine.replace({ engine, gallery, encoderVersion: 2 });
      await write();
      return engine.analyse(...call);
    };
    const templates = changed ? work.parts.templates : interrupted(work.parts, write);
    if (changed)
      activeEngine.replace({ engine: { ...engine, analyse }, gallery, encoderVersion: 1 });
    const request = { classId, images: await portraits('ben', 2) };
    const enrolment = enroll({ ...work.parts, activeEngine, templates }, work.context(), request);
    await expect(enrolment).rejects.toMatchObject({ code: 'Unavailable' });
    expect(before!.encoderVersion).toBe(2);
    expect(await work.parts.templates.read(bcid(classId))).toEqual(before!);
  });

  it('ends as a template of the new one', async () => {
    const images = await portraits('dov', 0);
    const activeEngine = new ActiveEngine();
    const analyse: typeof work.engine.analyse = async (...call) => {
      activeEngine.replace(work.withEncoder(4));
      return work.engine.analyse(...call);
    };
    const { gallery } = work.parts;
    activeEngine.replace({ engine: { ...work.engine, analyse }, gallery, encoderVersion: 1 });
    const done = await enroll({ ...work.parts, activeEngine }, work.context(), {
      classId: 31n,
      images,
    });
    expect(done).toMatchObject({
      performedAction: 'NEW_TEMPLATE_CREATED',
      template: { encoderVersion: 4, featureVectors: 1 },
    });
  });

  it('is found by a second look if another process wrote it', async () => {
    const log = { info: () => {}, error: () => {} };
    const newer = work.withEncoder(5);
    let written = false;
    const outdated: typeof newer.templates.outdated = async (...call) => {
      const found = await newer.templates.outdated(...call);
      if (found.length === 0 && !written) {
        written = true;
        await enrolled(32n, 'dov');
      }
      return found;
    };
    const templates = { ...newer.templates, outdated };
    await upgradeInBackground({ ...newer, templates }, { signal, log, again: 1 });
    expect(written).toBe(true);
    expect((await work.parts.templates.read(bcid(32n)))?.encoderVersion).toBe(5);
  });
});

describe('a verification during a change of encoder', () => {
  it('compares the vectors of its own encoder', async () => {
    await enrolled(41n, 'ben');
    const parts = work.withEncoder(2);
    const { templates } = parts;
    const update: typeof templates.update = async (...call) => {
      const updated = await templates.update(...call);
      await upgradeTemplate(work.withEncoder(3), bcid(41n), { signal });
      return updated;
    };
    const upgrading = { ...parts, templates: { ...templates, update } };
    expect(await comparableTemplate(upgrading, bcid(41n), { signal })).toMatchObject({
      encoderVersion: 2,
    });
    expect((await work.parts.templates.read(bcid(41n)))?.encoderVersion).toBe(3);
  });

  it('leaves alone a template that only the other engine can compare', async () => {
    await enrolled(42n, 'ben', false);
    const parts = work.withEncoder(2);
    const activeEngine = new ActiveEngine(work.parts);
    const comparison = comparableTemplate({ ...parts, activeEngine }, bcid(42n), { signal });
    await expect(comparison).rejects.toMatchObject({ code: 'Unavailable' });
  });
});
