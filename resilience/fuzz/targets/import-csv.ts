import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSource } from '../../../src/cli/import/import-sources.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { seed, type Target } from '../target.ts';

const path = join(mkdtempSync(join(tmpdir(), 'prosopon-fuzz-')), 'people.csv');

export const target: Target = {
  seeds: [
    seed('class,image\n1,a.jpg\n1,b.jpg\n2,c.jpg\n'),
    seed('class,image,tags,consent\r\n1,"a ""x"".jpg",a;b,form\r\n'),
  ],
  words: ['class', 'image', 'tags', 'consent', '"', '\r\n', ',', '9223372036854775807', '\ufeff'],
  cost: 4,
  isRefusal: (error) => error instanceof InvalidArgument,
  async parse(input) {
    writeFileSync(path, input);
    const source = await openSource(path);
    for await (const _ of source.people());
  },
};
