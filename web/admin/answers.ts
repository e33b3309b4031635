/** What the service answers to administrators. */

/** Class ids have 64 bits: those that a number cannot hold come as `bigint`. */
export type ClassId = number | bigint;

/** What can be set for a client, as the service describes it. */
export interface SettingDescription {
  readonly name: string;
  readonly label: string;
  /** JSON schema of the value. */
  readonly schema: {
    readonly type?: string;
    readonly items?: object;
    readonly enum?: readonly string[];
  };
  /** Absent: the setting may be absent, too. */
  readonly standard?: unknown;
}

export type ClientSettings = Readonly<Record<string, unknown>>;

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly storage: string;
  readonly partition: string;
  readonly settings: ClientSettings;
  readonly redirectUris: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly created: string;
}

/** Shown once. */
export interface Credentials {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  /** Only of a new client. */
  readonly secret?: string;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly emailConfirmed: boolean;
  readonly admin: boolean;
  readonly enrolled: boolean;
  readonly secondFactor: boolean;
  readonly created: string;
}

export interface Template {
  readonly classId: ClassId;
  readonly intact: boolean;
  readonly enrolled: string | null;
  readonly updated: string | null;
  readonly tags: readonly string[];
  readonly encoderVersion: number;
  readonly featureVectors: number;
}

export interface TemplatePage {
  readonly templates: readonly Template[];
  readonly next: ClassId | null;
}

/** A class that was compared in vain in the last hour. */
export interface RefusedClass {
  readonly storage: string;
  readonly partition: string;
  readonly classId: ClassId;
  readonly refused: number;
  readonly latest: string;
  /** Null: no client has one. */
  readonly limit: number | null;
  readonly atLimit: boolean;
}

export type JobStatus = 'SUCCEEDED' | 'FAULTED' | 'CANCELLED';

export interface Job {
  readonly jobId: string;
  readonly clientId: string;
  readonly operation: string;
  readonly classId?: ClassId;
  readonly referenceNumber?: string;
  readonly transactionId?: string;
  readonly status: JobStatus;
  readonly errors: readonly { readonly errorCode: string; readonly message: string }[];
  readonly decision?: string;
  /** Of the comparison, 0..1, exact: the caller was told less. */
  readonly score?: number;
  /** What spoke against the camera. */
  readonly suspicions?: readonly string[];
  readonly started: string;
  readonly durationMs: number;
}

/** One operation in one step of time. */
export interface Figures {
  readonly time: string;
  readonly operation: string;
  readonly calls: number;
  readonly faulted: number;
  readonly negative: number;
  readonly p50: number;
  readonly p95: number;
}

export interface AuditEntry {
  readonly seq: ClassId;
  readonly time: string;
  readonly event: string;
  readonly actor: string;
  readonly clientId?: string;
  readonly transactionId?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly intact: boolean;
}

export interface AuditReport {
  readonly intact: boolean;
  readonly entries: number;
  readonly pruned: number;
  readonly head: { readonly seq: ClassId; readonly hash: string } | null;
  readonly problem: { readonly seq: ClassId; readonly message: string } | null;
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

/** An address that is told what happens. */
export interface Webhook {
  readonly id: string;
  readonly clientId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly health: {
    readonly delivered: string | null;
    readonly failingSince: string | null;
    readonly problem: string | null;
    readonly disabled: string | null;
    readonly lost: number;
  };
}

/** Shown once. */
export interface WebhookSecret {
  readonly url: string;
  readonly secret: string;
}

export interface EventDescription {
  readonly type: string;
  readonly about: string;
}
