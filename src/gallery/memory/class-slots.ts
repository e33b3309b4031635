/** Classes by slot: their ids, tag sets and first rows, in arrays instead of an object a class. */

/** Stands for no row. */
export const NO_ROW = 0xffff_ffff;

export class ClassSlots {
  #ids = new BigInt64Array(0);
  #words = new Uint32Array(0);
  #tagSets = new Uint32Array(0);
  #firstRows = new Uint32Array(0);
  #used = 0;
  readonly #free: number[] = [];

  /** Slot of a new class. */
  add(classId: bigint, tagSet: number, firstRow: number): number {
    const slot = this.#free.pop() ?? this.#used++;
    if (slot >= this.#ids.length) this.#grow(slot + 1);
    this.#ids[slot] = classId;
    this.#tagSets[slot] = tagSet;
    this.#firstRows[slot] = firstRow;
    return slot;
  }

  release(slot: number): void {
    this.#ids[slot] = 0n;
    this.#free.push(slot);
  }

  idOf(slot: number): bigint {
    return this.#ids[slot]!;
  }

  tagSetOf(slot: number): number {
    return this.#tagSets[slot]!;
  }

  firstRowOf(slot: number): number {
    return this.#firstRows[slot]!;
  }

  /** Both halves of the id of a slot: to be compared and hashed without a bigint for each. */
  lowOf(slot: number): number {
    return this.#words[2 * slot]!;
  }

  highOf(slot: number): number {
    return this.#words[2 * slot + 1]!;
  }

  #grow(least: number): void {
    const length = roomFor(least);
    this.#ids = enlarged(this.#ids, new BigInt64Array(length));
    this.#words = new Uint32Array(this.#ids.buffer);
    this.#tagSets = enlarged(this.#tagSets, new Uint32Array(length));
    this.#firstRows = enlarged(this.#firstRows, new Uint32Array(length));
  }
}

/** Grows by half, so that growing is rare. Pages that are never written take no memory. */
export const roomFor = (length: number): number => length + (length >> 1) + 64;

/** @param larger receives the contents of `array` and is returned */
export function enlarged<T extends { set(array: T): void }>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}
