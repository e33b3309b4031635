/** Portraits of documents, as extensions read them. */
import type { Work } from '../scheduling/fair-queue.ts';

/** VALID and FAILED are about the issuer's signature. NOT_CHECKED: there was no way to check. */
export const PASSIVE_AUTHENTICATIONS = ['NOT_CHECKED', 'VALID', 'FAILED'] as const;

export type PassiveAuthentication = (typeof PASSIVE_AUTHENTICATIONS)[number];

/** A file that may be a document. */
export interface PortraitRequest {
  readonly bytes: Uint8Array;
  /** Name of the request member, such as `photo`. */
  readonly field: string;
  /** EF.SOD of the chip that the file is of. */
  readonly securityObject?: Uint8Array | undefined;
  /** When the call was received. */
  readonly at: Date;
}

/** The portrait, or why there is none. */
export type Portrait =
  | {
      /** An encoded image. */
      readonly image: Uint8Array;
      readonly authentication: PassiveAuthentication;
      /** Why it FAILED, in words that follow a colon. */
      readonly reason?: string | undefined;
    }
  | {
      /** In words that follow the member's name and a colon. */
      readonly refused: string;
      /** The member to blame; absent: the file. */
      readonly member?: 'securityObject' | undefined;
      /** For the log. */
      readonly detail?: string | undefined;
    };

/** Undefined: the file is no document that it knows. */
export type ReadPortrait = (request: PortraitRequest, work: Work) => Promise<Portrait | undefined>;
