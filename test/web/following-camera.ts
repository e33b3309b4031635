/** A camera before which a head does what a login asks for: it follows a point. */
import { type Posed, REACH } from '../../testing/turned-heads.ts';

/** Milliseconds between two frames. */
const INTERVAL = 50;
/**
 * To be evaluated in a page before all else: a call for a camera gets one that shows these heads. The
 * first looks straight ahead.
 */
export function followingCamera(heads: readonly Posed[]): string {
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
    // The preview is as a mirror: right is right.
    const told = () => {
      // Of a page of ours, or of the element.
      const roots = [document, document.querySelector('prosopon-capture')?.shadowRoot];
      const hosts = roots.flatMap((root) => [...(root?.querySelectorAll('.camera-place > *, .place > *') ?? [])]);
      const point = hosts.map((host) => host.shadowRoot?.querySelector('.point')).find(Boolean);
      const to = new DOMMatrix(point ? getComputedStyle(point).transform : 'none');
      return { right: (to.e / 36) * ${REACH.right}, up: (-to.f / 40) * ${REACH.up} };
    };
    let [right, up] = [0, 0];
    const nearest = () => heads.reduce((best, head) => {
      const far = ({ right: x, up: y }) => Math.hypot(x - right, y - up);
      return far(head) < far(best) ? head : best;
    });
    const begin = async () => {
      await Promise.all(heads.map(({ image }) => image.decode()));
      [canvas.width, canvas.height] = [heads[0].image.width, heads[0].image.height];
      setInterval(() => {
        const to = told();
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
      return canvas.captureStream(30);
    };
  })()`;
}
