/** Vite: the capture module as one file with a stable name, for pages of other origins. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: path('web/capture'),
  build: {
    outDir: path('dist/web/capture'),
    emptyOutDir: false,
    target: ['chrome123', 'firefox124', 'safari17.5'],
    minify: false,
    reportCompressedSize: false,
    lib: { entry: 'index.ts', formats: ['es'], fileName: () => 'prosopon-capture.js' },
  },
  plugins: [precompress()],
});
