/** Columns that tables share. */

/** Sealed bytes: the content, and its data key, wrapped by the key-encryption key `kek_id`. */
export interface SealedColumns {
  kek_id: string;
  data_key: Uint8Array;
  body: Uint8Array;
  signature: Uint8Array;
}

/** Keyed seal of the whole row. Rows are only used with a valid seal; see sealing/bound-rows.ts. */
export interface BoundColumn {
  seal: Uint8Array;
}
