import { afterAll, describe, expect, it } from 'vitest';
import type { Picture } from '../../../src/faces/image/picture.ts';
import { assessFace } from '../../../src/faces/quality/assess-face.ts';
import {
  type Estimators,
  type QualityMeasureName,
  registerMeasures,
} from '../../../src/faces/quality/measures.ts';
import { prepareFace } from '../../../src/faces/quality/prepare-face.ts';
import { decodeBoxes, suppress } from '../../../src/faces/quality/reference/detector.ts';
import { squared } from '../../../src/faces/quality/reference/landmarks.ts';
import type { ReferenceNetworks } from '../../../src/faces/quality/reference/open-reference.ts';
import {
  compressionBy,
  expressionBy,
  unifiedScoreBy,
} from '../../../src/faces/quality/reference/scores.ts';
import { sharpnessBy } from '../../../src/faces/quality/sharpness.ts';
import { OnnxGraph } from '../../../src/inference/convert/onnx-graph.ts';
import { openSession, type Session } from '../../../src/inference/session.ts';
import { TreeEnsemble } from '../../../src/inference/tree-ensemble.ts';
import { smooth } from './pictures.ts';

const sessions: Session[] = [];
afterAll(async () => {
  await Promise.all(sessions.map((session) => session.close()));
});

async function network(side: number, build: (graph: OnnxGraph) => void): Promise<Session> {
  const graph = new OnnxGraph();
  graph.input('input', [1, 3, side, side]);
  build(graph);
  const session = await openSession(graph.encode('stand-in'));
  sessions.push(session);
  return session;
}

/** Answers these numbers whatever it sees. */
const constant = (side: number, outputs: Readonly<Record<string, readonly number[]>>) =>
  network(side, (graph) => {
    for (const [name, values] of Object.entries(outputs))
      graph.output(name, graph.floats(`${name}_values`, [1, values.length], values), [
        1,
        values.length,
      ]);
  });

/** Answers one number for each of some channels at every pixel. */
const plane = (side: number, channels: readonly number[]) =>
  network(side, (graph) => {
    const weights = graph.floats(
      'weights',
      [channels.length, 3, 1, 1],
      new Float32Array(channels.length * 3),
    );
    const bias = graph.floats('bias', [channels.length], channels);
    const name = graph.node('Conv', ['input', weights, bias], { kernel_shape: [1, 1] });
    graph.output('planes', name, [1, channels.length, side, side]);
  });

/** 98 landmarks of a frontal face in a square of 200 pixels at (100, 100), in −1..1. */
function landmarkValues(): number[] {
  const points = Array.from({ length: 98 }, (_, i) => {
    const turn = (i / 98) * 2 * Math.PI;
    return [200 + 80 * Math.cos(turn), 200 + 90 * Math.sin(turn)];
  });
  const place = (index: number, x: number, y: number) => {
    points[index] = [x, y];
  };
  for (const [i, x] of [60, 61, 62, 63, 64, 65, 66, 67].entries())
    place(x, 150 + (i % 5) * 8, i > 4 ? 174 : 166);
  for (const [i, x] of [68, 69, 70, 71, 72, 73, 74, 75].entries())
    place(x, 218 + (i % 5) * 8, i > 4 ? 174 : 166);
  place(16, 200, 290);
  place(54, 200, 212);
  for (let i = 76; i < 88; i++) place(i, 172 + ((i - 76) % 7) * 9.3, i > 82 ? 258 : 248);
  for (let i = 88; i < 96; i++) place(i, 180 + ((i - 88) % 5) * 10, i > 92 ? 254 : 251);
  return points.flat().map((value) => (((value - 100) / 200) * 256 * 2) / 255 - 1);
}

const image: Picture = smooth(400, 400);
/** The box of the face in the image, padded by a fifth on each side: 560 pixels. */
const FACE = [180, 180, 380, 380].map((value) => value / 560);
const OTHER = [100, 100, 150, 150].map((value) => value / 560);

const detector = () =>
  constant(300, {
    mbox_loc: [0, 0, 0, 0, 0, 0, 0, 0],
    mbox_conf_flatten: [0.1, 0.9, 0.4, 0.6],
    mbox_priorbox: [...FACE, ...OTHER],
  });

const reference = async (): Promise<Required<ReferenceNetworks>> => ({
  detector: await detector(),
  pose: await constant(120, { output: Array.from({ length: 62 }, () => 0) }),
  landmarks: await constant(256, { other: [1, 2], landmarks: landmarkValues() }),
  occlusion: await plane(224, [1]),
  parsing: await plane(
    400,
    Array.from({ length: 19 }, (_, i) => (i === 0 ? 1 : 0)),
  ),
});

const leaf = (value: number) =>
  new TreeEnsemble({
    roots: Int32Array.of(0),
    feature: Int32Array.of(-1),
    threshold: Float32Array.of(0),
    left: Int32Array.of(-1),
    right: Int32Array.of(-1),
    value: Float64Array.of(value),
  });

