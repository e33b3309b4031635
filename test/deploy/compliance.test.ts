/** The papers of `deploy/compliance`: what they name is there, and the operator's files can be used. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENT_SETTINGS } from '../../src/access/clients/client-settings.ts';
import { readOperator } from '../../src/access/operator/read-operator.ts';
import { STANDARD_CONSENT } from '../../src/access/operator/standard-consent.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';

const FOLDER = join(ROOT, 'deploy/compliance');
const files = (pattern: string) => globSync(pattern, { cwd: FOLDER }).sort();
const languages = Object.keys(STANDARD_CONSENT.texts).sort();

describe.each(files('*.md').filter((name) => name !== 'notice.md'))('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const rows = text
    .split('\n')
    .filter((line, at, lines) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|-'));

  it('names a setting, command or page in every row', () => {
    const silent = rows.filter((row) => !/`[^`]+`|\]\([^)]+\)/.test(row));
    expect(silent).toEqual([]);
    expect(rows.length).toBeGreaterThan(8);
  });

  it('names existing client settings', () => {
    const assigned = Array.from(text.matchAll(/\b([a-z]+[A-Z]\w+)=/g), ([, setting]) => setting!);
    const alone = Array.from(text.matchAll(/`([a-z]+[A-Z]\w+)`/g), ([, setting]) => setting!);
    expect([...assigned, ...alone].filter((setting) => !(setting in CLIENT_SETTINGS))).toEqual([]);
  });
});

it.each(files('operator-*.json'))('%s exists in the languages of the pages', async (name) => {
  const { consent, retention, controller } = await readOperator(join(FOLDER, name));
  expect(Object.keys(consent.texts).sort()).toEqual(languages);
  expect(Object.keys(retention!).sort()).toEqual(languages);
  expect(controller).toBeTruthy();
});

it('the notice exists in as many languages', () => {
  const notice = readFileSync(join(FOLDER, 'notice.md'), 'utf8');
  expect(notice.match(/^\*\*[^*]+\*\*/gm)).toHaveLength(languages.length);
});

it('the documentation page links to all of them', () => {
  const page = readFileSync(join(ROOT, 'docs/compliance.md'), 'utf8');
  for (const name of files('*')) expect(page).toContain(basename(name));
});
