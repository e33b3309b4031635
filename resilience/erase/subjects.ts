/** Subjects of the erasure proof: how each is stored and erased, and texts that identify it. */
import { randomBytes } from 'node:crypto';
import { ACCOUNTS } from '../../src/access/accounts/user.ts';
import type { Bcid } from '../../src/bcid.ts';
import { feature, thumbnailOf } from '../../testing/template-samples.ts';
import type { Workplace } from '../kill/workplace.ts';

/** The client of the subjects. */
export const SHOP = { id: 'shop', name: 'shop', storage: 'prove', partition: 'erase' };

export interface Subject {
  readonly name: string;
  /** Texts that occur nowhere else, longer than a sample. */
  readonly markers: readonly string[];
  /** @returns a function that erases it */
  store(workplace: Workplace): Promise<() => Promise<unknown>>;
}

const marker = (what: string) => `${what}-${randomBytes(12).toString('hex')}`;

async function enrol({ templates }: Workplace, bcid: Bcid, tag: string) {
  const features = Array.from({ length: 4 }, () => feature(512));
  const thumbnails = features.map((one) => thumbnailOf(one, 3000));
  const consent = { reference: tag, recorded: new Date() };
  const tags = [tag.slice(0, 60)];
  await templates.update(bcid, () => ({ encoderVersion: 1, features, tags, thumbnails, consent }));
  // Written repeatedly, as with every further sample.
  for (let i = 0; i < 3; i++) await templates.setTags(bcid, [...tags, `again ${i}`]);
  return () => templates.delete(bcid);
}

const [TAG, NAME, BROWSER, CLIENT] = ['tag', 'name', 'browser', 'client'].map(marker) as [
  string,
  string,
  string,
  string,
];
const MAIL = `${marker('mail')}@example.org`;

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'class',
    markers: [TAG],
    store: (workplace) =>
      enrol(workplace, { storage: 'prove', partition: 'erase', classId: 77n }, TAG),
  },
  {
    name: 'session',
    markers: [BROWSER],
    async store({ accounts: { users, sessions } }) {
      const user = await users.create({ name: 'remains' });
      const from = { browser: BROWSER, network: '192.0.2.0/24' };
      const { token } = await sessions.begin(user.id, 'face', { from });
      return () => sessions.end(token);
    },
  },
  {
    name: 'account',
    markers: [NAME, MAIL],
    async store(workplace) {
      const { users, sessions, consents, erase } = workplace.accounts;
      const user = await users.create({ name: NAME, email: MAIL });
      const { storage, partition } = ACCOUNTS;
      const eraseFace = await enrol(workplace, { storage, partition, classId: user.classId }, NAME);
      await sessions.begin(user.id, 'face');
      await consents.grant(user.id, 'shop', ['openid']);
      return async () => {
        await eraseFace();
        await erase(user);
      };
    },
  },
  {
    name: 'client',
    markers: [CLIENT],
    async store(workplace) {
      const { clients } = workplace;
      const id = CLIENT;
      await clients.create({ id, name: id, storage: 'gone', partition: 'erase' });
      await enrol(workplace, { storage: 'gone', partition: 'erase', classId: 5n }, `of ${CLIENT}`);
      return () => clients.delete(id, { erase: true });
    },
  },
];
