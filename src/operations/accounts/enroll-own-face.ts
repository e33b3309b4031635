/** Enrolment of a user's own face: live only, and in place of the previous one. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt } from '../../access/accounts/attempt-limits.ts';
import type { NewBrowser } from '../../access/accounts/known-browsers.ts';
import type { User } from '../../access/accounts/user.ts';
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import { agreedText, type ConsentText } from '../../access/operator/operator.ts';
import type { ReplayGuard } from '../../access/replay.ts';
import type { Direction } from '../../directions.ts';
import { Aborted, InvalidArgument, type JobError, jobError, toServiceError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis, LiveAnalysis } from '../../faces/analysis.ts';
import type { PairAnalysis } from '../../faces/liveness/decide.ts';
import type { Template, TemplateChange } from '../../templates/template.ts';
import {
  bcidOf,
  type CallWork,
  type Context,
  type OperationParts,
  withEngine,
  workOf,
} from '../context.ts';
import type { Decision } from '../decision.ts';
import { retainSamples, sampleOf } from '../face/add-samples.ts';
import { comparableTemplate, compareFaces, rateFor } from '../face/compare-with-class.ts';
import { type TemplateStatus, usableStatus } from '../face/template-status.ts';
import type { JobResult } from '../job.ts';
import { countComparison } from '../limit-comparisons.ts';
import { requireBursts } from '../liveness/burst.ts';
import type { CaptureReport } from '../liveness/capture-suspicions.ts';
import { challengeErrors } from '../liveness/challenge-errors.ts';
import { examineLiveImages, type SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { fixableCauses } from '../liveness/fixable-causes.ts';
import { judgeCapture } from '../liveness/judge-capture.ts';
import { changesOfPerson, type ShownFace } from '../liveness/one-person.ts';
import { replays, seenByAccount } from '../liveness/replays.ts';
import { coveredError, failedQuality } from '../quality/enrolment-quality.ts';
import { inLanes, throwIfCancelled } from '../submitted-image.ts';
import { runAccountJob } from './account-job.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import { rememberInSession } from './known-browsers.ts';
import { makeRecoveryCodes } from './second-factors.ts';
import type { SignedIn } from './session-access.ts';
import { challengeFirst } from './sign-in-state.ts';

export interface EnrollOwnFaceRequest {
  readonly user: User;
  /** The first two are a pair: straight, then moved, with a burst between. The others are free. */
  readonly images: readonly SubmittedLiveImage[];
  readonly capture?: CaptureReport | undefined;
  /** Directions that the second image must answer. Empty: any movement. */
  readonly challenge: readonly string[];
  /** The accepted text. The template holds a reference to it. */
  readonly consent: ConsentText;
  /** Session in which the user shows the face. If it ends before, nothing is enrolled. */
  readonly session: string;
  /**
   * True: ownership was proven otherwise. False: every image has to match a previously enrolled
   * face, and a damaged template stays.
   */
  readonly proven: boolean;
}

export interface EnrollOwnFaceResult extends JobResult {
  readonly enrolled: boolean;
  /** Whether a previously enrolled face was replaced. */
  readonly replaced: boolean;
  /** How to take better images than the enrolled ones. */
  readonly advice: readonly JobError[];
  readonly images: readonly ImageAnalysis[];
  readonly template: TemplateStatus;
}

type Parts = Pick<
  OperationParts,
  'activeEngine' | 'templates' | 'refusedComparisons' | 'audit' | 'outbox'
> & {
  readonly replay: ReplayGuard;
  readonly accounts: Pick<Accounts, 'ownFaceEnrolled'>;
};

const REPLACED = 'TEMPLATE_UPDATED';

/**
 * All images must be new, good enough, and of one live person. Unless `proven`, this must be the
 * person enrolled before. Otherwise nothing changes. The consent is stored with the template, and
 * other sessions end.
 * @throws Unauthenticated the session has ended meanwhile; InvalidArgument fewer than two images,
 *   no burst; InvalidImage; Cancelled; Unavailable
 */
