/** Rights that are wrong for a user who is not root: it says which, and starts once they are right. */
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createCli } from '../../testing/cli/run-cli.ts';
import type { FaultReport } from './report.ts';

/** nobody */
const USER = 65_534;
/** Files of the data, the rights they lose, and what has to be named. */
const WRONG = [
  { file: '', mode: 0o000 },
  { file: '', mode: 0o500 },
  { file: 'prosopon.db', mode: 0o000 },
  { file: 'prosopon.db', mode: 0o400 },
  { file: 'master.key', mode: 0o000 },
  { file: 'anchor', mode: 0o000 },
] as const;

export async function forbiddenFiles(): Promise<FaultReport> {
  if (process.getuid?.() !== 0)
    return { times: 0, broken: [], leftOut: 'left out: only root can run it as somebody else' };
  const cli = await createCli({ convertedModels: true, user: USER });
  const broken: string[] = [];
  const { dataDir } = cli;
  const own = () => {
    chownSync(join(dataDir, '..'), USER, USER);
    chownSync(dataDir, USER, USER);
    for (const name of readdirSync(dataDir))
      if (name !== 'models') chownSync(join(dataDir, name), USER, USER);
  };
  try {
    own();
    await (await cli.serve()).stop();
    for (const { file, mode } of WRONG) {
      const path = join(dataDir, file);
      const name = `${file || 'the folder'} ${mode.toString(8)}`;
      const right = statSync(path).mode & 0o777;
      chmodSync(path, mode);
      const refused = await cli.serve().then(
        async (running) => {
          await running.stop();
          return undefined;
        },
        (error: Error) => error.message,
      );
      chmodSync(path, right);
      if (refused === undefined) broken.push(`${name}: it starts`);
      else if (!refused.includes(dataDir) || /\n\s+at /.test(refused))
        broken.push(`${name}: it says ${refused}`);
    }
    await (await cli.serve()).stop();
  } finally {
    await cli.remove();
  }
  return { times: WRONG.length, broken };
}
