/** Links by mail in place of the face, as calls of login and profile ask for them and open them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { networkOf } from '../../../access/network.ts';
import { type Asking, drawMailLink } from '../../../operations/accounts/mail-link-sign-in.ts';
import type { HttpParts } from '../parts.ts';
import { whenOver } from '../plugins/when-over.ts';
import { browserToken } from './account-cookies.ts';
import { browserName } from './browser-name.ts';

export const MailLinkBody = Type.Object({ token: Type.String() });

export const askingOf = (
  request: FastifyRequest,
  { accounts }: Pick<HttpParts, 'accounts'>,
  allowed: boolean,
): Asking => ({ allowed, address: request.ip, browser: browserToken(request, accounts) });

/**
 * Answers the same whoever was named; the mail follows the answer.
 * @param page that the link opens
 * @param application its name; undefined: the link is for the profile
 */
export async function mailLink(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: HttpParts,
  key: string,
  { allowed, page, application }: { allowed: boolean; page: string; application?: string },
) {
  const mail = await drawMailLink(parts, key, askingOf(request, parts, allowed), {
    application,
    browser: browserName(request.headers['user-agent']),
    network: networkOf(request.ip),
    // Behind the `#` it is sent to no server and stands in no log.
    linkTo: (token) => `${parts.accounts.publicUrl()}${page}#mail=${token}`,
  });
  whenOver(reply, () => void mail());
  return {};
}
