/** Enrolments whose client or template is gone before they end, in every order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/access/clients/client.ts';
import type { TaskPermit } from '../../../src/access/tasks/task-tokens.ts';
import { Unauthenticated } from '../../../src/errors.ts';
import { bcidOf, type Context } from '../../../src/operations/context.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { type Face, imagesOf } from '../../../testing/examined-faces.ts';
import {
  type AccountParts,
  type AccountsWorkplace,
  openAccountsWorkplace,
} from '../accounts/accounts-workplace.ts';

const CLASS = 1n;

describe.each(await databaseKinds())('on %s', (kind) => {
  let work: AccountsWorkplace;
  let number = 0;

  beforeAll(async () => {
    work = await openAccountsWorkplace(kind);
  });
  afterAll(() => work.close());

  const newClient = () => {
    const id = `client-${number++}`;
    return work.intruder.clients.create({ id, name: id, storage: id, partition: 'people' });
  };
  const contextOf = (client: Client, permit?: TaskPermit): Context => ({
    ...work.context(),
    client,
    ...(permit === undefined ? {} : { permit }),
  });
  const enrol = (parts: AccountParts, client: Client, face: Face) =>
    enroll(parts, contextOf(client), { classId: CLASS, images: imagesOf(face) });
  const featuresOf = async (client: Client) =>
    (await work.intruder.templates.read(bcidOf(client, CLASS)))?.features ?? [];
  /** Of a token that enrols whoever it verifies. */
  const autoEnrolling = { autoEnroll: true, liveDetection: false } as TaskPermit;

  it('a client deleted with its templates leaves none behind', async () => {
    let refused = 0;
    const places = await work.inEachPlace(async (interruptedBy) => {
      const client = await newClient();
      let deleted = false;
      interruptedBy(() => {
        deleted = true;
        return work.intruder.clients.delete(client.id, { erase: true });
      });
      const error = await enrol(work.victim, client, 'ada').catch((thrown: unknown) => thrown);
      if (!deleted) return;
      expect(await featuresOf(client)).toEqual([]);
      if (error instanceof Unauthenticated) refused++;
    });
    expect(places).toBeGreaterThan(4);
    expect(refused).toBeGreaterThan(2);
  });

  it('nor does one deleted and created again under its name', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      const client = await newClient();
      let deleted = false;
      interruptedBy(async () => {
        deleted = true;
        await work.intruder.clients.delete(client.id, { erase: true });
        await work.intruder.clients.create({ ...client, redirectUris: [], allowedOrigins: [] });
      });
      await enrol(work.victim, client, 'ada').catch((thrown: unknown) => thrown);
      if (deleted) expect(await featuresOf(client)).toEqual([]);
    });
  });

  it.each([
    ['erased', []],
    ['made anew of another person', ['ben']],
    ['made anew of the same person', ['ada']],
  ] as const)('a verified person is not added to a template %s since', async (_, faces) => {
    const places = await work.inEachPlace(async (interruptedBy) => {
      const client = await newClient();
      await enrol(work.intruder, client, 'ada');
      let before: readonly { readonly id: string }[] | undefined;
      interruptedBy(async () => {
        await work.intruder.templates.delete(bcidOf(client, CLASS));
        for (const face of faces) await enrol(work.intruder, client, face);
        before = await featuresOf(client);
      });
      const [image] = imagesOf('ada');
      const context = contextOf(client, autoEnrolling);
      const verifying = verify(work.victim, context, { classId: CLASS, images: [image!] });
      const answer = await verifying.catch((thrown: unknown) => thrown);
      const after = await featuresOf(client);
      if (before === undefined) {
        expect(answer).toMatchObject({ decision: 'verified, TEMPLATE_UPDATED' });
        expect(after).toHaveLength(3);
        return;
      }
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    });
    expect(places).toBeGreaterThan(6);
  });

  it('a template enrolled or erased during a read is no finding', async () => {
    for (const enrolled of [false, true])
      await work.inEachPlace(async (interruptedBy) => {
        const client = await newClient();
        if (enrolled) await enrol(work.intruder, client, 'ada');
        const bcid = bcidOf(client, CLASS);
        interruptedBy(() =>
          enrolled ? work.intruder.templates.delete(bcid) : enrol(work.intruder, client, 'ada'),
        );
        await work.victim.templates.read(bcid);
      });
  });
});
