/** Templates and their addresses: the records that operations read and change. */
import { type Bcid, bcidText } from '../bcid.ts';

/** An enrolled sample: unit-length feature vector and time of enrolment. */
export interface FeatureVector {
  readonly id: string;
  readonly values: Float32Array;
  readonly enrolled: Date;
}

/** The person's consent as the client knows it. */
export interface Consent {
  /** 1 to 256 printable characters: number, address or hash of the consent at the client. */
  readonly reference: string;
  readonly recorded: Date;
}

/** The opened template of a class. */
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

/** A stored record that failed its signature, decryption or binding, and was not used. */
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

/** The result of an update. Thumbnails of features that are no longer listed are erased. */
export interface TemplateChange {
  readonly encoderVersion: number;
  readonly features: readonly FeatureVector[];
  readonly tags: readonly string[];
  /** Thumbnails to add. */
  readonly thumbnails: readonly Thumbnail[];
  /** Replaces the stored consent; undefined: it stays. */
  readonly consent?: Consent;
  /** When an imported template was first enrolled. */
  readonly enrolled?: Date;
}

/** The data of template status. It comes from the sealed record, so that it is verified too. */
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

/** A template opened only to compare its feature vectors. */
export interface PackedTemplate {
  readonly bcid: Bcid;
  readonly encoderVersion: number;
  /** As in `Template`. */
  readonly tags: readonly string[];
  readonly consented: boolean;
  /** Each of 16-bit little-endian integers of any scale. Erased with the next template. */
  readonly vectors: readonly Uint8Array[];
}

/** A template opened only to compare its vectors, or why it cannot be used. */
export interface StoredVectors {
  readonly bcid: Bcid;
  readonly template: PackedTemplate | TemplateCorrupted;
}

/** The templates to read; absent: all. */
export interface ScanScope {
  readonly storage?: string;
  readonly partition?: string;
  /** Only those with this tag, by the rows beside the records. */
  readonly tag?: string | undefined;
  /** An equal share, for parallel readers: parts are numbered from 0. */
  readonly share?: { readonly part: number; readonly of: number };
}

/** A class whose template was written or deleted. */
export interface ClassChange {
  readonly bcid: Bcid;
  /** Differs with every change. */
  readonly change: string;
}
