/** Administration below `/admin/v1`: users. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ROLES } from '../../../access/accounts/role.ts';
import { accountData, eraseAccountWithReceipt } from '../../../operations/accounts/account-data.ts';
import { administerUsers } from '../../../operations/admin/administer-users.ts';
import {
  describeUser,
  existingUser,
  findUsers,
  userToActOn,
} from '../../../operations/admin/administration.ts';
import { accountDataAnswer, browsersAnswer } from '../accounts/account-answers.ts';
import { sessionOf } from '../accounts/sessions.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import { attachment } from '../plugins/common-headers.ts';
import { actorOf, BASE, change, closedBody, freshLook, look } from './administration.ts';

const UsersQuery = Type.Object({
  find: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

const PositionBody = closedBody({
  role: Type.Enum([...ROLES]),
  client: Type.Optional(Type.String()),
});

const NewUserBody = closedBody({
  name: Type.String(),
  email: Type.Optional(Type.String()),
  position: Type.Optional(PositionBody),
  invite: Type.Optional(Type.Boolean()),
});

export function addAdminUserRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get, post, put, remove } = pageCalls(app, `${BASE}/users`, 'Administration');
  const toActOn = (request: FastifyRequest & { readonly params: { readonly user: string } }) =>
    userToActOn(parts, sessionOf(request).user, request.params.user);
  const usersFor = (request: FastifyRequest) => administerUsers(parts, actorOf(request));

  get('', { ...look('users', 'see-users'), querystring: UsersQuery }, async ({ query }) =>
    findUsers(parts, { limit: 100, ...query }),
  );

  get('/:user', look('user', 'see-users'), async ({ params }) =>
    describeUser(parts, await existingUser(parts, params.user)),
  );

  post('', { ...change('change-users'), body: NewUserBody }, async (request) => {
    const { user, ...invitation } = await usersFor(request).create(request.body);
    return { id: user.id, name: user.name, ...invitation };
  });

  post('/:user/link', change('reset-users'), async (request) =>
    usersFor(request).link(await toActOn(request)),
  );

  post('/:user/invitation', change('reset-users'), async (request) =>
    usersFor(request).invite(await toActOn(request)),
  );

  post('/:user/reset', change('reset-users'), async (request) => {
    await usersFor(request).reset(await toActOn(request));
  });

  get('/:user/browsers', look('browsers of a user', 'see-users'), async ({ params }) =>
    browsersAnswer(parts, await existingUser(parts, params.user)),
  );

  remove('/:user/browsers/:name', change('reset-users'), async (request) => {
    const user = await toActOn(request);
    await usersFor(request).forgetBrowser(user, request.params.name);
    return browsersAnswer(parts, user);
  });

  post('/:user/disable', change('change-users'), async (request) => {
    await usersFor(request).disable(await toActOn(request));
  });

  post('/:user/enable', change('change-users'), async (request) => {
    await usersFor(request).enable(await toActOn(request));
  });

  put('/:user/role', { ...change('change-users'), body: PositionBody }, async (request) => {
    await usersFor(request).give(await toActOn(request), request.body);
  });

  remove('/:user/role', change('change-users'), async (request) => {
    await usersFor(request).give(await toActOn(request), undefined);
  });

  get('/:user/data', freshLook('user data', 'change-users'), async (request, reply) => {
    const user = await toActOn(request);
    reply.header('content-disposition', attachment('user-data.json'));
    return accountDataAnswer(await accountData(parts, user));
  });

  remove('/:user', change('change-users'), async (request) =>
    eraseAccountWithReceipt(parts, await toActOn(request), actorOf(request)),
  );
}
