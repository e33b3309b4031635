/** The page of logins that cannot be answered holds what went wrong, whatever an application wrote into it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorPage } from '../../../src/access/oauth/error-page.ts';

it('passes error and description to its script, as plain text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosopon-error-page-'));
  const built = join(folder, 'login-error.html');
  await writeFile(built, '<html><head><title>Prosopon</title></head></html>');
  expect(errorPage('invalid_request', `"><script>alert('$&')</script>`, built)).toBe(
    '<html><head><meta name="error" content="invalid_request">' +
      '<meta name="error-description" content="&quot;&gt;&lt;script&gt;alert(\'$&amp;\')&lt;/script&gt;">' +
      '<title>Prosopon</title></head></html>',
  );
  await rm(folder, { recursive: true });
});

it('shows them without built pages, too', () => {
  expect(errorPage('expired', '', '/nowhere')).toContain('Login not possible');
  expect(errorPage('expired', '', '/nowhere')).toContain('content="expired"');
});
