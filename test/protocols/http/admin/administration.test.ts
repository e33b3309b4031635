/** The audit entry of an administrator's look is data of its route, and no route does without. */
import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import type { Position } from '../../../../src/access/accounts/role.ts';
import {
  look,
  recordAdministration,
  unrecorded,
} from '../../../../src/protocols/http/admin/administration.ts';

const serve = (position?: Position) => {
  const entries: object[] = [];
  const app = Fastify();
  app.decorateRequest('signedIn', {
    getter: () => ({ user: { id: 'u1', name: 'root', position } }),
  } as never);
  const append = async (entry: object) => void entries.push(entry);
  const clients = { find: async (id: string) => ({ id, storage: 's', partition: 'p' }) };
  recordAdministration(app, { audit: { append }, clients } as never);
  const schema = { querystring: Type.Object({ since: Type.String(), user: Type.String() }) };
  const people = { config: look('people', 'see-users'), schema };
  app.get('/people/:user', people, async () => entries.length);
  app.get('/numbers', { config: unrecorded('enter') }, async () => entries.length);
  app.get('/forgotten', async () => 'told');
  return { app, entries };
};

it('records what is looked at, and whose, before revealing it', async () => {
  const { app, entries } = serve();
  // The path says whose, whatever is written beside it.
  expect((await app.inject('/people/ann?since=7&user=bob&what=none')).body).toBe('1');
  const details = { what: 'people', query: { user: 'ann', since: '7' } };
  expect(entries).toEqual([{ event: 'query', actor: 'account:root', details }]);
});

it('writes no entry if nothing about people is shown', async () => {
  expect((await serve().app.inject('/numbers')).body).toBe('0');
});

it('serves no route about several clients to administrators of one', async () => {
  const { app } = serve({ role: 'administrator', client: 'mine' });
  const { body } = await app.inject('/numbers');
  expect(body).toContain('You administer the client mine only.');
});

it('serves no route that does not declare who writes its entry', async () => {
  const { statusCode, body } = await serve().app.inject('/forgotten');
  expect(statusCode).toBe(500);
  expect(body).not.toContain('told');
});