export async function enrollOwnFace(
  parts: Parts,
  context: Context,
  { user, images, capture, challenge, consent, session, proven }: EnrollOwnFaceRequest,
): Promise<EnrollOwnFaceResult> {
  if (images.length < 2)
    throw new InvalidArgument(`images: at least two are needed, ${images.length} given`);
  requireBursts(images.slice(0, 2));
  const judged = judgeCapture(capture, context.client.settings);
  const job = withEngine(parts);
  const { engine, encoderVersion } = job;
  const bcid = bcidOf(context.client, user.classId);
  const live = await examineAll(engine, images, workOf(context));
  const hindrances = fixableCauses(live);
  const end = async (enrolled: boolean, errors: readonly JobError[], decision: Decision) => ({
    status: 'SUCCEEDED' as const,
    errors,
    decision,
    enrolled,
    replaced: enrolled && decision === REPLACED,
    advice: enrolled ? hindrances : [],
    accepted: enrolled,
    suspicions: judged.suspicions,
    images: live.analyses.map(({ image }) => image),
    template: await usableStatus(parts.templates, bcid),
  });
  const refusals = [
    ...judged.errors,
    ...live.errors,
    ...challengeErrors(images, challenge),
    ...(await replays(seenByAccount(parts.replay, user.id), images)),
    ...qualityErrors(images, live.analyses, context.client.settings),
  ];
  if (refusals.length > 0) return end(false, [...refusals, ...hindrances], 'ENROLLMENT_FAILED');

  throwIfCancelled(context.signal);
  const samples = live.analyses.flatMap(({ image }) => sampleOf(image, context.received) ?? []);
  const { features, thumbnails } = retainSamples([], samples, context.client);
  // Makes the template comparable first. The decision below uses the one present at its
  // replacement.
  if (!proven) await comparableTemplate(job, bcid, workOf(context));
  const rate = rateFor(context.client, live.faces);
  const isPerson = (template: Template) =>
    template.encoderVersion === encoderVersion &&
    compareFaces(engine, live.faces, template, rate).accepted;
  let replaced = false;
  let stranger = false;
  const change = (
    current: Template | undefined,
    isCorrupted: boolean,
  ): TemplateChange | undefined => {
    replaced = current !== undefined || isCorrupted;
    stranger = !proven && current !== undefined && !isPerson(current);
    if (stranger) return undefined;
    const reference = `consent text ${consent.version} (${consent.language})`;
    return {
      encoderVersion,
      features,
      tags: [],
      thumbnails,
      consent: { reference, recorded: context.received },
    };
  };
  const step = parts.accounts.ownFaceEnrolled({ userId: user.id, session, consent });
  await parts.templates.update(bcid, change, step, { replaceCorrupted: proven });
  // Counted, though the owner need not wait for what strangers were refused.
  if (stranger) await countComparison(parts, context, bcid, 1);
  if (stranger) return end(false, [jobError('NotRecognised'), ...hindrances], 'ENROLLMENT_FAILED');
  return end(true, [], replaced ? REPLACED : 'NEW_TEMPLATE_CREATED');
}

/** Parts of a template. */
const ENROLLED = { features: true, thumbnail: true };

interface ExaminedFaces {
  readonly analyses: readonly LiveAnalysis[];
  readonly pairs: readonly PairAnalysis[];
  readonly faces: readonly ShownFace[];
  readonly errors: readonly JobError[];
}

/** Examines the pair with motion, the others passively, and all as one person. */
async function examineAll(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  work: CallWork,
): Promise<ExaminedFaces> {
  const pair = await examineLiveImages(engine, images.slice(0, 2), work, ENROLLED);
  const others = await inLanes(engine, images.slice(2), (image) =>
    examineLiveImages(engine, [{ ...image, tags: [] }], work, ENROLLED),
  );
  const examined = [pair, ...others];
  const faces = examined.flatMap((one) => one.faces);
  const errors = examined.flatMap(({ decision }) => decision.errors);
  return {
    analyses: examined.flatMap(({ analyses }) => analyses),
    pairs: pair.pairs,
    faces,
    errors: errors.length > 0 ? errors : changesOfPerson(engine, faces),
  };
}

function qualityErrors(
  images: readonly SubmittedLiveImage[],
  analyses: readonly LiveAnalysis[],
  settings: Pick<ClientSettings, 'enrolCovered'>,
): readonly JobError[] {
  return analyses.flatMap(({ image }, i) => {
    const covered = coveredError(image, images[i]!, settings);
    if (covered !== undefined) return [covered];
    const failure = image.subject === undefined ? undefined : failedQuality(image);
    return failure === undefined
      ? []
      : [jobError('QualityTooLow', `${images[i]!.field}: ${failure}`)];
  });
}

type SessionParts = Parameters<typeof enrollOwnFace>[0] &
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
  parts: SessionParts,
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
  const isFirst = result.enrolled && (await accounts.secondFactors.recovery.left(user.id)) === 0;
  const recoveryCodes = isFirst ? await makeRecoveryCodes(parts, signedIn) : [];
  const browser = result.enrolled
    ? await rememberInSession(parts, signedIn, request.browser)
    : undefined;
  const challenged = result.enrolled ? [] : turnOf(next.challenge);
  return { ...result, challenge: challenged, recoveryCodes, browser };
}
