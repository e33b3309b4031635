/** Messages of a webhook in a real browser: bodies, answers, and sending one again. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deliveries } from '../../../src/webhooks/deliveries.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { codeOf } from '../../../testing/totp-codes.ts';
import { hasBrowser, openBrowser, openWindow } from '../../../testing/web/browser.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';
import { inspect } from '../inspect.ts';

describe.skipIf(!hasBrowser())('messages of a webhook', () => {
  let service: TestService;
  let receiver: Receiver;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  const tell = async (classId: string) => {
    const { outbox } = service.parts;
    const audience = { storage: 'test', partition: 'shop' };
    const data = { classId };
    await service.database.write((trx) =>
      outbox.enqueue(trx, [{ type: 'face.deleted', audience, data }]),
    );
    const deliveries = service.parts.deliveries as Deliveries;
    await deliveries.look();
    await deliveries.idle();
  };

  beforeAll(async () => {
    service = await startService();
    receiver = await startReceiver();
    await service.client('shop');
    const { webhooks, accounts } = service.parts;
    await webhooks.create({ clientId: 'shop', url: receiver.url, events: ['face.deleted'] });
    await tell('7');
    receiver.answers(500);
    await tell('8');
    const { users, secondFactors, sessions } = accounts;
    const { id } = await users.create({ name: 'root', admin: true });
    const { secret } = await secondFactors.setUp(id, 'root');
    await secondFactors.confirm(id, await codeOf(secret));
    browser = await openBrowser();
    ({ page, complaints } = await openWindow(browser));
    const { token } = await sessions.begin(id, 'face', { secondFactor: true });
    const cookie = { name: 'prosopon_session', value: token, url: service.base };
    await page.context().addCookies([cookie]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await receiver?.close();
  });

  it('are shown with body and answer, and one is sent again', async () => {
    await page.goto(`${service.base}/admin#/webhooks`);
    await page.getByRole('button', { name: 'Messages' }).click();
    await page.getByText(/^waits, tried next/).waitFor();
    await page.getByText('1 attempt, answered 204').waitFor();
    await page.getByText('1 attempt, answered 500').waitFor();
    await page.locator('summary', { hasText: 'face.deleted' }).first().click();
    await page.getByText('"classId": "8"').waitFor();
    await inspect(page, 'admin-webhook-messages');
    const again = page.getByRole('button', { name: 'Send again' }).first();
    await again.click();
    await page.getByText(/did not accept/).waitFor();
    receiver.answers(204);
    await again.click();
    await page.getByText('2 attempts, answered 204').waitFor();
    expect(receiver.received).toHaveLength(1);
    expect((await service.parts.audit.list({ limit: 9 })).map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ change: 'webhook message sent again' }),
        expect.objectContaining({ what: 'webhook messages' }),
      ]),
    );
    expect(complaints).toEqual([]);
  });
});
