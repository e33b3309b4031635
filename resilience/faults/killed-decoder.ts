/** What decodes a video is killed: that call is not blamed on the video, and the next one is served. */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeVideo } from '../../evaluation/liveness/make-video.ts';
import { portraitJpeg } from '../../testing/photos.ts';
import { becomes, startService } from '../service.ts';
import { childrenOf } from './children.ts';
import type { FaultReport } from './report.ts';

const TIMES = 4;
const FRAMES = 24;
const PATIENCE = 60;

export async function killedDecoder(): Promise<FaultReport> {
  const service = await startService();
  const broken: string[] = [];
  const picture = await portraitJpeg(3);
  const video = await makeVideo(Array.from({ length: FRAMES }, () => picture));
  const body = { video: Buffer.from(video).toString('base64') };
  const judge = () => service.call('/api/v1/videolivenessdetection', body);
  const decoders = () => childrenOf(service.running.child.pid!, 'video-decoder');
  try {
    const whole = await judge();
    if (whole.status !== 200) broken.push(`unharmed: ${whole.status} ${whole.text}`);
    for (let time = 0; time < TIMES; time++) {
      const under = judge();
      await becomes(10, async () => decoders().length > 0);
      await sleep(30 * time);
      const killed = decoders();
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      const { status, text } = await under;
      if (status !== 200 && status !== 503) broken.push(`under the call: ${status} ${text}`);
      const isBack = async () => (await judge()).status === 200;
      if (!(await becomes(PATIENCE, isBack))) broken.push('it judges no video any more');
      if (decoders().length > 0) broken.push('decoders are left');
    }
    if ((await service.readyz()).status !== 200) broken.push('it is not ready any more');
  } finally {
    await service.stop();
  }
  return { times: TIMES, broken };
}
