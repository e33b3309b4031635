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
import { de } from '../../../web/messages/desk/de.ts';
import { en } from '../../../web/messages/desk/en.ts';

const PAGE = fileURLToPath(new URL('../../../docs/client-settings.md', import.meta.url));

/** What a hostile caller sends: nothing checks its type. */
const hostile = (settings: object) => settings as SettingChanges;

describe('changes', () => {
  it('keep what they do not name', () => {
    const strict = mergeSettings({ requireConsent: true, topMatches: 3 });
    expect(mergeSettings({ topMatches: 5 }, strict)).toEqual({ ...strict, topMatches: 5 });
  });

  it('take a setting back by null', () => {
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
  ])('refuse %s: %o, naming it', (name, value) => {
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

describe('stored settings', () => {
  const read = (stored: unknown) => {
    const problems: string[] = [];
    return {
      settings: readSettings(JSON.stringify(stored), (problem) => problems.push(problem)),
      problems,
    };
  };

  it('are what was stored, and standard values for what came later', () => {
    const { settings, problems } = read({ topMatches: 3, allowedOperations: ['verify'] });
    expect(settings).toEqual(mergeSettings({ topMatches: 3, allowedOperations: ['verify'] }));
    expect(problems).toEqual([]);
  });

  it('say what is none of them and go on without', () => {
    const { settings, problems } = read({ colour: 'red', retentionDays: -5, topMatches: null });
    expect(settings).toEqual(DEFAULT_CLIENT_SETTINGS);
    expect(problems).toHaveLength(2);
  });

  it('allow no more for being damaged', () => {
    expect(read({ allowedOperations: 5 }).settings.allowedOperations).toEqual([]);
    const some = read({ allowedOperations: ['verify', 'fly', 7] }).settings;
    expect(some.allowedOperations).toEqual(['verify']);
    const demands = { requireConsent: 'yes', requireChallenge: 0, requireSecondFactor: {} };
    expect(read(demands).settings).toMatchObject({
      requireConsent: true,
      requireChallenge: true,
      requireSecondFactor: true,
    });
  });

  it.each([null, 5, 'x', []])('that are %o are the standard ones', (stored) => {
    expect(read(stored).settings).toEqual(DEFAULT_CLIENT_SETTINGS);
  });
});

describe('every setting', () => {
  it('has a standard value that may be given', () => {
    for (const name of SETTING_NAMES) checkSetting(name, DEFAULT_CLIENT_SETTINGS[name] ?? null);
  });

  it('has a name in the languages of the pages', () => {
    for (const { admin } of [en, de])
      expect(Object.keys(admin.clients.settingLabels)).toEqual(
        expect.arrayContaining([...SETTING_NAMES]),
      );
  });

  it('stands in the documentation as it is', async () => {
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
