/** The gallery: finds the enrolled classes that resemble a face, among all of a partition. */

import type { Bcid } from '../bcid.ts';
import { Unavailable } from '../errors.ts';
import type { Work } from '../scheduling/fair-queue.ts';
import type { TemplateStore } from '../templates/store.ts';
import type { TemplateCorrupted } from '../templates/template.ts';

/** Tag of classes with a consent. Callers cannot set tags with control characters. */
export const CONSENTED = '\u0001consented';

/** Tags a class is found by in the gallery. */
export function galleryTags(tags: readonly string[], consented: boolean): readonly string[] {
  return consented ? [...tags, CONSENTED] : tags;
}

/** A partition, of those of all clients. */
export type GalleryPartition = Omit<Bcid, 'classId'>;

/** By which the classes of a partition are grouped. */
export const partitionNameOf = ({ storage, partition }: GalleryPartition): string =>
  `${storage}.${partition}`;

/** @param only the partition that a gallery is limited to; absent: all are served */
export const isServed = (
  only: GalleryPartition | undefined,
  { storage, partition }: GalleryPartition,
): boolean => only === undefined || (only.storage === storage && only.partition === partition);

/** @param only the gallery's partition @throws Unavailable it is another */
export function requireServed(only: GalleryPartition | undefined, wanted: GalleryPartition): void {
  if (only !== undefined && !isServed(only, wanted))
    throw new Unavailable(
      `This process searches only ${only.storage}.${only.partition} (PROSOPON_GALLERY_PARTITION).`,
    );
}

/** Whose templates to search, and how many candidates to return. */
export interface GallerySearch extends Work {
  readonly storage: string;
  readonly partition: string;
  /** Only classes that carry all of these. */
  readonly tags: readonly string[];
  /** Classes wanted for each probe. */
  readonly limit: number;
  /** Ignore comparison scores below this. Absent: return the best, however low. */
  readonly threshold?: number;
  /** Classes up to this id may be passed over. */
  readonly after?: bigint | undefined;
  /** If fewer classes than this are searched, all of them are candidates, whatever their score. */
  readonly completeBelow?: number;
  /** Ends the search when it aborts. */
  readonly signal: AbortSignal;
}

/** The search as it runs among that many classes: complete if they are few enough. */
export const completed = (search: GallerySearch, classes: number): GallerySearch => {
  const { completeBelow = 0, threshold: _, ...rest } = search;
  return classes < completeBelow ? { ...rest, limit: Math.max(rest.limit, classes) } : search;
};

/** By how much an approximate comparison score may be off. */
export const TOLERANCE = 0.002;

/** Candidates beyond those wanted, because their exact order may differ. */
export const RESERVE = 10;

/** A class that may be among the best; `comparison` is within `TOLERANCE` of its score. */
export interface Candidate {
  readonly classId: bigint;
  readonly comparison: number;
}

export interface GallerySearchResult {
  /** One list per probe, best first. */
  readonly candidates: readonly (readonly Candidate[])[];
  /** Classes that were searched: those of the partition with all the tags. */
  readonly searched: number;
  /** Classes of the partition that cannot be found: their templates are of another encoder. */
  readonly otherEncoder: number;
  /** Counts up with every change of the gallery. */
  readonly version: number;
}

export interface GalleryStatus {
  readonly ready: boolean;
  /** Classes that can be found, of all partitions. */
  readonly classes: number;
  /** Bytes of memory they take. */
  readonly bytes: number;
  /** Counts up with every change. */
  readonly version: number;
  /** Templates looked at while loading, and how many there are. */
  readonly loaded: number;
  readonly total: number;
  /** Left out: made by another encoder version, or failed their check. */
  readonly otherEncoder: number;
  readonly corrupted: number;
  /** Why it is not ready, unless it is only a matter of time. Every caller may see it. */
  readonly problem?: string;
  /** The same with figures, hosts and settings, for administration and log only. */
  readonly detail?: string;
}

/** Finds candidates by approximate scores, with a reserve: the caller compares exactly. */
export interface Gallery {
  /** @throws Cancelled; Unavailable it is not loaded yet */
  search(probes: readonly Float32Array[], options: GallerySearch): Promise<GallerySearchResult>;
  status(): GalleryStatus;
  /** Resolves when everything that is stored can be found. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const NOTHING: GalleryStatus = Object.freeze({
  ready: false,
  classes: 0,
  bytes: 0,
  version: 0,
  loaded: 0,
  total: 0,
  otherEncoder: 0,
  corrupted: 0,
});

/** Stands in where no gallery is opened: every lookup fails. */
export const NO_GALLERY: Gallery = Object.freeze({
  search: async () => Promise.reject(new Unavailable('No gallery is loaded.')),
  status: () => NOTHING,
  ready: Promise.resolve(),
  close: async () => undefined,
});

/** Where the gallery logs its progress. */
export interface GalleryLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** What a gallery holds, and of which encoder. */
export interface GalleryContents {
  readonly templates: TemplateStore;
  /** Templates of other encoder versions cannot be compared and are left out. */
  readonly encoderVersion: number;
  /** Values of the vector of a class. */
  readonly dimension: number;
  /** Unit vectors of typical faces; see `createSpace` and `createVectorRotation`. */
  readonly typicalFaces: readonly Float32Array[];
  /** Only this partition; absent: all. */
  readonly only?: GalleryPartition;
  /** Receives a template that failed its check. */
  readonly onCorrupted?: (error: TemplateCorrupted) => void;
  readonly log?: GalleryLog;
}
