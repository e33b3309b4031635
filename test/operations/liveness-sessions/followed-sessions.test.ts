/** A session that asks to follow a point, with the recorded head of a living person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followedAttempt } from '../../../evaluation/liveness/followed-attempt.ts';
import { isAnswered } from '../../../src/access/tasks/near-paths.ts';
import { drawPath } from '../../../src/access/tasks/paths.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { PATHS, type Path } from '../../../src/followed-point.ts';
import { testEngine } from '../../../testing/engine.ts';
import { recordings } from '../../../testing/recordings.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { cameraBefore, headsOfBen } from '../../../testing/turned-heads.ts';
import { startService, type TestService } from '../../protocols/http/service.ts';

const PATH = '/api/v1/liveness-sessions';
/** Of a recorded head, which reaches no corners and hardly turns from below to the side. */
const REACHED: Path = ['left', 'right', 'down', 'up', 'right'];

const whileDrawn = (from = PATHS): Path =>
  from.find((path) => path.join() === REACHED.join()) ?? drawPath(from);

const modelsDir = sharedPath('models');

describe.skipIf(modelsDir === undefined || recordings() === undefined)('a session', () => {
  let engine: FaceEngine;
  let service: TestService;
  beforeAll(async () => {
    engine = await testEngine({ modelsDir: modelsDir! });
    service = await startService(engine, { drawPath: whileDrawn });
  });
  afterAll(() => service?.close());

  it('succeeds for a person who follows the point, and is not asked for it again', async () => {
    const client = await service.client('bank', { settings: { livenessSessions: true } });
    const heads = await headsOfBen(engine);
    const camera = cameraBefore(heads);
    const image = heads[0]!.picture.toString('base64');
    const enrolled = { client, body: { images: [{ image }] } };
    await service.call('POST', '/api/face/v1/enroll/7', enrolled);
    const begin = async () => {
      const body = { nonce: 'drawn for this session', classId: '7' };
      const { sessionId, token } = (await service.call('POST', PATH, { client, body })).json;
      const { path } = (await service.call('POST', '/api/task/v1/challenge', { token })).json;
      return { sessionId, token, path: path as Path };
    };
    const { sessionId, token, path } = await begin();
    for (const body of await followedAttempt(camera, path))
      await service.call('POST', '/api/v1/upload', { token, body });
    const { json } = await service.call('POST', '/api/task/v1/livenesssession', { token });
    expect(json).toMatchObject({ success: true, errors: [] });
    const read = await service.call('GET', `${PATH}/${sessionId}`, { client });
    expect(read.json).toMatchObject({ state: 'succeeded', level: 'challenge' });

    const { storage, partition } = client;
    const bcid = { storage, partition, classId: 7n };
    const { followed } = service.parts.replay;
    expect(path).toEqual(REACHED);
    expect(await followed.of(bcid)).toEqual([REACHED]);
    for (let i = 0; i < 5; i++) expect(isAnswered((await begin()).path, [REACHED])).toBe(false);
  });
});
