/** Generates src/openapi.ts from ../openapi.json, with a digest that reveals stale output. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const source = new URL('../openapi.json', import.meta.url);
const digest = createHash('sha256')
  .update(await readFile(source))
  .digest('hex');
const nodes = await openapiTS(source, { defaultNonNullable: false, immutable: true });
const head = `/** Made by openapi-typescript from openapi.json ${digest}: not to be edited. */\n`;
await writeFile(new URL('src/openapi.ts', import.meta.url), head + astToString(nodes));
