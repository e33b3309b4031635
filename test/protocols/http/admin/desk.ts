/** Somebody at the desk for tests: signed in just now, with the second factor. */
import type { Position } from '../../../../src/access/accounts/role.ts';
import type { User } from '../../../../src/access/accounts/user.ts';
import type { Answer, TestService } from '../../../../testing/http/service.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';

export interface Desk {
  readonly user: User;
  /** Calls below `/admin/v1`. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Answer>;
}

/** Makes the user with that position, and signs in as them. */
export async function openDesk(
  service: TestService,
  name: string,
  position?: Position,
): Promise<Desk> {
  const { users, secondFactors, sessions } = service.parts.accounts;
  const user = await users.create({ name, position });
  const { secret } = await secondFactors.setUp(user.id, name);
  await secondFactors.confirm(user.id, await codeOf(secret));
  const { token } = await sessions.begin(user.id, 'face', { secondFactor: true });
  const own = { 'x-csrf': '1', cookie: `prosopon_session=${token}` };
  return {
    user,
    call: (method, path, body, headers = {}, signal) =>
      service.call(method, `/admin/v1${path}`, {
        headers: { ...own, ...headers },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      }),
  };
}
