/** The steps of a sign-in, shared by the calls of login and account pages. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { BrowserKey } from '../../../access/accounts/known-browsers.ts';
import { PasskeyResponse } from '../../../access/accounts/webauthn.ts';
import { addressPrefix } from '../../../access/address-prefix.ts';
import type { ClientSettings } from '../../../access/clients/client-settings.ts';
import { giveCode, showPasskey } from '../../../operations/accounts/further-ways.ts';
import {
  type Asking,
  drawMailLink,
  type LinkMail,
  signInByMail,
} from '../../../operations/accounts/mail-links.ts';
import { existing, type StepResult } from '../../../operations/accounts/sign-in-state.ts';
import { showFace } from '../../../operations/accounts/sign-in-steps.ts';
import type { Context } from '../../../operations/context.ts';
import type { pageCalls } from '../pages/page-calls.ts';
import type { PeopleParts } from '../parts.ts';
import { whenOver } from '../plugins/when-over.ts';
import { setBrowserCookie } from './account-cookies.ts';
import { browserName } from './browser-name.ts';
import { capturedImages, FaceImages, IMAGES_BYTES } from './live-images.ts';
import { signedUpload, visitorOf } from './visitor.ts';

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

/** A browser to remember, if the step proves enough. */
export const Remembering = { browserKey: Type.Optional(BrowserKey) };
export const CodeBody = Type.Object({ code: Type.String(), ...Remembering });
export const PasskeyBody = Type.Object({ passkey: PasskeyResponse, ...Remembering });
export const MailLinkBody = Type.Object({ token: Type.String(), ...Remembering });

/** A mail with a link to the page, for the browser that asks. */
export const linkMail = (
  request: FastifyRequest,
  { publicUrl }: Pick<PeopleParts['accounts'], 'publicUrl'>,
  page: string,
  application?: string,
): LinkMail => ({
  application,
  browser: browserName(request.headers['user-agent']),
  network: addressPrefix(request.ip),
  // The token follows the `#`, so no server receives it and no log contains it.
  linkTo: (token) => `${publicUrl()}${page}#mail=${token}`,
});

/** @param underWay throws NotFound if there is none */
export function addSignInSteps(
  { post }: Pick<ReturnType<typeof pageCalls>, 'post'>,
  below: '' | '/sign-in',
  parts: PeopleParts,
  underWay: (request: FastifyRequest, reply: FastifyReply) => Promise<SignInUnderWay>,
): void {
  const { accounts } = parts;
  const asking = (
    request: FastifyRequest,
    { mail: { allowed } }: SignInUnderWay,
    key?: BrowserKey,
  ): Asking => ({ insteadOfFace: allowed, visitor: visitorOf(request, accounts, key) });
  const keepCookie = (reply: FastifyReply, { browser }: StepResult) => {
    if (browser !== undefined) setBrowserCookie(reply, accounts, browser);
  };

  post(
    `${below}/face`,
    {
      bodyBytes: IMAGES_BYTES,
      digested: true,
      body: FaceImages,
      onRequest: async (request, reply) =>
        void (await existing(parts, (await underWay(request, reply)).key)),
    },
    async (request, reply) => {
      const { key, context, demands, answer } = await underWay(request, reply);
      const result = await showFace(parts, context(), key, {
        upload: signedUpload(request),
        captured: () => capturedImages(request.body),
        suspiciousCapture: demands.suspiciousCapture,
        visitor: visitorOf(request, accounts),
        secondFactor: demands.requireSecondFactor,
      });
      keepCookie(reply, result);
      return answer(result);
    },
  );

  post(`${below}/second-factor`, { body: CodeBody }, async (request, reply) => {
    const { key, context, answer } = await underWay(request, reply);
    const { code, browserKey } = request.body;
    const visitor = visitorOf(request, accounts, browserKey);
    const result = await giveCode(parts, context(), key, code, visitor);
    keepCookie(reply, result);
    return answer(result);
  });

  post(`${below}/passkey`, { body: PasskeyBody }, async (request, reply) => {
    const { key, context, expires, answer } = await underWay(request, reply);
    const { passkey: response, browserKey } = request.body;
    const visitor = visitorOf(request, accounts, browserKey);
    const result = await showPasskey(parts, context(), key, { response, visitor, expires });
    keepCookie(reply, result);
    return answer(result);
  });

  /** Responds the same whether or not the account exists. The mail follows the response. */
  post(`${below}/mail`, {}, async (request, reply) => {
    const signIn = await underWay(request, reply);
    const { page, application } = signIn.mail;
    const mail = await drawMailLink(
      parts,
      signIn.key,
      asking(request, signIn),
      linkMail(request, accounts, page, application),
    );
    whenOver(reply, () => void mail());
  });

  post(`${below}/mail-link`, { body: MailLinkBody }, async (request, reply) => {
    const signIn = await underWay(request, reply);
    const { key, context, answer } = signIn;
    const { token, browserKey } = request.body;
    const asked = asking(request, signIn, browserKey);
    const result = await signInByMail(parts, context(), key, asked, token);
    keepCookie(reply, result);
    return answer(result);
  });
}
