/** What a process prints, put together from its chunks: one may end in the middle of a line. */
import type { ChildProcess } from 'node:child_process';

/**
 * Resolves to the first match in all that the process prints from now on, on either stream.
 * @throws Error it ended before
 */
export function untilPrinted(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const found = pattern.exec(printed);
      if (found !== null) resolve(found);
    });
  child.once('exit', (code) => reject(new Error(`ended with ${code}; it printed: ${printed}`)));
  return promise;
}
