/** Step-up: a payment needs the payer's live face, for this very payment. */
import { randomUUID } from 'node:crypto';
import express, { type Request, Router } from 'express';
import type { Prosopon } from '../../clients/typescript/src/index.ts';

export interface Payment {
  readonly user: number;
  readonly to: string;
  readonly amount: number;
}

export interface Shop {
  readonly prosopon: Prosopon;
  /** Storage and partition of the client: `shop.1`. */
  readonly faces: string;
  /** Class id of the logged-in user. */
  readonly userOf: (request: Request) => number | undefined;
  readonly pay: (payment: Payment) => Promise<void>;
}

export function createPayments({ prosopon, faces, userOf, pay }: Shop): Router {
  const waiting = new Map<string, { readonly payment: Payment; readonly token: string }>();
  const router = Router();

  router.post('/payments', express.json(), async (request, response) => {
    const user = userOf(request);
    if (user === undefined) return void response.sendStatus(401);
    const { to, amount } = request.body ?? {};
    if (typeof to !== 'string' || !Number.isSafeInteger(amount) || amount <= 0)
      return void response.sendStatus(400);
    const wanted = { task: 'verify', challenge: true, challenges: 2, maxtries: 3 } as const;
    const token = await prosopon.taskToken(`${faces}.${user}`, wanted);
    const id = randomUUID();
    waiting.set(id, { payment: { user, to, amount }, token });
    setTimeout(() => waiting.delete(id), 600_000).unref();
    response.status(201).json({ id, token });
  });

  router.post('/payments/:id/confirmation', async (request, response) => {
    const { id } = request.params;
    const found = waiting.get(id);
    if (found === undefined || found.payment.user !== userOf(request))
      return void response.sendStatus(404);
    const result = await prosopon.taskResult(found.token);
    if (!result?.success) return void response.status(403).json({ error: result?.error ?? null });
    // Of two concurrent confirmations, only the first finds it.
    if (!waiting.delete(id)) return void response.sendStatus(404);
    await pay(found.payment);
    response.json({ paid: found.payment });
  });
  return router;
}
