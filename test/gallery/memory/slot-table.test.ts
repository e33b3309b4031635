/** The index of classes behaves as a Map of bigints, whatever comes and goes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ClassSlots } from '../../../src/gallery/memory/class-slots.ts';
import { SlotTable } from '../../../src/gallery/memory/slot-table.ts';

/** Few of each kind, so that they come again: small ones, equal in one half, and the largest. */
const classId = fc.oneof(
  fc.bigInt(1n, 40n),
  fc.bigInt(1n, 20n).map((high) => (high << 32n) + 7n),
  fc.bigInt(2n ** 63n - 20n, 2n ** 63n - 1n),
);

it('finds what was added and not deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), classId), { maxLength: 400 }), (steps) => {
      const classes = new ClassSlots();
      const table = new SlotTable(classes);
      const model = new Map<bigint, number>();
      for (const [adds, id] of steps) {
        const known = model.get(id);
        expect(table.slotOf(id)).toBe(known);
        if (adds && known === undefined) {
          const slot = classes.add(id, 3, 4);
          table.add(slot);
          model.set(id, slot);
        } else if (!adds) {
          table.delete(id);
          if (known !== undefined) classes.release(known);
          model.delete(id);
        }
      }
      expect(table.size).toBe(model.size);
      expect([...table.slots()].sort()).toEqual([...model.values()].sort());
      for (const [id, slot] of model) {
        expect(table.slotOf(id)).toBe(slot);
        expect(classes.idOf(slot)).toBe(id);
      }
    }),
  );
});

it('holds any number of classes, with ids at any distance', () => {
  for (const step of [1n, 4096n, 2n ** 32n]) {
    const classes = new ClassSlots();
    const table = new SlotTable(classes);
    for (let i = 1n; i <= 20_000n; i++) table.add(classes.add(i * step, Number(i), 0));
    for (let i = 1n; i <= 20_000n; i++)
      expect(classes.tagSetOf(table.slotOf(i * step)!)).toBe(Number(i));
    expect(table.slotOf(3n * step + 1n)).toBe(step === 1n ? 3 : undefined);
  }
});
