/** Dependencies of MOSIP's SDK, provided by the composition. */

import type { PortableTemplates } from '../../templates/portable-template.ts';

/** Networks whose calls need no credentials, and the client they count for. */
export interface TrustedCallers {
  readonly clientId: string;
  /** In CIDR notation. */
  readonly networks: readonly string[];
}

export interface MosipParts {
  /** Seals the templates that MOSIP stores. */
  readonly templates: PortableTemplates;
  /** Absent: every caller needs credentials. */
  readonly trusted?: TrustedCallers;
}
