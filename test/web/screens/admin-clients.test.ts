/** Clients in the administration, in every state. */
import type { Page } from 'playwright-core';
import { confirm, DONE, ENTERED, LONG_ID, open, press } from './desk.ts';
import { LONG_NAME } from './people.ts';
import { DESK, type State, type Texts, takeScreens } from './screens.ts';

const path = '/admin#/clients';
const KEY =
  'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA==';
const CREDENTIALS = { id: LONG_ID, keyId: 'k1', key: KEY, secret: KEY };
const CLINIC = `/admin/v1/clients/${LONG_ID}`;

/** Opens the client, and presses a button in its card. */
async function pressIn(page: Page, texts: Texts, id: string, button: string): Promise<void> {
  await open(page, texts, id);
  await press(page, button);
}

const pressDelete = (page: Page, texts: Texts, id: string) =>
  pressIn(page, texts, id, `${texts.admin.delete} ${id}`);

const created = (answer: object): State => ({
  path,
  answers: { 'POST /admin/v1/clients': answer },
  async act(page, { admin }) {
    await press(page, admin.clients.create);
    await page.getByLabel(admin.clients.id, { exact: true }).fill(LONG_ID);
    await press(page, admin.clients.create);
    await page.locator('.notice-title, .field-error').first().waitFor();
  },
});

takeScreens(
  { name: 'admin-clients', languages: DESK, answers: ENTERED },
  {
    list: { path },
    empty: { path, answers: { 'GET /admin/v1/clients': [] } },
    away: { path, answers: { 'GET /admin/v1/clients': 'away' } },
    failed: { path, answers: { 'GET /admin/v1/clients': { refused: 500 } } },
    new: { path, act: (page, { admin }) => press(page, admin.clients.create) },
    'new-sandbox': {
      path,
      async act(page, { admin }) {
        await press(page, admin.clients.create);
        await page.getByLabel(admin.clients.settingLabels.sandbox).check();
      },
    },
    'new-refused': created({ refused: 400, member: { field: 'id', flaw: 'taken' } }),
    credentials: created(CREDENTIALS),
    client: { path, act: (page, texts) => open(page, texts, LONG_ID) },
    'client-sandbox': { path, act: (page, texts) => open(page, texts, 'box') },
    'client-of-one': { path, act: (page, texts) => open(page, texts, 'shop') },
    'client-refused': {
      path,
      answers: {
        [`PUT ${CLINIC}`]: {
          refused: 400,
          member: { field: 'allowedOrigins[0]', flaw: 'malformed' },
        },
      },
      async act(page, texts) {
        await open(page, texts, LONG_ID);
        await page.getByLabel(texts.admin.clients.name, { exact: true }).fill(LONG_NAME);
        await press(page, texts.admin.clients.save);
        await page.locator('.field-error').waitFor();
      },
    },
    'new-secret': {
      path,
      async act(page, texts) {
        await open(page, texts, LONG_ID);
        await press(page, texts.admin.clients.newSecret);
      },
    },
    'end-key': {
      path,
      async act(page, texts) {
        await open(page, texts, LONG_ID);
        await press(page, new RegExp(`^${texts.admin.clients.end} 9f86`));
      },
    },
    settings: {
      path,
      act: (page, { admin }) => press(page, `${admin.clients.settings} ${LONG_ID}`),
    },
    'settings-wrong': {
      path,
      async act(page, { admin }) {
        const labels = admin.clients.settingLabels;
        await press(page, `${admin.clients.settings} shop`);
        await page.getByLabel(labels.retentionDays).fill('soon');
        await page.getByLabel(labels.minimumQuality).fill('EyesOpen=');
        await page.getByLabel(labels.failedVerifications).fill('0');
      },
    },
    'settings-refused': {
      path,
      answers: {
        'PUT /admin/v1/clients/shop/settings': {
          refused: 400,
          member: { field: 'settings.retentionDays', flaw: 'malformed' },
        },
      },
      async act(page, { admin }) {
        await press(page, `${admin.clients.settings} shop`);
        await page.getByLabel(admin.clients.settingLabels.retentionDays).fill('99999999');
        await press(page, admin.clients.save);
        await page.locator('.field-error').waitFor();
      },
    },
    'new-key': {
      path,
      act: (page, texts) => pressIn(page, texts, LONG_ID, texts.admin.clients.rotate),
    },
    'key-shown': {
      path,
      answers: { [`POST ${CLINIC}/keys`]: { keyId: 'k2', key: KEY } },
      async act(page, texts) {
        await pressIn(page, texts, LONG_ID, texts.admin.clients.rotate);
        await confirm(page, texts.admin.clients.rotate);
        await page.locator('.notice-title').first().waitFor();
      },
    },
    delete: { path, act: (page, texts) => pressDelete(page, texts, LONG_ID) },
    'delete-of-one': { path, act: (page, texts) => pressDelete(page, texts, 'shop') },
    'delete-refused': {
      path,
      answers: { 'DELETE /admin/v1/clients/shop': { refused: 400 } },
      async act(page, texts) {
        await pressDelete(page, texts, 'shop');
        await confirm(page, texts.admin.delete);
        await page.locator('.notice-title').first().waitFor();
      },
    },
    deleted: {
      path,
      answers: { [`DELETE ${CLINIC}`]: DONE },
      async act(page, texts) {
        await pressDelete(page, texts, LONG_ID);
        await confirm(page, texts.admin.delete);
      },
    },
  },
);
