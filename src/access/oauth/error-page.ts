/** The page for login requests that cannot be sent back to the application that made them. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** As `npm run build:web` has made it; what stands in its place where nothing was built. */
const BUILT = fileURLToPath(new URL('../../../dist/web/login-error.html', import.meta.url));
const NOT_BUILT = '<!doctype html><html lang="en"><head></head><h1>Login not possible</h1></html>';

/** Nothing from elsewhere, nothing inline. */
export const ERROR_PAGE_POLICY =
  "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; " +
  "frame-ancestors 'none'";

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** A whole HTML page; its script finds error and description in `<meta>` elements, and tells of them. */
export function errorPage(error: string, description = '', built = BUILT): string {
  const page = existsSync(built) ? readFileSync(built, 'utf8') : NOT_BUILT;
  const told = Object.entries({ error, 'error-description': description }).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
  );
  return page.replace('<head>', () => `<head>${told.join('')}`);
}
