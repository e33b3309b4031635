/** The gallery in memory, filled from the template store and kept equal to it. */
import { setImmediate as otherWork } from 'node:timers/promises';
import { Cancelled, Unavailable } from '../errors.ts';
import {
  type Bcid,
  type Template,
  TemplateCorrupted,
  type TemplateStore,
} from '../templates/template.ts';
import {
  type Candidate,
  type Gallery,
  type GallerySearch,
  type GallerySearchResult,
  galleryTags,
} from './gallery.ts';

export interface MemoryGalleryOptions {
  readonly templates: Pick<TemplateStore, 'read' | 'scan' | 'onChange'>;
  /** Templates of other encoder versions cannot be compared and are left out. */
  readonly encoderVersion: number;
  /** Only this partition; absent: all. */
  readonly only?: { readonly storage: string; readonly partition: string };
  /** Is told of a template that failed its check. */
  readonly onCorrupted?: (error: TemplateCorrupted) => void;
}

interface Entry {
  readonly vectors: readonly Float32Array[];
  readonly tags: ReadonlySet<string>;
}

/** Candidates beyond those wanted, in case their exact order is another. */
const RESERVE = 6;
/** Classes compared before other work gets a turn. */
const TURN = 2000;

export function createMemoryGallery(options: MemoryGalleryOptions): Gallery {
  const { templates, encoderVersion, only } = options;
  const partitions = new Map<string, Map<bigint, Entry>>();
  const left = { otherEncoder: 0, corrupted: 0 };
  const progress = { loaded: 0, total: 0 };
  let ready = false;
  let closed = false;
  let version = 0;
  const changed = new Set<string>();

  const put = (template: Template | TemplateCorrupted | undefined, bcid: Bcid) => {
    const { storage, partition, classId } = bcid;
    const name = partitionName(storage, partition);
    const classes = partitions.get(name) ?? new Map<bigint, Entry>();
    partitions.set(name, classes);
    version++;
    if (template instanceof TemplateCorrupted) {
      left.corrupted++;
      options.onCorrupted?.(template);
    } else if (template !== undefined && template.encoderVersion !== encoderVersion)
      left.otherEncoder++;
    else if (template !== undefined) {
      const vectors = template.features.map(({ values }) => values);
      classes.set(classId, { vectors, tags: new Set(galleryTags(template)) });
      return;
    }
    classes.delete(classId);
  };

  const isServed = ({ storage, partition }: Bcid) =>
    only === undefined || (only.storage === storage && only.partition === partition);

  const refresh = async (bcid: Bcid) => {
    if (!isServed(bcid)) return;
    changed.add(className(bcid));
    const template = await templates.read(bcid).catch((error: unknown) => {
      if (error instanceof TemplateCorrupted) return error;
      throw error;
    });
    put(template, bcid);
  };
  const stopListening = templates.onChange(refresh);

  const load = async () => {
    for await (const batch of templates.scan(only ?? {})) {
      if (closed) return;
      for (const { bcid, template } of batch)
        if (!changed.has(className(bcid))) put(template, bcid);
      progress.loaded += batch.length;
      progress.total = progress.loaded;
      await otherWork();
    }
    ready = true;
    changed.clear();
  };

  const count = () => {
    let classes = 0;
    let vectors = 0;
    let bytes = 0;
    for (const partition of partitions.values())
      for (const entry of partition.values()) {
        classes++;
        vectors += entry.vectors.length;
        bytes += entry.vectors.length * (entry.vectors[0]?.byteLength ?? 0);
      }
    return { classes, vectors, bytes };
  };

  const search = async (
    probes: readonly Float32Array[],
    { storage, partition, tags, limit, threshold = -1, signal }: GallerySearch,
  ): Promise<GallerySearchResult> => {
    if (!ready) throw new Unavailable('The gallery is being loaded.', 2);
    const best: Candidate[][] = probes.map(() => []);
    let searched = 0;
    for (const [classId, entry] of partitions.get(partitionName(storage, partition)) ?? []) {
      if (!tags.every((tag) => entry.tags.has(tag))) continue;
      searched++;
      if (searched % TURN === 0) await otherWork();
      if (signal.aborted) throw new Cancelled();
      probes.forEach((probe, i) => {
        const comparison = Math.max(...entry.vectors.map((vector) => dot(probe, vector)));
        if (comparison >= threshold) best[i]!.push({ classId, comparison });
      });
    }
    const candidates = best.map((list) =>
      list.sort((p, q) => q.comparison - p.comparison).slice(0, limit + RESERVE),
    );
    return { candidates, searched, version };
  };

  return {
    search,
    status: () => ({ ready, version, ...count(), ...left, ...progress }),
    ready: load(),
    async close() {
      closed = true;
      stopListening();
    },
  };
}

const partitionName = (storage: string, partition: string) => `${storage}.${partition}`;

const className = ({ storage, partition, classId }: Bcid) => `${storage}.${partition}.${classId}`;

function dot(p: Float32Array, q: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += p[i]! * q[i]!;
  return sum;
}
