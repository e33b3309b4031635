/** Settings of clients: one closed table that says what each may be, wherever it comes from. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  CLIENT_SETTINGS,
  checkSetting,
  DEFAULT_CLIENT_SETTINGS,
  mergeSettings,
  readSettings,
  SETTING_NAMES,
  type SettingChanges,
} from '../../../src/access/clients/client-settings.ts';
import { de } from '../../../web/messages/admin/de.ts';
import { en } from '../../../web/messages/admin/en.ts';

const PAGE = fileURLToPath(new URL('../../../docs/client-settings.md', import.meta.url));

/** What a hostile caller sends: nothing checks its type. */
const hostile = (settings: object) => settings as SettingChanges;

describe('changes', () => {
  it('keep settings that they do not name', () => {
    const strict = mergeSettings({ requireConsent: true, topMatches: 3 });
    expect(mergeSettings({ topMatches: 5 }, strict)).toEqual({ ...strict, topMatches: 5 });
  });

  it('reset a setting by null', () => {
    const narrow = mergeSettings({ allowedOperations: ['verify'], retentionDays: 3 });
    const wide = mergeSettings({ allowedOperations: null, retentionDays: null }, narrow);
    expect(wide).toEqual(DEFAULT_CLIENT_SETTINGS);
    expect(wide).not.toHaveProperty('allowedOperations');
  });

  it.each([
    ['allowedOperations', 'verify'],
    ['allowedOperations', ['verify', 'fly']],
    ['allowedOperations', Array(1000).fill('verify')],
    ['auditRetentionDays', 0],
    ['retentionDays', 1e300],
    ['retentionDays', '365'],
    ['falseMatchRate', 0],
    ['falseMatchRate', 1],
    ['falseMatchRate', Number.NaN],
    ['falsePositiveIdentificationRate', -0.1],
    ['maxFeatureVectors', 1.5],
    ['topMatches', 10n],
    ['minimumQuality', []],
    ['minimumQuality', { EyesOpen: 101 }],
    ['minimumQuality', { 'a b': 1 }],
    ['thumbnails', 1],
    ['thumbnails', {}],
  ])('refuse %s: %o, with its name', (name, value) => {
    expect(() => mergeSettings(hostile({ [name]: value }))).toThrow(`settings.${name}: expected`);
  });

  it.each(['colour', '__proto__', 'constructor', 'toString', ''])(
    'refuse the unknown "%s"',
    (name) => {
      const changes = JSON.parse(`{ ${JSON.stringify(name)}: true }`);
      expect(() => mergeSettings(changes)).toThrow(`settings.${name}: there is no such setting`);
    },
  );
});

it('what is stored keeps its values, and gets defaults for the rest', () => {
  const stored = { topMatches: 3, allowedOperations: ['verify'], gone: 1 };
  const { gone: _, ...known } = stored;
  expect(readSettings(JSON.stringify(stored))).toEqual(mergeSettings(hostile(known)));
});

describe('every setting', () => {
  it('has a valid default', () => {
    for (const name of SETTING_NAMES) checkSetting(name, DEFAULT_CLIENT_SETTINGS[name] ?? null);
  });

  it('has a label in the languages of the pages', () => {
    for (const { admin } of [en, de])
      expect(Object.keys(admin.clients.settingLabels)).toEqual(
        expect.arrayContaining([...SETTING_NAMES]),
      );
  });

  it('matches its documentation', async () => {
    // Generated: `npx vitest run test/access/clients/client-settings.test.ts -u` writes it anew.
    const rows = SETTING_NAMES.map((name) => {
      const standard = DEFAULT_CLIENT_SETTINGS[name];
      const told = standard === undefined ? '' : `\`${JSON.stringify(standard)}\``;
      return `| \`${name}\` | ${told} | ${CLIENT_SETTINGS[name].label} |\n`;
    });
    const page = await readFile(PAGE, 'utf8');
    const [before, after] = page.split(/(?:^\| `.*\n)+/m);
    await expect([before, ...rows, after].join('')).toMatchFileSnapshot(PAGE);
  });
});
