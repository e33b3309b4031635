// Builds the package from web/capture, the source of the service's own /capture.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildCapture } from '../../scripts/build-capture.mjs';

const folder = fileURLToPath(new URL('dist', import.meta.url));
await rm(folder, { recursive: true, force: true });
await buildCapture(folder);
