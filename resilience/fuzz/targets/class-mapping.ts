import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assignClasses, readMapping } from '../../../src/cli/import/class-mapping.ts';
import { openJournal } from '../../../src/cli/import/import-journal.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { seed, type Target } from '../target.ts';

const path = join(mkdtempSync(join(tmpdir(), 'prosopon-fuzz-')), 'file');
const line = '{"class":"1","image":"a.jpg","enrolled":true,"errors":[]}\n';

/** Files that an import keeps: the class of each folder, and progress. */
export const target: Target = {
  seeds: [seed('{"alice": 1, "bob": 2}'), seed(line + line)],
  words: ['"class":', '"image":', '9223372036854775808', '1e3', 'null', '__proto__', '{"class":"'],
  cost: 4,
  isRefusal: (error) => error instanceof InvalidArgument,
  async parse(input) {
    writeFileSync(path, input);
    if (input[0] === 0x7b && input.includes(0x0a)) {
      const journal = await openJournal(path);
      journal.refused();
      await journal.close();
    } else assignClasses(['alice', '7', '007'], await readMapping(path));
  },
};
