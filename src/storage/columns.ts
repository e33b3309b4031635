/** Columns that tables share. */

/** Sealed bytes: the data key wrapped by the key-encryption key `kek_id`, and what it encrypts. */
export interface SealedColumns {
  kek_id: string;
  data_key: Uint8Array;
  body: Uint8Array;
  signature: Uint8Array;
}

/** Keyed seal of the whole row, which is not used without it; see sealing/bound-rows.ts. */
export interface BoundColumn {
  seal: Uint8Array | null;
}
