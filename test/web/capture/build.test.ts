/** What the build leaves for pages of other origins. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { hasBuiltPages } from '../../../testing/web/browser.ts';

const BUILT = new URL('../../../dist/web/capture/', import.meta.url);

/** Files that a built one imports, at once or later. */
function importsOf(name: string): string[] {
  const imported: string[] = [];
  const program = parseAst(readFileSync(new URL(name, BUILT), 'utf8'));
  JSON.stringify(program, (_, node) => {
    if (/^(Import|Export)/.test(node?.type) && node.source) imported.push(node.source.value);
    return node;
  });
  return imported;
}

describe.skipIf(!hasBuiltPages())('the built capture module', () => {
  it('has a finder without imports: a copy of it starts, with no files next to it', () => {
    expect(importsOf('face-finder.js')).toEqual([]);
  });

  it('has a finder below a megabyte, compressed', () => {
    const parts = readdirSync(BUILT).filter((name) =>
      /^face-finder\..*(js|wasm|weights)$/.test(name),
    );
    expect(parts).toHaveLength(4);
    const sizes = parts.map((name) => gzipSync(readFileSync(new URL(name, BUILT))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_000_000);
  });

  it('shares no file between module and element: the element imports the module', () => {
    expect(importsOf('prosopon-capture.js')).toEqual([]);
    const [module, ...languages] = importsOf('prosopon-capture-element.js');
    expect(module).toBe('./prosopon-capture.js');
    const scripts = readdirSync(BUILT).filter((name) => name.endsWith('.js'));
    expect(scripts).toHaveLength(3 + languages.length);
  });
});
