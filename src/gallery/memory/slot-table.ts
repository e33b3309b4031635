/** Finds the slots of a partition's classes by their ids, in about eight bytes a class. */
import type { ClassSlots } from './class-slots.ts';

/** An open-addressing table with linear probing. */
export class SlotTable {
  readonly #classes: ClassSlots;
  /** Slot + 1; 0: empty. */
  #places = new Uint32Array(8);
  size = 0;

  constructor(classes: ClassSlots) {
    this.#classes = classes;
  }

  slotOf(classId: bigint): number | undefined {
    const place = this.#placeOf(classId);
    return place === undefined ? undefined : this.#places[place]! - 1;
  }

  /** The class of the slot must not be there yet. */
  add(slot: number): void {
    this.size++;
    if (this.size > this.#places.length * 0.75) this.#enlarge();
    this.#put(slot);
  }

  delete(classId: bigint): void {
    let gap = this.#placeOf(classId);
    if (gap === undefined) return;
    this.size--;
    const last = this.#places.length - 1;
    // Moves later entries up, unless that would put them before the place where a search starts.
    for (let next = (gap + 1) & last; this.#places[next] !== 0; next = (next + 1) & last) {
      const home = this.#homeOf(this.#places[next]! - 1);
      if (((next - home) & last) < ((next - gap) & last)) continue;
      this.#places[gap] = this.#places[next]!;
      gap = next;
    }
    this.#places[gap] = 0;
  }

  *slots(): Generator<number> {
    for (const place of this.#places) if (place !== 0) yield place - 1;
  }

  #placeOf(classId: bigint): number | undefined {
    soughtId[0] = classId;
    const [low, high] = sought as unknown as [number, number];
    const last = this.#places.length - 1;
    for (let place = hash(low, high) & last; ; place = (place + 1) & last) {
      const slot = this.#places[place]! - 1;
      if (slot < 0) return undefined;
      if (this.#classes.lowOf(slot) === low && this.#classes.highOf(slot) === high) return place;
    }
  }

  #homeOf(slot: number): number {
    const { length } = this.#places;
    return hash(this.#classes.lowOf(slot), this.#classes.highOf(slot)) & (length - 1);
  }

  #put(slot: number): void {
    const last = this.#places.length - 1;
    let place = this.#homeOf(slot);
    while (this.#places[place] !== 0) place = (place + 1) & last;
    this.#places[place] = slot + 1;
  }

  #enlarge(): void {
    const before = this.#places;
    this.#places = new Uint32Array(2 * before.length);
    for (const place of before) if (place !== 0) this.#put(place - 1);
  }
}

/** The id that is looked for, and its halves as `ClassSlots` has them. */
const soughtId = new BigInt64Array(1);
const sought = new Uint32Array(soughtId.buffer);

/** The last steps of MurmurHash3, for class ids that count up by any step. */
function hash(low: number, high: number): number {
  let h = low ^ Math.imul(high, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
