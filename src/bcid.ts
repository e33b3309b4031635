/** Addresses of classes and limits of their parts. Pages use this file, so it imports nothing. */

/** Biometric Class ID: storage and partition of the client, class chosen by the client. */
export interface Bcid {
  readonly storage: string;
  readonly partition: string;
  /** Positive 64-bit integer. */
  readonly classId: bigint;
}

/** Names of storages, partitions and clients. No dots, which join the parts of a BCID. */
export const NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const LARGEST_CLASS_ID = 2n ** 63n - 1n;

/** The class id in decimal digits without leading zeros; undefined: invalid. */
export function readClassId(text: string): bigint | undefined {
  if (!/^[1-9][0-9]{0,18}$/.test(text)) return undefined;
  const classId = BigInt(text);
  return classId > LARGEST_CLASS_ID ? undefined : classId;
}

/** `<storage>.<partition>.<class id>`. */
export const bcidText = ({ storage, partition, classId }: Bcid): string =>
  `${storage}.${partition}.${classId}`;

/** The parts of a BCID, or undefined when the text is none. */
export function parseBcid(text: string): Bcid | undefined {
  const [storage = '', partition = '', number = '', ...rest] = text.split('.', 4);
  const classId = readClassId(number);
  if (!NAME.test(storage) || !NAME.test(partition) || rest.length > 0) return undefined;
  return classId === undefined ? undefined : { storage, partition, classId };
}
