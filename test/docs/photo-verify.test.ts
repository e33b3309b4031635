/** Page and API have to say what `live` means if only the ID photo is bad. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PhotoVerifyAnswer } from '../../src/contract/photo-verify.ts';

it('page and API say that a bad ID photo leaves `live` true', async () => {
  const page = (await readFile('docs/id-photos.md', 'utf8')).replaceAll(/\s+/g, ' ');
  expect(page).toContain(
    'If only the photo is bad, `live` stays true, the level is `NOT_RECOGNIZED`, the score is 0, ' +
      'and the error begins with `photo:`.',
  );
  expect(PhotoVerifyAnswer.properties.live).toMatchObject({
    description: 'True: the person is there; errors that remain begin with `photo:`.',
  });
});
