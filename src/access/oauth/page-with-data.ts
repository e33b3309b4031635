/** Built pages with data from the service. Their script reads it from `<meta>` elements. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Made by `npm run build:web`. */
export const BUILT = fileURLToPath(new URL('../../../dist/web', import.meta.url));

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** @param otherwise the whole page to use if nothing was built */
export function pageWithData(
  file: string,
  data: Readonly<Record<string, string>>,
  otherwise: string,
): string {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : otherwise;
  const metas = Object.entries(data).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
  );
  return page.replace('<head>', () => `<head>${metas.join('')}`);
}
