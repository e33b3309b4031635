import { describe, expect, it } from 'vitest';
import {
  interfaceScore,
  parseCalibration,
  thresholdFor,
} from '../../../src/faces/calibration/calibration.ts';

const calibration = {
  encoder: 'test',
  date: '2026-01-01',
  data: 'none',
  curve: [
    [0.01, 0.5],
    [0.0001, 0.7],
    [0.000001, 0.8],
  ] as [number, number][],
};

describe('a calibration', () => {
  it('gives the threshold of a false-match rate, interpolated in its logarithm', () => {
    expect(thresholdFor(calibration, 0.0001)).toBeCloseTo(0.7);
    expect(thresholdFor(calibration, 0.001)).toBeCloseTo(0.6);
    expect(thresholdFor(calibration, 0.00001)).toBeCloseTo(0.75);
  });

  it('keeps its first value below, and extrapolates its end in the logarithm of the rate up to 1', () => {
    expect(thresholdFor(calibration, 0.5)).toBe(0.5);
    expect(thresholdFor(calibration, 1e-8)).toBeCloseTo(0.9);
    expect(thresholdFor(calibration, 1e-30)).toBe(1);
  });

  it('maps comparison scores to 0..1: 0.5 at FMR 0.01 %, 0.9 at 0.0001 %, rising', () => {
    expect(interfaceScore(calibration, 0.7)).toBeCloseTo(0.5);
    expect(interfaceScore(calibration, 0.8)).toBeCloseTo(0.9);
    expect(interfaceScore(calibration, -1)).toBeGreaterThanOrEqual(0);
    expect(interfaceScore(calibration, 1)).toBeLessThanOrEqual(1);
  });

  it('is refused with the place of the error', () => {
    expect(() => parseCalibration('{', 'x.json')).toThrow('x.json: not JSON');
    expect(() => parseCalibration('{"encoder":"e"}', 'x.json')).toThrow(/x\.json/);
    const falling = { ...calibration, curve: [...calibration.curve].reverse() };
    expect(() => parseCalibration(JSON.stringify(falling), 'x.json')).toThrow(/monoton|fall/);
    expect(parseCalibration(JSON.stringify(calibration), 'x.json')).toEqual(calibration);
  });
});
