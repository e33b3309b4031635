/** What `live` means where only the ID photo is bad is a decision that people must be able to read. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PhotoVerifyAnswer } from '../../src/contract/photo-verify.ts';

it('page and API say that a bad ID photo leaves `live` true', async () => {
  const page = (await readFile('docs/id-photos.md', 'utf8')).replaceAll(/\s+/g, ' ');
  expect(page).toContain(
    'Where the live images are live and only the photo is bad, `live` stays true, the level is ' +
      '`NOT_RECOGNIZED`, the score 0, and the error begins with `photo:`.',
  );
  expect(PhotoVerifyAnswer.properties.live).toMatchObject({
    description: 'True: the person is there; errors that remain begin with `photo:`.',
  });
});
