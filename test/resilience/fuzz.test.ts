/** The fuzzer itself: it finds what is planted, and what it found once stays mended. */
import { expect, test } from 'vitest';
import { runCases } from '../../resilience/fuzz/run-cases.ts';

const planted = new URL('planted-faults.ts', import.meta.url).href;

test('gets through nested conditions, and survives a hang', async () => {
  const { found, cases } = await runCases({ target: planted, from: 0, to: 1e9, corpus: [] }, 300);
  expect(cases).toBeGreaterThan(100);
  const what = found.map((finding) => finding.what.replace(/ \(.*/, ''));
  expect(what).toContain('TypeError: "deep"');
  expect(what).toContain('does not end');
});
