/** A camera before which a head does what a login asks for: it turns as the arrow says. */
import { type Posed, REACH } from '../../testing/turned-heads.ts';

/** Milliseconds between two frames. */
const INTERVAL = 50;
/**
 * To be evaluated in a page before all else: a call for a camera gets one that shows these heads. The
 * first looks straight ahead.
 */
export function turningCamera(heads: readonly Posed[]): string {
  const sources = heads.map(({ picture, right, up }) => ({
    src: `data:image/jpeg;base64,${picture.toString('base64')}`,
    right,
    up,
  }));
  return `(() => {
    const heads = ${JSON.stringify(sources)}.map(({ src, right, up }) =>
      ({ image: Object.assign(new Image(), { src }), right, up }));
    const canvas = document.createElement('canvas');
    const drawing = canvas.getContext('2d', { willReadFrequently: true });
    const noise = drawing.createImageData(16, 16);
    const hosts = () =>
      // Of a page of ours, or of the element.
      [document, document.querySelector('prosopon-capture')?.shadowRoot].flatMap((root) =>
        [...(root?.querySelectorAll('.camera-place > *, .place > *') ?? [])]);
    // The preview is as a mirror: right is right. The drawn head asks for a turn.
    const ways = {
      '': { right: ${REACH.right} },
      180: { right: -${REACH.right} },
      '-90': { up: ${REACH.up} },
      90: { up: -${REACH.up} },
    };
    const asked = () => {
      const shown = hosts().map((host) => host.shadowRoot).find((root) => root?.querySelector('.head'));
      const arrow = shown?.querySelector('.arrow')?.getAttribute('transform') ?? 'none';
      return arrow === 'none' ? {} : ways[/rotate\\((-?\\d+)\\)/.exec(arrow)?.[1] ?? ''];
    };
    // Each turn begins where the last one ended.
    let to = { right: 0, up: 0 };
    let [right, up] = [0, 0];
    const nearest = () => heads.reduce((best, head) => {
      const far = ({ right: x, up: y }) => Math.hypot(x - right, y - up);
      return far(head) < far(best) ? head : best;
    });
    const begin = async () => {
      await Promise.all(heads.map(({ image }) => image.decode()));
      [canvas.width, canvas.height] = [heads[0].image.width, heads[0].image.height];
      setInterval(() => {
        Object.assign(to, asked());
        right += (to.right - right) * 0.2;
        up += (to.up - up) * 0.2;
        drawing.drawImage(nearest().image, 0, 0);
        // As from a real camera, no two frames are equal.
        crypto.getRandomValues(noise.data);
        drawing.putImageData(noise, canvas.width * 0.3, canvas.height * 0.02);
      }, ${INTERVAL});
    };
    const begun = begin();
    MediaDevices.prototype.getUserMedia = async () => {
      await begun;
      to = { right: 0, up: 0 };
      return canvas.captureStream(30);
    };
  })()`;
}
