/** Classes that are enrolled and deleted under load, with every call that changed them. */
import type { Call } from '../kill/history.ts';

/** Of so many rounds of enrolments, each of all people, one stays. */
const KEPT = 4;

/** A call that is about to be sent. */
interface Change {
  readonly classId: number;
  /** Notes the answer: null of an enrolment, of a deletion whether there was a template. */
  acknowledge(answer: null | boolean): void;
}

export type Ledger = ReturnType<typeof openLedger>;

/** @param people who are enrolled in turn; classes 1, 2, … up to their number are there already */
export function openLedger(people: number) {
  const changes = new Map<number, Call[]>();
  const doomed: number[] = [];
  let newest = people;

  const now = () => Number(process.hrtime.bigint());
  const note = (classId: number, operation: Call['operation']) => {
    const calls = changes.get(classId) ?? [];
    changes.set(classId, calls);
    const called = now();
    const at = calls.push({ operation, called }) - 1;
    return (answer: null | boolean) => {
      calls[at] = { operation, called, answered: { at: now(), answer } };
    };
  };

  return {
    changes: changes as ReadonlyMap<number, readonly Call[]>,
    personOf: (classId: number) => (classId - 1) % people,
    /** The class that was acknowledged last of those that stay. */
    newest: () => newest,
    enrol(): Change {
      const classId = people + changes.size + 1;
      const acknowledge = note(classId, { kind: 'set', value: 'enrolled' });
      return {
        classId,
        acknowledge(answer) {
          acknowledge(answer);
          if (Math.floor(classId / people) % KEPT === 0) newest = classId;
          else doomed.push(classId);
        },
      };
    },
    /** Undefined: no class is left to delete. */
    delete(): Change | undefined {
      const classId = doomed.shift();
      if (classId === undefined) return undefined;
      return { classId, acknowledge: note(classId, { kind: 'delete' }) };
    },
  };
}
