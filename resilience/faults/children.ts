/** Processes that a service has started. */
import { readdirSync, readFileSync } from 'node:fs';

/** @param program part of their command line. Absent: all of them */
export function childrenOf(parent: number, program = ''): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const isChild = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
        return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(program);
      } catch {
        return false;
      }
    })
    .map(Number);
}
