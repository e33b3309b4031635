/** Makes a process do something else at an exact moment: when it calls a function of the file system. */

/** Ends the process as a power failure would end it. */
export const KILL = "process.kill(process.pid, 'SIGKILL');";

/**
 * Text of a module to run first.
 * @param code what is done instead of each call. It knows `call`, the `args` of this call, and
 * `unhook`, which ends this
 */
export const hooked = (call: 'link' | 'rm' | 'writeFile', code: string): string => `
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const call = fs.${call};
  const hook = (real) => {
    fs.${call} = real;
    syncBuiltinESMExports();
  };
  const unhook = () => hook(call);
  hook(async (...args) => { ${code} });`;
