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
import { testEngine } from '../../testing/engine.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { type LiveImageBody, type LivePerson, livePerson } from '../../testing/live-people.ts';
import { nobody, portrait } from '../../testing/people.ts';
import { recordings } from '../../testing/recordings.ts';
import { sharedPath } from '../../testing/shared.ts';

const modelsDir = sharedPath('models');
const folder = recordings();
const BEN = 2;
const ADA = 3;

/** Challenges that the recording answers. */
const WAYS = ['down,right', 'left,up', 'right,down', 'right,up'];

const blobOf = (base64: string) => new Blob([new Uint8Array(Buffer.from(base64, 'base64'))]);

/** The image as the capture module takes it. */
const taken = ({ image, burst = [] }: LiveImageBody) => ({
  blob: blobOf(image),
  burst: burst.map((frame) => ({ blob: blobOf(frame.image), at: frame.at })),
});

/** The image with frames of which none shows the turn. */
const jumping = ({ burst = [], ...image }: LiveImageBody): LiveImageBody => ({
  ...image,
  burst: burst.map(({ at }) => ({ image: burst[0]!.image, at })),
});

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
    let ben: LivePerson;
    const paid: Payment[] = [];

    beforeAll(async () => {
      engine = await testEngine({ modelsDir: modelsDir! });
      service = await startService(engine);
      prosopon = new Prosopon({ url: service.base, ...(await service.client('shop')) });
      ben = await livePerson(folder!, 'ben');
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
      const [first, second] = ben.pair(['right']);
      const [straight, moved, burst] = [first!.image, second!.image, second!.burst];
      const idPhoto = ben.more()[0]!.image;
      const begin = async () => (await post('/onboarding', BEN)).json.id as string;
      expect((await post('/onboarding')).status).toBe(401);

      const good = { idPhoto, straight, moved, burst };
      const others = { ...good, idPhoto: (await portrait('ada')).toString('base64') };
      expect(await post(`/onboarding/${await begin()}`, BEN, others)).toEqual({
        status: 422,
        json: { problem: 'OtherFaceOrPoorPhoto' },
      });
      const still = { ...good, moved: straight };
      expect(await post(`/onboarding/${await begin()}`, BEN, still)).toEqual({
        status: 422,
        json: { problem: 'NotLive' },
      });
      expect((await post(`/onboarding/${await begin()}`, BEN, {})).status).toBe(400);
      const object = { image: { length: 2 }, at: 1 };
      const wrongs = [{ moved: object }, { burst: undefined }, { burst: [] }, { burst: [object] }];
      for (const wrong of wrongs) {
        const { status } = await post(`/onboarding/${await begin()}`, BEN, { ...good, ...wrong });
        expect(status, JSON.stringify(wrong)).toBe(400);
      }

      const id = await begin();
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

      const show = (attempt: number, imagesOf = ben.pair) => {
        const takeSequence = async (directions: readonly string[]) =>
          imagesOf(directions).map(taken);
        const capture = { takeSequence, report: () => undefined };
        return showFace(service.base, payment.token, capture, attempt);
      };
      const image = (await nobody()).toString('base64');
      const refused = show(0, (directions) => [ben.pair(directions)[0]!, { image }]);
      await expect(refused).rejects.toThrow('No suitable face was found in the image.');
      expect(await confirm(BEN), 'nothing has run').toEqual({ status: 403, json: { error: null } });
      const jumped = await show(0, (directions) => ben.pair(directions).map(jumping));
      expect(jumped).toMatchObject({ success: false, error: 'RejectedByActiveLiveDetection' });
      // Recordings are short: what was seen yesterday may be seen again.
      await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
      expect(await show(1)).toMatchObject({ success: true });
      const answers = await Promise.all([confirm(BEN), confirm(BEN)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(paid).toEqual([{ user: BEN, to: 'Eve', amount: 5 }]);
    });

    /** A payment whose first two challenges the recording happens to answer: one in four does. */
    async function payable(): Promise<{ readonly id: string; readonly token: string }> {
      for (;;) {
        const { json } = await post('/payments', BEN, { to: 'Eve', amount: 5 });
        const claims = Buffer.from(json.token.split('.')[1], 'base64url').toString();
        const [first, second] = JSON.parse(claims).challenge.map(String);
        if (WAYS.includes(first) && WAYS.includes(second)) return json;
      }
    }
  },
);
