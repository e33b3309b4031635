/** A gallery on several processes: who answers for each shard, asked as a front asks them. */
import type { Config } from '../../config.ts';
import { answers, createShardClient } from '../../gallery/shards/shard-client.ts';
import { createShardMessages } from '../../gallery/shards/shard-messages.ts';
import { shardName } from '../../gallery/shards/shard-service.ts';
import { hostAndPort, reachableHost } from '../../host.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Shard } from '../../templates/template.ts';
import { count } from '../output.ts';
import type { Finding } from './finding.ts';

type ShardConfig = Pick<Config, 'galleryShard' | 'galleryShardListen' | 'galleryShards'>;

/** One finding a shard of which this is a front, or which it holds; none where nothing is divided. */
export async function checkShards(
  { galleryShard, galleryShardListen, galleryShards }: ShardConfig,
  keyRing: Pick<KeyRing, 'derive'>,
): Promise<readonly Finding[]> {
  const lookAt = async (shard: Shard, addresses: readonly string[]) => {
    const messages = createShardMessages(keyRing);
    const client = createShardClient({ name: shardName(shard), addresses, messages });
    const { signal } = new AbortController();
    return client.look({ shard }, signal).finally(() => client.close());
  };
  if (galleryShards !== undefined) {
    const of = galleryShards.length;
    return Promise.all(
      galleryShards.map(async (addresses, part) =>
        findingOf({ part, of }, await lookAt({ part, of }, addresses)),
      ),
    );
  }
  if (galleryShard === undefined || galleryShardListen === undefined) return [];
  const { host, port } = galleryShardListen;
  const address = hostAndPort(reachableHost(host), port);
  const [held] = await lookAt(galleryShard, [address]);
  const how = held?.problem ?? `${people(held?.status?.classes)}, answers fronts at ${address}`;
  return [{ check: 'gallery', state: 'ok', message: `${shardName(galleryShard)}: ${how}` }];
}

type Looks = Awaited<ReturnType<ReturnType<typeof createShardClient>['look']>>;

function findingOf(shard: Shard, looks: Looks): Finding {
  const [check, setting] = [
    shardName(shard),
    `PROSOPON_GALLERY_SHARD=${shard.part + 1}/${shard.of}`,
  ];
  const problems = looks.flatMap(({ problem }) => problem ?? []);
  if (!looks.some(answers)) {
    const advice = `Start a process with ${setting}: searches are refused until it answers.`;
    return { check, state: 'fail', message: `missing: ${problems.join('; ')}`, advice };
  }
  const held = looks.filter(answers).map(({ address }) => address);
  const found = looks.find(answers)?.status?.classes;
  const message = `${people(found)} at ${held.join(', ')}`;
  if (problems.length === 0) return { check, state: 'ok', message };
  const advice = `Start the other process with ${setting} again, or take it out of PROSOPON_GALLERY_SHARDS.`;
  return { check, state: 'warn', message: `${message}; not ready: ${problems.join('; ')}`, advice };
}

const people = (number = 0): string => count(number, 'person', 'people');
