/** People who are enrolled twice, for a page: not for long. */
import type { ClientRegistry } from '../../access/clients/clients.ts';
import { abortAfter } from '../../async.ts';
import { Cancelled } from '../../errors.ts';
import { type OperationParts, withEngine } from '../context.ts';
import { type DuplicatePair, findDuplicates } from '../search/find-duplicates.ts';
import { clientOf } from './enrolled-people.ts';

type Parts = Pick<OperationParts, 'activeEngine' | 'templates'> & {
  readonly clients: Pick<ClientRegistry, 'get'>;
};

/** The command line lists more, and takes longer. */
const MOST_PAIRS = 100;
const LONGEST_MS = 20_000;

/**
 * The most similar pairs first. Not `complete`: time ran out, or there are more pairs.
 * @throws NotFound; Unavailable
 */
export async function duplicatePeople(parts: Parts, clientId: string) {
  const client = await clientOf(parts, clientId);
  using limit = abortAfter(LONGEST_MS);
  const search = { signal: limit.signal, share: { client: clientId, caller: 'administration' } };
  const found: DuplicatePair[] = [];
  let complete = true;
  try {
    for await (const { pairs } of findDuplicates(withEngine(parts), client, search)) {
      found.push(...pairs);
      if (found.length > MOST_PAIRS) break;
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    complete = false;
  }
  const pairs = found.sort((p, q) => q.score - p.score).slice(0, MOST_PAIRS);
  return { complete: complete && found.length <= MOST_PAIRS, pairs };
}
