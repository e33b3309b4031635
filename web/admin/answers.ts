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
    readonly items?: { readonly enum?: readonly string[] };
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
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
  /** Another one after each change; goes back with a change, which is refused when it is outdated. */
  readonly revision: string;
}

/** A client with all that is told of it. */
export interface ClientDetails extends Client {
  readonly secret: { readonly created: string; readonly olderEnds?: string };
  readonly keys: readonly {
    readonly keyId: string;
    readonly created: string;
    readonly ends: string | null;
  }[];
  readonly usage: {
    readonly days: number;
    readonly calls: number;
    readonly errors: number;
    readonly lastUsed: string | null;
  };
  /** What a deletion takes along; `sharedWith`: clients that keep the templates. */
  readonly belongings: {
    readonly templates: number;
    readonly sharedWith: readonly string[];
    readonly webhooks: number;
    readonly consents: number;
    readonly administrators: number;
  };
}

/** Shown once. */
export interface Credentials {
  readonly id: string;
  /** Absent: only the secret is new. */
  readonly key?: string;
  readonly keyId?: string;
  /** Only of a new client, or a new one. */
  readonly secret?: string;
}

export type Role = 'owner' | 'administrator' | 'auditor' | 'support';

export interface OneTimeLink {
  readonly name: string;
  readonly link: string;
  readonly expires: string;
}

/** A new account: the link is there where it was not mailed. */
export interface MadeUser {
  readonly id: string;
  readonly name: string;
  readonly mailed: boolean;
  readonly link?: string;
  readonly expires?: string;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly emailConfirmed: boolean;
  readonly role: Role | null;
  /** Of an administrator. */
  readonly client: string | null;
  readonly disabled: boolean;
  readonly enrolled: boolean;
  readonly secondFactor: boolean;
  readonly created: string;
}

export interface UserPage {
  readonly users: readonly Account[];
  /** Name to go on behind; null: this is the last page. */
  readonly next: string | null;
}

export interface Template {
  readonly classId: ClassId;
  readonly intact: boolean;
  readonly enrolled: string | null;
  readonly updated: string | null;
  readonly tags: readonly string[];
  /** Its reference. */
  readonly consent: string | null;
  readonly encoderVersion: number;
  readonly featureVectors: number;
}

/** One of the people whom a client has enrolled. */
export interface Person {
  readonly client: string;
  readonly classId: ClassId;
  readonly available: boolean;
  /** False: the record is damaged, and nothing of it is known. */
  readonly intact: boolean;
  readonly enrolled?: string;
  readonly tags?: readonly string[];
  readonly consent?: { readonly reference: string; readonly recorded: string };
  readonly encoderVersion?: number;
  readonly featureVectors?: number;
  readonly thumbnailsStored?: number;
  /** The last jobs. */
  readonly history: readonly Job[];
}

export interface PersonThumbnail {
  readonly enrolled: string;
  /** Base64. */
  readonly png: string;
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

/** What was answered with "no" or failed, and who was not let in. */
export interface FailureReport {
  readonly reasons: readonly {
    readonly time: string;
    readonly clientId: string;
    readonly operation: string;
    /** Code of an error, or what was decided. */
    readonly reason: string;
    readonly calls: number;
  }[];
  readonly classes: readonly {
    readonly clientId: string;
    readonly classId: ClassId;
    readonly calls: number;
    readonly latest: string;
  }[];
  /** Of the last day of one process. */
  readonly networks: readonly {
    readonly network: string;
    readonly first: string;
    readonly latest: string;
    readonly calls: number;
    readonly reasons: readonly { readonly reason: string; readonly calls: number }[];
    readonly clients: readonly string[];
  }[];
}

/** A class that a search found. */
export interface Candidate {
  readonly classId: ClassId;
  readonly score: number;
  readonly identified: boolean;
}

export interface AuditEntry {
  readonly seq: ClassId;
  readonly time: string;
  readonly event: string;
  readonly actor: string;
  /** Where they called from. */
  readonly address?: string;
  readonly jobId?: string;
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
