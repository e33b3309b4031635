/** Whose service it is: read once at the start, refused with the name of what is wrong. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contrast, readableColours } from '../../../src/access/operator/colour.ts';
import {
  agreedText,
  consentText,
  isDrafted,
  NO_OPERATOR,
} from '../../../src/access/operator/operator.ts';
import { readOperator } from '../../../src/access/operator/read-operator.ts';
import { InvalidArgument } from '../../../src/errors.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-operator-'));
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'large.png'), Buffer.alloc(200_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(content: unknown): Promise<string> {
  const file = join(folder, 'operator.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('the file of the operator', () => {
  it('may be sparse: missing parts get the defaults', async () => {
    expect(await readOperator(undefined)).toBe(NO_OPERATOR);
    expect(await readOperator(await written({ name: 'Clinic' }))).toEqual({
      ...NO_OPERATOR,
      name: 'Clinic',
    });
  });

  it('brings its logo', async () => {
    const { logo } = await readOperator(await written({ logo: 'logo.svg' }));
    expect(logo).toMatchObject({ type: 'image/svg+xml' });
    expect(logo?.bytes.toString()).toContain('<svg');
  });

  it.each([
    ['{', /not JSON/],
    [{ nmae: 'Clinic' }, /nmae: no such member/],
    [{ name: '' }, /name: /],
    [{ colour: 'green' }, /colour: /],
    [{ privacy: 'javascript:alert(1)' }, /privacy: /],
    [{ contact: 'javascript:alert(1)' }, /contact: /],
    [{ retention: { en: '' } }, /retention\.en: /],
    [{ consent: { texts: { en: 'I agree.' } } }, /consent: .*version/],
    [{ consent: { version: '1', texts: {} } }, /consent\.texts: /],
    [{ logo: 'logo.exe' }, /logo: expected one of \.svg, \.png, \.webp/],
    [{ logo: 'large.png' }, /too much for a logo/],
    [{ logo: 'nowhere.svg' }, /nowhere\.svg: cannot be read/],
  ])('stops the start on %j', async (content, message) => {
    const file = await written(content);
    await expect(readOperator(file)).rejects.toThrow(message);
    await expect(readOperator(file)).rejects.toMatchObject({ name: 'ConfigError' });
  });
});

describe('the consent text', () => {
  const operator = {
    ...NO_OPERATOR,
    consent: { version: '2026-11', texts: { fr: 'J’accepte.', de: 'Ich willige ein.' } },
  };

  it("comes in the user's language, in English, or in the first available", () => {
    expect(consentText(operator, 'de')).toMatchObject({ language: 'de' });
    expect(consentText(operator, 'en')).toMatchObject({ language: 'fr', text: 'J’accepte.' });
    expect(consentText(NO_OPERATOR, 'nl')).toMatchObject({ language: 'en', version: '1' });
    expect(consentText(NO_OPERATOR, 'constructor')).toMatchObject({ language: 'en' });
  });

  it('exists in every language of the pages, and marks drafts', () => {
    const pages = readdirSync('web/messages', { withFileTypes: true });
    const languages = pages.filter((file) => file.isFile()).map(({ name }) => name.slice(0, -3));
    const texts = languages.map((language) => consentText(NO_OPERATOR, language));
    expect(texts.map(({ language }) => language)).toEqual(languages);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(10);
    const read = languages.filter((language) => !isDrafted(NO_OPERATOR, language));
    expect(read).toEqual(['de', 'en']);
    expect(isDrafted(operator, 'fr'), 'what the operator has written').toBe(false);
  });

  it('is only accepted in its present version', () => {
    expect(agreedText(operator, '2026-11', 'de').text).toBe('Ich willige ein.');
    for (const [version, language] of [
      ['1', 'de'],
      ['2026-11', 'en'],
    ] as const)
      expect(() => agreedText(operator, version, language)).toThrow(InvalidArgument);
  });
});

it('colours are made darker or lighter until they are readable', () => {
  const rgb = (colour: string) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ];
  for (const colour of ['#000000', '#ffffff', '#ffff00', '#0b6e4f', '#ff0000', '#808080']) {
    const { light, dark } = readableColours(colour);
    expect(contrast(rgb(light), [255, 255, 255])).toBeGreaterThan(4.5);
    expect(contrast(rgb(dark), [18, 21, 26])).toBeGreaterThan(4.5);
  }
  expect(readableColours('#0b6e4f').light).toBe('#0b6e4f');
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
});
