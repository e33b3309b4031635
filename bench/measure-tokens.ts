/** Issued task tokens per second, in turns with the server's plainest response. */
import { Pool } from 'undici';
import type { Credentials } from '../testing/service-process.ts';

/** One value per round. */
export interface TokenRate {
  readonly tokens: readonly number[];
  /** Responses of `/livez`. */
  readonly plain: readonly number[];
}

const CONNECTIONS = 16;

export async function measureTokens(
  address: string,
  { id, secret }: Credentials,
  { rounds, duration }: { readonly rounds: number; readonly duration: number },
): Promise<TokenRate> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const tokens: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < rounds; round++) {
    tokens.push(await rate(address, `/token?id=${id}&bcid=bench.1.1`, duration, { authorization }));
    plain.push(await rate(address, '/livez', duration, {}));
  }
  return { tokens, plain };
}

/** Responses per second. */
async function rate(
  address: string,
  path: string,
  duration: number,
  headers: Record<string, string>,
): Promise<number> {
  const pool = new Pool(address, { connections: CONNECTIONS });
  const begun = performance.now();
  let answers = 0;
  const call = async () => {
    while (performance.now() - begun < duration) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, call));
  const seconds = (performance.now() - begun) / 1000;
  await pool.close();
  return answers / seconds;
}
