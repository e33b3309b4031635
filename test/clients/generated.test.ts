/**
 * The client libraries are made from what the service says of itself today. After a change of the
 * contract: `npx vitest run test/clients/generated.test.ts -u`.
 */
import { spawnSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { pythonModels } from '../../clients/python/models.ts';
import { startService } from '../../testing/http/service.ts';

/** Tags of what applications call; the rest are pages. */
const TAGS = new Set(['Face', 'Liveness', 'Quality', 'Token']);

type Paths = Record<string, Record<string, { readonly tags?: readonly string[] }>>;

let document: Parameters<typeof pythonModels>[0];
let text: string;

beforeAll(async () => {
  const service = await startService();
  const { openapi, info, paths, components } = (await service.call('GET', '/openapi.json')).json;
  await service.close();
  const called = Object.entries(paths as Paths).filter(([, methods]) =>
    Object.values(methods).some(({ tags }) => tags?.some((tag) => TAGS.has(tag))),
  );
  document = {
    ...{ openapi, info: { ...info, version: '0' } },
    ...{ paths: Object.fromEntries(called), components },
  };
  text = `${JSON.stringify(document, null, 2)}\n`;
});

it("the document behind the clients is the service's", async () => {
  await expect(text).toMatchFileSnapshot('../../clients/openapi.json');
});

it('the Python models match the document', async () => {
  await expect(pythonModels(document)).toMatchFileSnapshot(
    '../../clients/python/src/prosopon_client/models.py',
  );
});

const PYTHON = process.env.PROSOPON_TEST_PYTHON ?? '/usr/bin/python3';
const hasPython = spawnSync(PYTHON, ['--version']).status === 0;
if (!hasPython) console.warn(`skipped: there is no ${PYTHON}`);

it.skipIf(!hasPython)('the Python models are valid Python', () => {
  const parse = 'import ast, sys; ast.parse(sys.stdin.read())';
  const input = pythonModels(document);
  expect(spawnSync(PYTHON, ['-c', parse], { input, encoding: 'utf8' }).stderr).toBe('');
});
