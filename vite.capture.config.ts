/** Vite: the capture module and its element, files with stable names, for pages of other origins. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { CAPTURE_BUILD } from './scripts/browser-builds.ts';
import { captureTexts } from './scripts/capture-texts.ts';
import { precompress } from './scripts/precompress.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: path('web/capture'),
  build: {
    ...CAPTURE_BUILD,
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
