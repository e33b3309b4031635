/** What the service answers of itself: is it well, what is loaded, and on which processes. */

export type Need = { readonly severity: 'bad' | 'warn' } & (
  | {
      readonly kind: 'liveness-models' | 'damaged-liveness-models' | 'better-encoder' | 'no-backup';
    }
  | { readonly kind: 'models'; readonly problem: string }
  | {
      readonly kind: 'damaged-templates' | 'outdated-templates' | 'refused-networks';
      readonly count: number;
    }
  | {
      readonly kind: 'missing-shard' | 'silent-replica';
      readonly shard: number;
      readonly shards: number;
      readonly problem: string;
    }
  | { readonly kind: 'key-beside-data' | 'unreadable-certificate'; readonly path: string }
  | { readonly kind: 'disk'; readonly path: string; readonly free: number }
  | { readonly kind: 'certificate'; readonly path: string; readonly until: string }
  | { readonly kind: 'old-backup'; readonly latest: string }
  | {
      readonly kind: 'failing-webhook' | 'disabled-webhook';
      readonly url: string;
      readonly since: string;
    }
);

/** One part of a gallery that several processes hold. */
export interface Shard {
  readonly number: number;
  readonly answers: boolean;
  readonly holders: readonly {
    readonly address: string;
    /** Absent: nothing was heard of it. */
    readonly classes?: number;
    readonly problem?: string;
  }[];
}

export interface HealthReport {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ready' | 'not ready'>>;
  /** In words of the service. */
  readonly problems: readonly string[];
  readonly encoder: { readonly name: string; readonly version: number } | null;
  readonly needs: readonly Need[];
}

export interface ServiceStatus {
  readonly version: string;
  readonly started: string;
  readonly engine: { readonly ready: boolean; readonly workers: number; readonly queued: number };
  readonly encoder: { readonly name: string; readonly version: number } | null;
  /** What the models of the service cannot do, in words of the service. */
  readonly missing: readonly string[];
  readonly gallery: {
    readonly ready: boolean;
    readonly classes: number;
    readonly vectors: number;
    readonly bytes: number;
    readonly loaded: number;
    readonly total: number;
    readonly otherEncoder: number;
    readonly corrupted: number;
    readonly problem?: string;
    /** Of a front. */
    readonly shards?: readonly Shard[];
    /** The only shard that this process holds, for fronts. */
    readonly holds?: { readonly number: number; readonly of: number };
  };
  /** Null: the database lies on one machine. */
  readonly distribution: {
    readonly by: 'class' | 'partition';
    readonly nodes: readonly {
      readonly address: string;
      readonly answers: boolean;
      readonly shards: number;
    }[];
  } | null;
}
