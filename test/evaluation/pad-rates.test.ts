/** Rates of presentation attack detection, from judgements made up for the purpose. */
import { describe, expect, it } from 'vitest';
import { apcerAt, detCurvesOf } from '../../evaluation/pad/det.ts';
import { type Presentation, ratesOf, summarise } from '../../evaluation/pad/rates.ts';

/** A decided picture of that score, threshold 0.5. */
const seen = (source: string, score: number, border = false): Presentation => ({
  source,
  reach: 2,
  milliseconds: 1,
  passive: { score, scores: { one: score, two: 1 - score }, live: score >= 0.5, decided: true },
  fakes: [{ detector: 'picture-border', score: border ? 1 : 0, fake: border, message: '' }],
});
const tight: Presentation = {
  ...seen('c.mp4', 0.9),
  passive: { score: 0.9, scores: { one: 0.9, two: 0.1 }, live: false, decided: false },
};
const nobody: Presentation = {
  source: 'c.mp4',
  problem: 'FaceNotFound',
  fakes: [],
  reach: 0,
  milliseconds: 0,
};

const live = ratesOf({ name: 'live', kind: 'bona fide', counts: true }, [
  seen('a.mp4', 0.9),
  seen('a.mp4', 0.8),
  seen('b.mp4', 0.2),
  seen('b.mp4', 0.7),
]);
const replay = ratesOf({ name: 'replay', kind: 'attack', counts: true }, [
  seen('c.mp4', 0.1, true),
  seen('c.mp4', 0.2),
  tight,
  nobody,
]);
const print = ratesOf({ name: 'print', kind: 'attack', counts: true }, [
  seen('d.jpg', 0.6),
  seen('e.jpg', 0.1),
  seen('f.jpg', 0.1),
]);

describe('rates of a set', () => {
  it('count only decided images', () => {
    expect(live).toMatchObject({ sources: 2, pictures: 4, decided: 4, wrong: 0.25 });
    expect(replay).toMatchObject({ sources: 1, pictures: 4, decided: 2, wrong: 0 });
    expect(replay.fakes).toEqual({ 'picture-border': 0.5 });
    expect(replay.alone).toEqual({ one: 0, two: 1 });
  });

  it('say for each clip why nothing was decided', () => {
    expect(replay.clips).toEqual([
      {
        source: 'c.mp4',
        pictures: 4,
        decided: 2,
        live: 0,
        medianScore: 0.2,
        problems: { 'too tight': 1, FaceNotFound: 1 },
      },
    ]);
  });
});

describe('the summary', () => {
  it('uses the worst species', () => {
    const summary = summarise([live, replay, print]);
    expect(summary).toMatchObject({ worstSpecies: 'print', apcer: 1 / 3, bpcer: 0.25 });
    expect(summary!.acer).toBeCloseTo((1 / 3 + 0.25) / 2);
  });

  it('omits sets that do not count, and needs both kinds', () => {
    expect(summarise([live, replay, { ...print, counts: false }])!.apcer).toBe(0);
    expect(summarise([live])).toBeUndefined();
  });
});

it('counts an image rejected by any check, and texture separately', () => {
  const rates = ratesOf({ name: 'phone', kind: 'attack', counts: true }, [
    seen('g.jpg', 0.9, true),
    seen('h.jpg', 0.9),
    seen('i.jpg', 0.1),
    seen('j.jpg', 0.1, true),
  ]);
  expect(rates).toMatchObject({ wrong: 0.25, texture: 0.5, fakes: { 'picture-border': 0.5 } });
});

describe('the trade-off of errors', () => {
  const [replayed, printed] = detCurvesOf([live, replay, print]);

  it('has a curve for each species, against all live images', () => {
    expect(printed).toEqual({
      species: 'print',
      points: [
        { bpcer: 0, apcer: 1 / 3 },
        { bpcer: 0.25, apcer: 0 },
        { bpcer: 0.5, apcer: 0 },
        { bpcer: 0.75, apcer: 0 },
      ],
    });
  });

  it('keeps images rejected that a detector of obvious fakes rejects', () => {
    expect(replayed?.points[0]).toEqual({ bpcer: 0, apcer: 0.5 });
  });

  it('gives the share of passing attacks at a share of refused live images', () => {
    expect(apcerAt(printed!, 0.1)).toBeCloseTo(1 / 3);
    expect(apcerAt(printed!, 0.25)).toBe(0);
    expect(apcerAt({ species: 'none', points: [{ bpcer: 0.1, apcer: 0 }] }, 0.05)).toBeUndefined();
  });
});
