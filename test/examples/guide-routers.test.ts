/** The routers of the guides, mounted in a site, with live people and a real service. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prosopon } from '../../clients/typescript/src/index.ts';
import { createOnboarding } from '../../examples/guides/onboarding.ts';
import { createPayments, type Payment } from '../../examples/guides/payments.ts';
import { showFace } from '../../examples/guides/show-face.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { portrait } from '../operations/people.ts';
import { startService, type TestService } from '../protocols/http/service.ts';
import { testEngine } from '../support/engine.ts';
import { framesOf, recordings } from '../support/recordings.ts';
import { sharedPath } from '../support/shared.ts';

const modelsDir = sharedPath('models');
const folder = recordings();
const RECORDING = 'live/k-real.mp4';
const BEN = 2;
const ADA = 3;

/** Frames of the recording on which the head goes these ways, one after the other. */
const WAYS: Readonly<Record<string, readonly number[]>> = {
  'down,right': [0, 4, 2],
  'left,up': [2, 4, 0],
  'right,down': [7, 0, 4],
  'up,left': [4, 0, 7],
};

// biome-ignore lint/suspicious/noExplicitAny: a test looks at any member it expects
type Answer = any;

describe.skipIf(modelsDir === undefined || folder === undefined)(
  'the routers of the guides',
  () => {
    let engine: FaceEngine;
    let service: TestService;
    let prosopon: Prosopon;
    let site: Server;
    let url: string;
    let frames: readonly Buffer[];
    const paid: Payment[] = [];

    beforeAll(async () => {
      engine = await testEngine({ modelsDir: modelsDir! });
      service = await startService(engine);
      prosopon = new Prosopon({ url: service.base, ...(await service.client('shop')) });
      frames = await framesOf(folder!, RECORDING, 12);
      const userOf = (request: Request) => Number(request.get('user')) || undefined;
      const pay = async (payment: Payment) => void paid.push(payment);
      const app = express()
        .use(createPayments({ prosopon, faces: 'test.shop', userOf, pay }))
        .use(createOnboarding({ prosopon, customerOf: userOf, draw: () => 'right' }));
      site = createServer(app).listen(0, '127.0.0.1');
      await new Promise((listening) => site.once('listening', listening));
      url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    });
    afterAll(async () => {
      site?.close();
      await service?.close();
      await engine?.close();
    });

    async function post(path: string, user?: number, body: unknown = {}) {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(user !== undefined && { user: String(user) }),
        },
        body: JSON.stringify(body),
      });
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const json: Answer = isJson ? ((await response.json()) as Answer) : undefined;
      return { status: response.status, json };
    }

    it('onboard live people who match the ID photo, once for each direction', async () => {
      const [straight, moved] = [frames[7]!, frames[0]!].map((png) => png.toString('base64'));
      const idPhoto = frames[9]!.toString('base64');
      const begin = async () => (await post('/onboarding', BEN)).json.id as string;
      expect((await post('/onboarding')).status).toBe(401);

      const others = { idPhoto: (await portrait('ada')).toString('base64'), straight, moved };
      expect(await post(`/onboarding/${await begin()}`, BEN, others)).toEqual({
        status: 422,
        json: { problem: 'OtherFaceOrPoorPhoto' },
      });
      const still = { idPhoto, straight, moved: straight };
      expect(await post(`/onboarding/${await begin()}`, BEN, still)).toEqual({
        status: 422,
        json: { problem: 'NotLive' },
      });
      expect((await post(`/onboarding/${await begin()}`, BEN, {})).status).toBe(400);
      const objects = { idPhoto, straight, moved: { image: moved } };
      expect((await post(`/onboarding/${await begin()}`, BEN, objects)).status).toBe(400);

      const id = await begin();
      const good = { idPhoto, straight, moved };
      expect((await post(`/onboarding/${id}`, ADA, good)).status).toBe(404);
      expect(await post(`/onboarding/${id}`, BEN, good)).toEqual({
        status: 201,
        json: { performedAction: 'NEW_TEMPLATE_CREATED' },
      });
      expect((await post(`/onboarding/${id}`, BEN, good)).status).toBe(404);
    });

    it('make a payment once, after its payer has met the challenge', async () => {
      expect((await post('/payments', undefined, { to: 'Eve', amount: 5 })).status).toBe(401);
      expect((await post('/payments', BEN, { to: 'Eve', amount: -5 })).status).toBe(400);
      const payment = await payable();
      const confirm = (user: number) => post(`/payments/${payment.id}/confirmation`, user);
      expect(await confirm(BEN)).toEqual({ status: 403, json: { error: null } });
      expect((await confirm(ADA)).status).toBe(404);

      const shown: string[] = [];
      const capture = {
        async takeSequence(directions: readonly string[]) {
          shown.push(...directions);
          const way = WAYS[directions.join()]!;
          return way.map((i) => ({ blob: new Blob([new Uint8Array(frames[i]!)]) }));
        },
        report: () => undefined,
      };
      expect(await showFace(service.base, payment.token, capture)).toMatchObject({ success: true });
      expect(shown).toHaveLength(2);
      const answers = await Promise.all([confirm(BEN), confirm(BEN)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(paid).toEqual([{ user: BEN, to: 'Eve', amount: 5 }]);
    });

    /** A payment whose challenge the recording happens to answer: one in two does. */
    async function payable(): Promise<{ readonly id: string; readonly token: string }> {
      for (;;) {
        const { json } = await post('/payments', BEN, { to: 'Eve', amount: 5 });
        const claims = Buffer.from(json.token.split('.')[1], 'base64url').toString();
        if (JSON.parse(claims).challenge[0].join() in WAYS) return json;
      }
    }
  },
);
