/** A parser with every fault that one may have. */
import { readFileSync } from 'node:fs';
import type { OpenParser } from '../../src/extensions.ts';

interface Task {
  readonly does: 'answer' | 'loop' | 'read' | 'exit' | 'throw' | 'tell';
  readonly path?: string;
  readonly bytes?: Uint8Array;
}

export const open: OpenParser<string, Task, unknown> = (data) => (task) => {
  switch (task.does) {
    case 'loop':
      for (;;);
    case 'read':
      return readFileSync(task.path!, 'utf8');
    case 'exit':
      return process.exit(1);
    case 'throw':
      throw new Error('of no concern to callers');
    case 'tell':
      return Object.keys(process.env).filter((name) => name.startsWith('PROSOPON_'));
    case 'answer':
      return { data, bytes: task.bytes };
  }
};
