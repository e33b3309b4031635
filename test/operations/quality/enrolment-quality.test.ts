/** Which portraits are too bad to be enrolled. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine, ImageAnalysis } from '../../../src/faces/analysis.ts';
import { workOf } from '../../../src/operations/context.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { failedQuality, missedMinimum } from '../../../src/operations/quality/enrolment-quality.ts';
import { portrait } from '../../../testing/people.ts';
import { openWorkplace, submitted, type Workplace } from '../workplace.ts';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
});
afterAll(() => work.close());

describe('enrolment quality', () => {
  it('accepts ordinary portraits', async () => {
    for (const person of ['ada', 'ben', 'cem', 'dov'] as const)
      expect(failedQuality(await work.engine.analyse(await portrait(person)))).toBeUndefined();
  });

  it('skips an almost black portrait and says why', async () => {
    const portraitOfDov = sharp(await portrait('dov'));
    const dark = await portraitOfDov.linear(0.05).png().toBuffer();
    const images = submitted(await portrait('dov'), dark);
    const result = await enroll(work.parts, work.context(), { classId: 1n, images });
    expect(result).toMatchObject({
      performedAction: 'NEW_TEMPLATE_CREATED',
      enrolledImages: 1,
      errors: [
        { errorCode: 'QualityTooLow', message: expect.stringMatching(/^images\[1\].*dark/) },
      ],
    });
  });

  it('accepts the blur of a soft camera, and refuses one that hides the person', () => {
    const image = (qualityScore: number) => {
      const blurred = { check: 'Sharpness', score: 0.05, message: 'blurred' };
      return { qualityScore, qualityAssessments: [blurred] } as unknown as ImageAnalysis;
    };
    expect(failedQuality(image(0.3))).toBeUndefined();
    expect(failedQuality(image(0.03))).toBe('blurred');
  });

  it("refuses scores below the client's minimum, and names the measure", async () => {
    const image = async (person: 'ada' | 'ben') => submitted(await portrait(person));
    const demand = (minimumQuality: Record<string, number>) => work.context({ minimumQuality });
    const enrolled = await enroll(work.parts, demand({ HeadPoseYaw: 30 }), {
      classId: 2n,
      images: await image('ada'),
    });
    expect(enrolled.performedAction).toBe('NEW_TEMPLATE_CREATED');
    const refused = await enroll(work.parts, demand({ HeadPoseYaw: 30, HeadSize: 100 }), {
      classId: 3n,
      images: await image('ben'),
    });
    expect(refused.errors).toEqual([
      {
        errorCode: 'QualityTooLow',
        message: expect.stringMatching(/^images\[0\].*HeadSize is \d+, at least 100 is demanded/),
      },
    ]);
    const nothing = { gradeQuality: async () => ({ measurements: [] }) } as unknown as FaceEngine;
    const [ben] = await image('ben');
    expect(await missedMinimum(nothing, ben!, { HeadSize: 1 }, workOf(work.context()))).toMatch(
      /^HeadSize could not be computed, at least 1/,
    );
  });

  it('ignores unknown checks', () => {
    const assessment = { check: 'SuitableFace', score: 0, message: 'another face was discarded' };
    const image = { qualityAssessments: [assessment] } as unknown as ImageAnalysis;
    expect(failedQuality(image)).toBeUndefined();
  });
});
