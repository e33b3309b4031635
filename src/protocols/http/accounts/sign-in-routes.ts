/** The steps of a sign-in, shared by the calls of login and account pages. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PasskeyResponse } from '../../../access/accounts/webauthn.ts';
import { addressPrefix } from '../../../access/address-prefix.ts';
import type { ClientSettings } from '../../../access/clients/client-settings.ts';
import {
  type Asking,
  drawMailLink,
  signInByMail,
} from '../../../operations/accounts/mail-link-sign-in.ts';
import { showPasskey } from '../../../operations/accounts/passkey-sign-in.ts';
import {
  giveCode,
  requireNamed,
  type StepResult,
  showFace,
} from '../../../operations/accounts/sign-in-steps.ts';
import type { Context } from '../../../operations/context.ts';
import type { pageCalls } from '../pages/page-calls.ts';
import type { HttpParts } from '../parts.ts';
import { whenOver } from '../plugins/when-over.ts';
import { browserToken } from './account-cookies.ts';
import { browserName } from './browser-name.ts';
import { capturedImages, FaceImages, IMAGES_BYTES } from './live-images.ts';

/** The sign-in in progress in a browser, and its purpose. */
export interface SignInUnderWay {
  readonly key: string;
  readonly demands: Pick<ClientSettings, 'suspiciousCapture' | 'requireSecondFactor'>;
  /** Expiry of a sign-in that begins with a passkey. */
  readonly expires: Date;
  readonly mail: {
    /** Whether a link may replace the face. */
    readonly allowed: boolean;
    /** The page that the link opens. */
    readonly page: string;
    /** Name of the application. Absent: the link is for the profile. */
    readonly application?: string;
  };
  context(): Context;
  answer(result: StepResult): Promise<unknown>;
}

export const CodeBody = Type.Object({ code: Type.String() });
export const PasskeyBody = Type.Object({ passkey: PasskeyResponse });
const MailLinkBody = Type.Object({ token: Type.String() });

/** @param underWay throws NotFound if there is none */
export function addSignInSteps(
  { post }: Pick<ReturnType<typeof pageCalls>, 'post'>,
  below: '' | '/sign-in',
  parts: HttpParts,
  underWay: (request: FastifyRequest, reply: FastifyReply) => Promise<SignInUnderWay>,
): void {
  const { accounts } = parts;
  const asking = (request: FastifyRequest, { mail: { allowed } }: SignInUnderWay): Asking => ({
    ...{ allowed, address: request.ip },
    browser: browserToken(request, accounts),
  });

  post(
    `${below}/face`,
    {
      bodyBytes: IMAGES_BYTES,
      body: FaceImages,
      onRequest: async (request, reply) =>
        requireNamed(parts, (await underWay(request, reply)).key),
    },
    async (request, reply) => {
      const { key, context, demands, answer } = await underWay(request, reply);
      const result = await showFace(parts, context(), key, {
        ...capturedImages(request.body),
        suspiciousCapture: demands.suspiciousCapture,
        address: request.ip,
        browser: browserToken(request, accounts),
        secondFactor: demands.requireSecondFactor,
      });
      return answer(result);
    },
  );

  post(`${below}/second-factor`, { body: CodeBody }, async (request, reply) => {
    const { key, context, answer } = await underWay(request, reply);
    const browser = browserToken(request, accounts);
    return answer(await giveCode(parts, context(), key, request.body.code, browser));
  });

  post(`${below}/passkey`, { body: PasskeyBody }, async (request, reply) => {
    const { key, context, expires, answer } = await underWay(request, reply);
    const result = await showPasskey(parts, context(), key, {
      response: request.body.passkey,
      address: request.ip,
      browser: browserToken(request, accounts),
      expires,
    });
    return answer(result);
  });

  /** Responds the same whether or not the account exists. The mail follows the response. */
  post(`${below}/mail`, {}, async (request, reply) => {
    const signIn = await underWay(request, reply);
    const { page, application } = signIn.mail;
    const mail = await drawMailLink(parts, signIn.key, asking(request, signIn), {
      application,
      browser: browserName(request.headers['user-agent']),
      network: addressPrefix(request.ip),
      // The token follows the `#`, so no server receives it and no log contains it.
      linkTo: (token) => `${accounts.publicUrl()}${page}#mail=${token}`,
    });
    whenOver(reply, () => void mail());
  });

  post(`${below}/mail-link`, { body: MailLinkBody }, async (request, reply) => {
    const signIn = await underWay(request, reply);
    const { key, context, answer } = signIn;
    const { token } = request.body;
    return answer(await signInByMail(parts, context(), key, asking(request, signIn), token));
  });
}
