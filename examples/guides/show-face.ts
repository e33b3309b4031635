/** In the browser: answers the challenge of a task token before the camera. */
import { type BurstFrame, Task } from '../../clients/typescript/src/index.ts';

type Direction = 'up' | 'down' | 'left' | 'right';

interface Taken {
  readonly blob: Blob;
  readonly burst?: readonly BurstFrame[];
}

/** Result of `startCapture` from the capture module. */
interface Capture {
  takeSequence(directions: readonly Direction[]): Promise<readonly Taken[]>;
  report(): unknown;
}

/**
 * @returns the text for the person; the site's server asks for the result itself
 * @throws Error an image was refused, and why: this uses no attempt
 */
export async function showFace(url: string, token: string, capture: Capture, attempt = 0) {
  const claims = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
  const { challenge } = JSON.parse(atob(claims)) as { challenge: Direction[][] };
  const directions = challenge[attempt]!;
  const images = await capture.takeSequence(directions);
  const report = capture.report();
  const task = new Task({ url, token });
  for (const [index, { blob, burst }] of images.entries()) {
    const tags = index === 0 ? [] : [directions[index - 1]!];
    const options = { index, tags, burst, capture: report };
    const { accepted, errors } = await task.upload(blob, options);
    if (!accepted) throw new Error(errors.map(({ message }) => message).join(' '));
  }
  return task.run('verify');
}
