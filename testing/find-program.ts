/** Programs that tests use where they are installed. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the program. Undefined: it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
