/** The check `Sharpness` of enrol, verify and the others, which is ours: does blur lower it? */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { median } from './change.ts';
import type { Degradation } from './degradations.ts';
import type { Portrait } from './portrait.ts';
import { markdown } from './table.ts';

/** One row a severity: median before and after, and how surely blurred faces are told from others. */
export async function describeOwnSharpness(
  engine: FaceEngine,
  portraits: readonly Portrait[],
  { name, severities }: Degradation,
): Promise<string> {
  const clean = await sharpnessOf(
    engine,
    portraits.map(({ png }) => png),
  );
  const rows: string[][] = [];
  for (const severity of severities) {
    const images = await Promise.all(portraits.map(severity.spoil));
    const spoilt = await sharpnessOf(engine, images);
    rows.push([
      `${name}: ${severity.name}`,
      `${median(clean).toFixed(2)} → ${median(spoilt).toFixed(2)}`,
      areaUnderCurve(spoilt, clean).toFixed(3),
    ]);
  }
  return markdown(['Degradation', 'Check Sharpness, before → after', 'AUC'], rows);
}

async function sharpnessOf(engine: FaceEngine, images: readonly Uint8Array[]): Promise<number[]> {
  const scores: number[] = [];
  for (const image of images) {
    const { qualityAssessments } = await engine.analyse(image);
    const found = qualityAssessments.find(({ check }) => check === 'Sharpness');
    if (found !== undefined) scores.push(found.score);
  }
  return scores;
}

/** Share of pairs in which the first is lower; ties count half. */
function areaUnderCurve(lower: readonly number[], higher: readonly number[]): number {
  let sum = 0;
  for (const p of lower) for (const q of higher) sum += p < q ? 1 : p === q ? 0.5 : 0;
  return sum / (lower.length * higher.length);
}
