/** Writes FlatBuffers for tests: tables of numbered fields. */

export type Field =
  | { readonly kind: 'int32'; readonly value: number }
  | { readonly kind: 'longs'; readonly value: readonly number[] }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'texts'; readonly value: readonly string[] }
  | { readonly kind: 'table'; readonly value: FlatTableFields }
  | { readonly kind: 'tables'; readonly value: readonly FlatTableFields[] }
  /** Bytes in units of 16. */
  | { readonly kind: 'units'; readonly value: Uint8Array };

export type FlatTableFields = { readonly [field: number]: Field };

/** A file whose root is the table. */
export function flatbuffer(root: FlatTableFields): Uint8Array {
  const out = { bytes: Buffer.alloc(4) };
  const at = writeTable(out, root);
  out.bytes.writeUInt32LE(at, 0);
  return out.bytes;
}

interface Output {
  bytes: Buffer;
}

function append(out: Output, bytes: Uint8Array): number {
  const start = Math.ceil(out.bytes.length / 8) * 8;
  out.bytes = Buffer.concat([out.bytes, Buffer.alloc(start - out.bytes.length), bytes]);
  return start;
}

/** Offsets are relative to where they stand. */
function point(out: Output, at: number, to: number): void {
  out.bytes.writeUInt32LE(to - at, at);
}

function writeTable(out: Output, fields: FlatTableFields): number {
  const numbers = Object.keys(fields).map(Number);
  const most = Math.max(-1, ...numbers);
  const layout = Buffer.alloc(4 + 2 * (most + 1));
  layout.writeUInt16LE(layout.length, 0);
  layout.writeUInt16LE(4 + 4 * numbers.length, 2);
  numbers.forEach((number, k) => {
    layout.writeUInt16LE(4 + 4 * k, 4 + 2 * number);
  });
  const layoutAt = append(out, layout);
  const at = append(out, Buffer.alloc(4 + 4 * numbers.length));
  out.bytes.writeInt32LE(at - layoutAt, at);
  numbers.forEach((number, k) => {
    writeField(out, at + 4 + 4 * k, fields[number]!);
  });
  return at;
}

function writeField(out: Output, at: number, field: Field): void {
  if (field.kind === 'int32') out.bytes.writeInt32LE(field.value, at);
  else point(out, at, writeReferred(out, field));
}

/** @returns where it stands */
function writeReferred(out: Output, field: Exclude<Field, { kind: 'int32' }>): number {
  switch (field.kind) {
    case 'table':
      return writeTable(out, field.value);
    case 'text':
      return vector(out, field.value.length, Buffer.from(field.value));
    case 'units': {
      const units = Math.ceil(field.value.length / 16);
      return vector(out, units, Buffer.concat([field.value, Buffer.alloc(15)]));
    }
    case 'longs': {
      const values = Buffer.from(BigInt64Array.from(field.value, BigInt).buffer);
      return vector(out, field.value.length, values);
    }
    case 'texts':
      return references(out, field.value.length, (k) =>
        vector(out, field.value[k]!.length, Buffer.from(field.value[k]!)),
      );
    case 'tables':
      return references(out, field.value.length, (k) => writeTable(out, field.value[k]!));
  }
}

function vector(out: Output, length: number, content: Uint8Array): number {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(length, 0);
  return append(out, Buffer.concat([head, content]));
}

function references(out: Output, length: number, write: (index: number) => number): number {
  const start = vector(out, length, Buffer.alloc(4 * length));
  for (let k = 0; k < length; k++) {
    const at = write(k);
    point(out, start + 4 + 4 * k, at);
  }
  return start;
}
