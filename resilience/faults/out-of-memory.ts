/** A worker gets no more memory under calls: it is replaced, and the calls after are served. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { portraitJpeg } from '../../testing/photos.ts';
import { becomes, startService } from '../service.ts';
import { childrenOf } from './children.ts';
import type { FaultReport } from './report.ts';

/** Bytes that a worker may still take, each time. The image needs more. */
const ROOM = [0, 2e5, 5e5, 1e6];
const [WIDTH, HEIGHT] = [7000, 5000];
const PATIENCE = 60;

export async function outOfMemory(): Promise<FaultReport> {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
  } catch {
    return { times: 0, broken: [], leftOut: 'left out: prlimit is missing' };
  }
  const service = await startService();
  const { image } = service;
  const broken: string[] = [];
  const large = await largeImage();
  const verify = () => service.call('/api/face/v1/verify/1', { image });
  try {
    await service.call('/api/face/v1/enroll/1', [{ image }]);
    for (const room of ROOM) {
      for (const pid of childrenOf(service.running.child.pid!, 'engine-worker')) {
        const [, kilobytes] = /^VmSize:\s*(\d+)/m.exec(
          readFileSync(`/proc/${pid}/status`, 'utf8'),
        )!;
        const most = Number(kilobytes) * 1024 + room;
        execFileSync('prlimit', ['--pid', `${pid}`, `--as=${most}:${most}`]);
      }
      const { status, text } = await service.call('/api/face/v1/verify/1', { image: large });
      // An image that needs too much is refused; whose fault it was is not known.
      if (status !== 400 && status !== 503) broken.push(`${room} bytes: ${status} ${text}`);
      for (const pid of childrenOf(service.running.child.pid!, 'engine-worker'))
        process.kill(pid, 'SIGKILL');
      const isBack = async () => (await verify()).text.includes('"verified":true');
      if (!(await becomes(PATIENCE, isBack))) broken.push('it does not verify any more');
      if ((await service.readyz()).status !== 200) broken.push('it is not ready any more');
    }
  } finally {
    await service.stop();
  }
  return { times: ROOM.length, broken };
}

async function largeImage(): Promise<string> {
  const picture = sharp(await portraitJpeg(3)).resize(WIDTH, HEIGHT, { fit: 'fill' });
  return (await picture.jpeg({ quality: 60 }).toBuffer()).toString('base64');
}