const estimators = async (): Promise<Estimators> => ({
  UnifiedQualityScore: unifiedScoreBy(await constant(112, { magnitude: [25] })),
  CompressionArtifacts: compressionBy(await constant(248, { ssim: [0.5] })),
  Sharpness: sharpnessBy(leaf(30)),
  ExpressionNeutrality: expressionBy(
    await constant(224, { features: [1, 2] }),
    await constant(260, { features: [3] }),
    leaf(-5000),
  ),
});

/** Must not be asked when everything is there. */
const approximate = {
  detector: {
    inputSize: 256,
    propose: () => Promise.reject(new Error('the detector of ours was asked')),
  },
  get mesh(): Session {
    throw new Error('the mesh was asked');
  },
  segmentation: () => Promise.reject(new Error('the segmentation was asked')),
};

describe('with all models of the reference', () => {
  it('all 28 measures are computed, and are reference', async () => {
    const networks = { approximate, reference: await reference() };
    const face = await prepareFace(networks, image, () => {});
    const registry = registerMeasures(await estimators());
    const { measurements, unavailable, failed } = await assessFace(registry, face, () => {});
    expect({ unavailable, failed }).toEqual({ unavailable: [], failed: [] });
    expect(measurements).toHaveLength(28);
    expect(new Set(measurements.map(({ method }) => method))).toEqual(new Set(['reference']));
    const raw = (name: QualityMeasureName) =>
      measurements.find(({ measure }) => measure === name)!.rawValue;
    expect(raw('UnifiedQualityScore')).toBe(25);
    expect(raw('CompressionArtifacts')).toBe(0.5);
    expect(raw('Sharpness')).toBe(20);
    expect(raw('ExpressionNeutrality')).toBe(-5000);
    expect(raw('SingleFacePresent')).toBeCloseTo(50 ** 2 / 200 ** 2, 6);
    expect(raw('HeadPosePitch')).toBeCloseTo(5.0479, 3);
    expect(raw('HeadSize')).toBeCloseTo(124 / 400, 2);
    expect(raw('EyesVisible')).toBe(0);
    expect(raw('NoHeadCoverings')).toBe(0);
  });

  it('a measure that breaks is named, the others stay', async () => {
    const networks = { approximate, reference: await reference() };
    const face = await prepareFace(networks, image, () => {});
    const torn = unifiedScoreBy(await constant(8, { torn: [1] }));
    const registry = registerMeasures({ UnifiedQualityScore: torn });
    const { measurements, failed } = await assessFace(registry, face, () => {});
    expect(failed).toEqual(['UnifiedQualityScore']);
    expect(measurements).toHaveLength(24);
  });

  it('the stage that fails is named', async () => {
    const whole = await reference();
    const without = async (more: Partial<ReferenceNetworks>) =>
      prepareFace({ approximate, reference: { ...whole, ...more } }, image, () => {}).then(
        () => undefined,
        (error: { errorCode?: string }) => error.errorCode,
      );
    const torn = await constant(8, { torn: [1] });
    expect(await without({ detector: torn })).toBe('FaceDetectionError');
    expect(await without({ landmarks: torn })).toBe('FaceLandmarkExtractionError');
    expect(await without({ parsing: torn })).toBe('FaceParsingError');
    expect(await without({ occlusion: torn })).toBe('FaceOcclusionSegmentationError');
  });
});

describe('boxes of the detector', () => {
  it('are decoded from prior boxes, and kept inside', () => {
    const [box] = decodeBoxes(
      Float32Array.of(1, -1, Math.log(2) / 0.2, 0),
      Float32Array.of(0.3, 0.7),
      Float32Array.of(0.4, 0.4, 0.6, 0.6),
    );
    const { left, top, right, bottom } = box!;
    expect([left, top, right, bottom].map((value) => value.toFixed(3))).toEqual([
      '0.320',
      '0.380',
      '0.720',
      '0.580',
    ]);
    expect(
      decodeBoxes(new Float32Array(4), Float32Array.of(0.7, 0.3), new Float32Array(4)),
    ).toEqual([]);
  });

  it('that overlap are one face', () => {
    const box = { left: 0.1, top: 0.1, right: 0.3, bottom: 0.3 };
    const kept = suppress([
      { ...box, confidence: 0.6 },
      { ...box, right: 0.31, confidence: 0.9 },
      { ...box, left: 0.6, right: 0.8, confidence: 0.5 },
    ]);
    expect(kept.map(({ confidence }) => confidence)).toEqual([0.9, 0.5]);
  });

  it('become squares, one pixel wider where the difference is odd', () => {
    expect(squared({ x: 10, y: 20, width: 30, height: 40 })).toEqual({
      x: 5,
      y: 20,
      width: 40,
      height: 40,
    });
    expect(squared({ x: 10, y: 20, width: 31, height: 40 })).toEqual({
      x: 5,
      y: 20,
      width: 41,
      height: 40,
    });
  });
});
