/** What the builds for browsers have in common. */
import { fileURLToPath } from 'node:url';

/** The oldest that are served; docs/capture.md names them. */
export const BROWSERS = ['chrome123', 'firefox124', 'safari17.5'];

/** Of files that integrators take, which have to be read. */
export const CAPTURE_BUILD = {
  outDir: fileURLToPath(new URL('../dist/web/capture', import.meta.url)),
  emptyOutDir: false,
  target: BROWSERS,
  minify: false,
  reportCompressedSize: false,
};
