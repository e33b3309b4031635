/** The curl line of the playground is one that a shell runs, with the files it names. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine } from '../../../web/playground/curl.ts';

const photo = new Blob(['pixels'], { type: 'image/jpeg' });

/** What the shell would send, with stand-ins for the programs the line calls. */
function sent(line: string): string {
  const stubs = 'base64() { cat; }; curl() { cat; }; ';
  const files = line.replace(
    /< (image|video)\d+\.\w+/g,
    (redirect) => `<<< "${redirect.slice(2)}"`,
  );
  return execFileSync('bash', ['-c', stubs + files], { encoding: 'utf8' }).trim();
}

it('sends each file in its place, whatever else the body holds', () => {
  const call = {
    method: 'POST',
    path: '/api/face/v1/search',
    headers: { 'Transaction-ID': 'one' },
    body: { images: [{ image: photo }, { image: photo }], tags: ["it's"], topMatches: true },
  } as const;
  const line = curlLine(call, 'http://localhost:8080', 'demo');
  expect(line).toContain("-H 'Transaction-ID: one'");
  expect(JSON.parse(sent(line))).toEqual({
    images: [{ image: 'image1.jpeg' }, { image: 'image2.jpeg' }],
    tags: ["it's"],
    topMatches: true,
  });
});

it('is a single command without a body', () => {
  const line = curlLine({ method: 'DELETE', path: '/api/face/v1/template/1' }, 'http://h', 'demo');
  expect(line).toMatch(/^curl -X DELETE http:\/\/h\/api\/face\/v1\/template\/1/);
});
