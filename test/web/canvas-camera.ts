/** A camera for browsers that take no file as theirs: a canvas, on which somebody does what the page says. */
import { en } from '../../web/messages/en.ts';
import type { LiveImageBody } from '../support/live-people.ts';

/** Milliseconds between two frames. */
const INTERVAL = 33;

/**
 * To be evaluated in a page, for as long as it is open: whoever asks for a camera gets a person who faces
 * it, and moves the head while the page says so.
 * @param pair facing the camera, then with the head lowered
 */
export function canvasCamera(pair: readonly LiveImageBody[]): string {
  const sources = pair.map(({ image }) => `data:image/jpeg;base64,${image}`);
  return `(async () => {
    const pictures = ${JSON.stringify(sources)}.map((src) => Object.assign(new Image(), { src }));
    await Promise.all(pictures.map((picture) => picture.decode()));
    const told = ${JSON.stringify([en.hints.turnDown, en.hints.turnHead])};
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [pictures[0].width, pictures[0].height];
    const drawing = canvas.getContext('2d', { willReadFrequently: true });
    const noise = drawing.createImageData(16, 16);
    setInterval(() => {
      const lowered = told.some((words) => document.body.innerText.includes(words));
      drawing.drawImage(pictures[lowered ? 1 : 0], 0, 0);
      // As from a real camera, no two frames are equal.
      crypto.getRandomValues(noise.data);
      drawing.putImageData(noise, canvas.width * 0.3, canvas.height * 0.02);
    }, ${INTERVAL});
    // That of the class, as the object is made anew now and then.
    MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(30);
  })()`;
}
