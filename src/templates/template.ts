/** A template and where it lives: the records that operations read and change. */
import { type Bcid, bcidText } from '../bcid.ts';
import type { Alongside } from '../storage/database.ts';

/** One enrolled sample: unit-length feature vector and when it was taken in. */
export interface FeatureVector {
  readonly id: string;
  readonly values: Float32Array;
  readonly enrolled: Date;
}

/** What the person agreed to, as the client knows it. */
export interface Consent {
  /** 1 to 256 printable characters: number, address or hash of the consent at the client. */
  readonly reference: string;
  readonly recorded: Date;
}

/** The opened template of one class. */
export interface Template {
  readonly bcid: Bcid;
  readonly encoderVersion: number;
  readonly features: readonly FeatureVector[];
  /** Sorted, unique; 0..64 tags of 1..64 characters. */
  readonly tags: readonly string[];
  readonly consent?: Consent;
  readonly enrolled: Date;
  readonly updated: Date;
}

/** A stored record that failed its signature, decryption or binding; it was not used. */
export class TemplateCorrupted extends Error {
  override readonly name = 'TemplateCorrupted';
  readonly bcid: Bcid;

  constructor(bcid: Bcid, cause?: unknown) {
    super(`template ${bcidText(bcid)} failed its check`, { cause });
    this.bcid = bcid;
  }
}

/** A stored thumbnail; `featureId` names the feature vector that can be recomputed from it. */
export interface Thumbnail {
  readonly featureId: string;
  readonly enrolled: Date;
  readonly png: Uint8Array;
}

/** What an update leaves behind. Thumbnails of features that are no longer listed are erased. */
export interface TemplateChange {
  readonly encoderVersion: number;
  readonly features: readonly FeatureVector[];
  readonly tags: readonly string[];
  /** Thumbnails to add. */
  readonly thumbnails: readonly Thumbnail[];
  /** Replaces the consent that is stored; undefined: it stays. */
  readonly consent?: Consent;
  /** When a template that comes from elsewhere was first enrolled there. */
  readonly enrolled?: Date;
}

/** What template status needs; from the sealed record, so that it is checked as well. */
export interface TemplateSummary {
  readonly encoderVersion: number;
  readonly featureVectors: number;
  readonly tags: readonly string[];
  readonly consent: Consent | undefined;
  readonly enrolled: Date;
  readonly thumbnailsStored: number;
}

/** A stored template, or why it cannot be used. */
export interface StoredTemplate {
  readonly bcid: Bcid;
  readonly template: Template | TemplateCorrupted;
}

/** A template opened to compare its feature vectors and for nothing else. */
export interface PackedTemplate {
  readonly bcid: Bcid;
  readonly encoderVersion: number;
  /** As in `Template`. */
  readonly tags: readonly string[];
  readonly consented: boolean;
  /**
   * Each of 16-bit integers, little-endian, whose scale says nothing: the vectors have unit length.
   * They are erased when the next template is asked for.
   */
  readonly vectors: readonly Uint8Array[];
}

/** A template opened to compare its vectors, or why it cannot be used. */
export interface StoredVectors {
  readonly bcid: Bcid;
  readonly template: PackedTemplate | TemplateCorrupted;
}

/** Which templates are read; absent: all. */
export interface ScanScope {
  readonly storage?: string;
  readonly partition?: string;
  /** One of several equal shares, for several readers: parts are numbered from 0. */
  readonly share?: { readonly part: number; readonly of: number };
}

/** A class whose template was written or deleted. */
export interface ClassChange {
  readonly bcid: Bcid;
  /** Differs with every change. */
  readonly change: string;
}

/** Follows the changes of templates, whoever makes them. */
export interface ChangeFeed {
  /**
   * The committed changes that were not acknowledged yet, at most one a class; the first poll
   * answers none.
   * @throws FeedMissed it was not polled for so long that changes may be gone
   */
  poll(): Promise<readonly ClassChange[]>;
  /** The change has been dealt with. */
  acknowledge(change: ClassChange): void;
}

/** Sealed templates in the database. Every read checks the signature. */
export interface TemplateStore {
  /** @throws TemplateCorrupted the record fails its signature, decryption or binding */
  read(bcid: Bcid): Promise<Template | undefined>;
  /** Those of the classes that have one, in no order. */
  readMany(
    storage: string,
    partition: string,
    classIds: readonly bigint[],
  ): Promise<readonly StoredTemplate[]>;
  /** Up to `limit` templates of a scope in the order of their classes, from behind `after`. */
  page(
    scope: ScanScope,
    place: { readonly after: Bcid | undefined; readonly limit: number },
  ): Promise<readonly StoredTemplate[]>;
  /** Every template of a scope, in batches. What changes meanwhile may be missed. */
  scan(scope: ScanScope): AsyncIterable<readonly StoredTemplate[]>;
  /** The vectors of every template of a scope, as `scan`; templates are opened one after the other. */
  scanVectors(scope: ScanScope): AsyncIterable<Iterable<StoredVectors>>;
  /** Those of classes, as `readMany`. */
  readVectors(
    storage: string,
    partition: string,
    classIds: readonly bigint[],
  ): AsyncIterable<Iterable<StoredVectors>>;
  summary(bcid: Bcid): Promise<TemplateSummary | undefined>;
  thumbnails(bcid: Bcid): Promise<readonly Thumbnail[]>;
  /**
   * Reads, lets `change` decide, writes; atomic and serialised per class: when another writer was
   * faster, `change` runs again on what it left. `change` returning undefined leaves all as it is.
   * @param alongside belongs to the change: both are written, or neither
   */
  update(
    bcid: Bcid,
    change: (current: Template | undefined) => TemplateChange | undefined,
    alongside?: Alongside,
  ): Promise<Template | undefined>;
  /** Replaces the tags. False: no template. */
  setTags(bcid: Bcid, tags: readonly string[]): Promise<boolean>;
  /**
   * Erases template, thumbnails and tags. False: no template.
   * @param alongside is done with it, whether there is a template or not
   */
  delete(bcid: Bcid, alongside?: Alongside): Promise<boolean>;
  /** Classes whose template was made by another encoder version, for background upgrades. */
  outdated(encoderVersion: number, limit: number, after?: Bcid): Promise<readonly Bcid[]>;
  /** How many templates there are, and the bytes of their sealed records. */
  extent(scope: Omit<ScanScope, 'share'>): Promise<{
    readonly templates: number;
    readonly bytes: number;
  }>;
  /** A reader of the changes that any process commits from its first poll on. */
  feed(): ChangeFeed;
  /**
   * `listener` is told of every class this store changed or deleted. It is awaited after the commit
   * and before the change is acknowledged, and must not reject. Returns how to stop it.
   */
  onChange(listener: (change: ClassChange) => Promise<void>): () => void;
}
