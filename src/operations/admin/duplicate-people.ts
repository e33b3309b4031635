/** People who are enrolled twice, for a page: only of a small partition, and not for long. */
import type { ClientRegistry } from '../../access/clients/clients.ts';
import { abortAfter } from '../../async.ts';
import { Cancelled } from '../../errors.ts';
import { type OperationParts, withEngine } from '../context.ts';
import { type DuplicatePair, findDuplicates } from '../search/find-duplicates.ts';
import { clientOf } from './enrolled-people.ts';

type Parts = Pick<OperationParts, 'activeEngine' | 'templates'> & {
  readonly clients: Pick<ClientRegistry, 'get'>;
};

/** The command line compares more, and longer. */
const MOST_PEOPLE = 10_000;
const MOST_PAIRS = 100;
const LONGEST_MS = 20_000;

/**
 * The most similar pairs first. `pairs` is null if there are too many people to compare them here.
 * Not `complete`: time ran out, or there are more pairs.
 * @throws NotFound; Unavailable
 */
export async function duplicatePeople(parts: Parts, clientId: string) {
  const client = await clientOf(parts, clientId);
  const { storage, partition } = client;
  const { templates: people } = await parts.templates.extent({ storage, partition });
  if (people > MOST_PEOPLE)
    return { people, mostPeople: MOST_PEOPLE, complete: false, pairs: null };
  using limit = abortAfter(LONGEST_MS);
  const search = { signal: limit.signal, share: { client: clientId, caller: 'administration' } };
  const found = new Map<string, DuplicatePair>();
  let complete = true;
  try {
    for await (const { pairs } of findDuplicates(withEngine(parts), client, search)) {
      for (const pair of pairs) found.set(pair.classIds.join(' '), pair);
      if (found.size > MOST_PAIRS) break;
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    complete = false;
  }
  const pairs = [...found.values()].sort((p, q) => q.score - p.score).slice(0, MOST_PAIRS);
  return { people, mostPeople: MOST_PEOPLE, complete: complete && found.size <= MOST_PAIRS, pairs };
}
