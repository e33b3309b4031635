/** Vite: the capture module and its element, files with stable names, for pages of other origins. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { captureTexts } from './scripts/capture-texts.ts';
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
    lib: {
      entry: {
        'prosopon-capture': 'index.ts',
        'prosopon-capture-element': 'element/index.ts',
      },
      formats: ['es'],
      fileName: (_, name) => `${name}.js`,
    },
    rolldownOptions: {
      // The element imports the module's own file: no third one for what they share.
      preserveEntrySignatures: 'allow-extension',
      output: { chunkFileNames: 'prosopon-capture-[name].js' },
    },
  },
  plugins: [captureTexts, precompress()],
});
