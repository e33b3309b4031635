/** Origin of figures: machine and commit. Every figure is printed with both. */
import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';

export function describeMachine(): string {
  const [first, ...others] = cpus();
  const model = first?.model.replace(/\s+/g, ' ').trim() || process.arch;
  return `${others.length + 1} × ${model}, Node.js ${process.versions.node}`;
}

/** Short hash of the commit, with a + if the working tree differs. Undefined outside git. */
export async function readCommit(): Promise<string | undefined> {
  const git = promisify(execFile);
  const cwd = import.meta.dirname;
  try {
    const { stdout: hash } = await git('git', ['rev-parse', '--short', 'HEAD'], { cwd });
    const changed = [
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      ':/src',
      ':/evaluation',
    ];
    const { stdout: changes } = await git('git', changed, { cwd });
    return hash.trim() + (changes === '' ? '' : '+');
  } catch {
    return undefined;
  }
}
