/** Onboarding: enrols a live person who matches the photo of their ID card. */
import { randomInt, randomUUID } from 'node:crypto';
import express, { type Request, Router } from 'express';
import { InvalidRequestError, type Prosopon } from '../../clients/typescript/src/index.ts';

/** Turns only, because a nod proves less. */
const DIRECTIONS = ['left', 'right'] as const;
const LEVELS = ['LEVEL_4', 'LEVEL_5'];

/** Why the customer is not enrolled. Undefined: the customer is live and matches the card. */
function problemOf({ live, verificationLevel }: { live: boolean; verificationLevel: string }) {
  if (!live) return 'NotLive';
  return LEVELS.includes(verificationLevel) ? undefined : 'OtherFaceOrPoorPhoto';
}

interface Frame {
  readonly image: string;
  readonly at: number;
}

/** Frames of the turn, as the capture module names them: without, two photos would do. */
const isBurst = (frames: unknown): frames is readonly Frame[] =>
  Array.isArray(frames) &&
  frames.length > 0 &&
  frames.every((frame) => typeof frame?.image === 'string' && typeof frame.at === 'number');

export interface Onboarding {
  readonly prosopon: Prosopon;
  /** Class id of the new customer, from your site's session. */
  readonly customerOf: (request: Request) => number | undefined;
  readonly draw?: () => (typeof DIRECTIONS)[number];
}

export function createOnboarding({
  prosopon,
  customerOf,
  draw = () => DIRECTIONS[randomInt(2)]!,
}: Onboarding): Router {
  const waiting = new Map<number, { readonly id: string; readonly direction: string }>();
  const json = express.json({ limit: '30mb' });
  const router = Router();

  router.post('/onboarding', (request, response) => {
    const customer = customerOf(request);
    if (customer === undefined) return void response.sendStatus(401);
    const begun = { id: randomUUID(), direction: draw() };
    waiting.set(customer, begun);
    response.status(201).json(begun);
  });

  router.post('/onboarding/:id', json, async (request, response) => {
    const customer = customerOf(request);
    const begun = customer === undefined ? undefined : waiting.get(customer);
    if (customer === undefined || begun?.id !== request.params.id)
      return void response.sendStatus(404);
    // Each direction is valid for one attempt.
    waiting.delete(customer);
    const { idPhoto, straight, moved, burst: frames } = request.body ?? {};
    if (![idPhoto, straight, moved].every((image) => typeof image === 'string') || !isBurst(frames))
      return void response.status(400).json({ problem: 'expected three images and a burst' });
    const tags = [begun.direction as (typeof DIRECTIONS)[number]];
    const burst = frames.map(({ image: blob, at }) => ({ blob, at }));
    const options = { referenceNumber: begun.id };
    try {
      const images = [straight, { image: moved, tags, burst }];
      const problem = problemOf(await prosopon.photoVerify(idPhoto, images, options));
      if (problem !== undefined) return void response.status(422).json({ problem });
      const consent = 'onboarding form 1';
      const { performedAction } = await prosopon.enroll(customer, [straight, moved], {
        ...options,
        consent,
      });
      response.status(201).json({ performedAction });
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      response.status(400).json({ problem: error.message });
    }
  });
  return router;
}
