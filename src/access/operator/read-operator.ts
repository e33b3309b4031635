/** Reads the operator's file. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../../config/config.ts';
import { type Logo, NO_OPERATOR, type Operator, OperatorFile } from './operator.ts';

const LOGOS: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const LOGO_BYTES = 128 * 1024;

const format = Compile(OperatorFile);

/** @param file undefined: none is configured @throws ConfigError with the member */
export async function readOperator(file: string | undefined): Promise<Operator> {
  if (file === undefined) return NO_OPERATOR;
  const said = parse(file, await read(file));
  if (!format.Check(said)) {
    const [error] = format.Errors(said);
    const member = error?.instancePath.slice(1).replaceAll('/', '.');
    const problem = error?.keyword === 'boolean' ? 'no such member' : error?.message;
    throw new ConfigError(`${file}: ${member ? `${member}: ` : ''}${problem}`);
  }
  const { logo, ...rest } = said;
  return Object.freeze({
    ...NO_OPERATOR,
    ...rest,
    ...(logo !== undefined && { logo: await readLogo(file, logo) }),
  });
}

function parse(file: string, text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch (cause) {
    throw new ConfigError(`${file}: not JSON: ${(cause as Error).message}`);
  }
}

async function readLogo(file: string, logo: string): Promise<Logo> {
  const type = LOGOS[extname(logo).toLowerCase()];
  if (type === undefined)
    throw new ConfigError(`${file}: logo: expected one of ${Object.keys(LOGOS).join(', ')}`);
  const path = resolve(dirname(file), logo);
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > LOGO_BYTES)
    throw new ConfigError(`${path}: larger than ${LOGO_BYTES / 1024} KiB, too much for a logo`);
  return { type, bytes: await read(path) };
}

async function read(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new ConfigError(`${file}: cannot be read (${cause.code})`);
  });
}
