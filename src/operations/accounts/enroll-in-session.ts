/** Enrolment by the signed-in user. Replacing a face needs proof of ownership. */

import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt } from '../../access/accounts/attempt-limits.ts';
import { agreedText, type ConsentText } from '../../access/operator/operator.ts';
import type { Direction } from '../../directions.ts';
import { Aborted, toServiceError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { CaptureReport } from '../liveness/capture-suspicions.ts';
import type { SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { runAccountJob } from './account-job.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import { enrollOwnFace } from './enroll-own-face.ts';
import { type NewBrowser, rememberInSession } from './known-browsers.ts';
import { firstRecoveryCodes } from './recovery-codes.ts';
import type { SignedIn } from './session-access.ts';
import { challengeFirst } from './sign-in-state.ts';

type Parts = Parameters<typeof enrollOwnFace>[0] &
  Parameters<typeof runAccountJob>[0] & {
    readonly accounts: Pick<
      Accounts,
      'signIns' | 'secondFactors' | 'limits' | 'operator' | 'browsers' | 'sessions'
    > &
      NoticeParts;
  };

/** One key for each session. No sign-in can begin with it. */
const keyOf = ({ token }: SignedIn): string => `face ${token}`;

/** Draws the challenge of the next attempt. Asking again returns the same challenge. */
export async function enrolmentChallenge(
  { accounts: { signIns } }: { readonly accounts: Pick<Accounts, 'signIns'> },
  signedIn: SignedIn,
): Promise<readonly Direction[]> {
  const { user, session } = signedIn;
  const key = keyOf(signedIn);
  const named = { identifier: user.name, userId: user.id, expires: session.expires };
  const begun =
    (await signIns.find(key)) ?? (await signIns.begin(key, { ...named, challenged: true }));
  return turnOf(begun.challenge);
}

/** An enrolment asks for one turn, and back. */
const turnOf = (challenge: readonly Direction[]) => challenge.slice(0, 1);

/**
 * Every image is compared with the previously enrolled face, unless a one-time link began the
 * session. All other sessions of the user end, and the owner is told. The first face comes with
 * recovery codes, and its browser can be remembered. Attempts count as
 * attempts to sign in do. Each has another movement, so waiting for an easy one gains nothing; an
 * attempt that could not be examined keeps its movement, so that the same images will do.
 * `challenge` of the result is the demand of the next attempt; empty: none is needed.
 * @throws as `enrollOwnFace`; InvalidArgument the text has changed; NotFound no challenge was
 *   requested; ResourceExhausted too many attempts; Aborted another attempt has
 *   answered it
 */
export async function enrollInSession(
  parts: Parts,
  context: Context,
  signedIn: SignedIn,
  request: {
    readonly images: readonly SubmittedLiveImage[];
    readonly capture: CaptureReport | undefined;
    /** The accepted text. */
    readonly consent: Pick<ConsentText, 'version' | 'language'>;
    readonly browser: NewBrowser;
  },
) {
  const { accounts } = parts;
  const { user, session, token } = signedIn;
  const { images, capture } = request;
  const { version, language } = request.consent;
  const consent = agreedText(accounts.operator, version, language);
  const key = keyOf(signedIn);
  const begun = await accounts.signIns.find(key);
  if (begun === undefined) throw challengeFirst();
  const limited = { by: 'enrolment', value: user.id } as const;
  await countAttempt(accounts.limits, limited);
  const next = await accounts.signIns.countAttempt(key, begun);
  if (next === undefined) throw new Aborted('Another attempt has answered the challenge.');
  const challenge = turnOf(begun.challenge);
  const proven = session.kind === 'link';
  const face = { user, images, capture, challenge, consent, session: token, proven };
  const result = await runAccountJob(parts, context, { operation: 'enroll', user }, (admitted) =>
    enrollOwnFace(parts, admitted, face),
  ).catch(async (error: unknown) => {
    if (toServiceError(error).code === 'Unavailable') {
      await accounts.limits.undo(limited);
      await accounts.signIns.askAgain(key, next, begun.challenge);
    }
    throw error;
  });
  if (result.enrolled) await accounts.limits.right(limited);
  if (result.replaced) await notifyOwner(accounts, user, 'face');
  const recoveryCodes = result.enrolled ? await firstRecoveryCodes(parts, signedIn) : [];
  const browser = result.enrolled
    ? await rememberInSession(parts, signedIn, request.browser)
    : undefined;
  const challenged = result.enrolled ? [] : turnOf(next.challenge);
  return { ...result, challenge: challenged, recoveryCodes, browser };
}
