/** Classes by slot: their ids, tag sets and rows, in arrays instead of an object a class. */

export class ClassSlots {
  #ids = new BigInt64Array(0);
  #words = new Uint32Array(0);
  #tagSets = new Uint32Array(0);
  #rows = new Uint32Array(0);
  #used = 0;
  readonly #free: number[] = [];

  /** Slot of a new class. */
  add(classId: bigint, tagSet: number, row: number): number {
    const slot = this.#free.pop() ?? this.#used++;
    if (slot >= this.#ids.length) this.#grow(slot + 1);
    this.#ids[slot] = classId;
    this.#tagSets[slot] = tagSet;
    this.#rows[slot] = row;
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

  rowOf(slot: number): number {
    return this.#rows[slot]!;
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
    this.#rows = enlarged(this.#rows, new Uint32Array(length));
  }
}

/** Grows by half, so that growing is rare. Pages that are never written take no memory. */
const roomFor = (length: number): number => length + (length >> 1) + 64;

/** @param larger receives the contents of `array` and is returned */
function enlarged<T extends { set(array: T): void }>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}
