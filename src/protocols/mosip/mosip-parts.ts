/** What MOSIP's SDK is served with, handed in by the composition. */

import type { PortableTemplates } from '../../templates/portable-template.ts';

/** From where calls without credentials are taken, and for whose. */
export interface TrustedCallers {
  readonly clientId: string;
  /** In CIDR notation. */
  readonly networks: readonly string[];
}

export interface MosipParts {
  /** Seals the templates that MOSIP keeps. */
  readonly templates: PortableTemplates;
  /** Absent: every caller has credentials. */
  readonly trusted?: TrustedCallers;
}
