/** What MOSIP's SDK is served with, handed in by the composition. */

/** From where calls without credentials are taken, and for whose. */
export interface TrustedCallers {
  readonly clientId: string;
  /** In CIDR notation. */
  readonly networks: readonly string[];
}

export interface MosipParts {
  /** Absent: every caller has credentials. */
  readonly trusted?: TrustedCallers;
}
