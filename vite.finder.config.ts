/**
 * Vite: the finder of faces, a thread beside the capture module. It is built by itself: pages of other origins start it
 * from a copy, and the service's own policy lets it load nothing, so that it may share no file with the page.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { CAPTURE_BUILD } from './scripts/browser-builds.ts';
import { finderFiles } from './scripts/finder-weights.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: path('web/capture/finder'),
  build: {
    ...CAPTURE_BUILD,
    lib: { entry: 'worker.ts', formats: ['es'], fileName: () => 'face-finder.js' },
    rolldownOptions: { output: { codeSplitting: false } },
  },
  plugins: [finderFiles],
});
