/** Generates src/openapi.ts from ../openapi.json. */
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const nodes = await openapiTS(new URL('../openapi.json', import.meta.url), {
  defaultNonNullable: false,
  immutable: true,
});
await writeFile(new URL('src/openapi.ts', import.meta.url), astToString(nodes));
