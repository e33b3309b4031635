/** A camera for browsers that take no file as theirs: a canvas, on which a person does what the page says. */
import { en } from '../../web/messages/en.ts';

/** Milliseconds between two frames. */
const INTERVAL = 33;
/** Frames for which a picture of the movement is shown. */
const PACE = 3;

/**
 * To be evaluated in a page, for as long as it is open. A call for a camera gets a person who faces it and
 * moves the head while the page says so.
 * @param film from facing the camera to the head lowered
 */
export function canvasCamera(film: readonly Buffer[]): string {
  const sources = film.map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
  return `(async () => {
    const pictures = ${JSON.stringify(sources)}.map((src) => Object.assign(new Image(), { src }));
    await Promise.all(pictures.map((picture) => picture.decode()));
    const told = ${JSON.stringify([en.hints.turnDown, en.hints.turnHead, en.hints.turnFurther])};
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [pictures[0].width, pictures[0].height];
    const drawing = canvas.getContext('2d', { willReadFrequently: true });
    const noise = drawing.createImageData(16, 16);
    let [shown, ticks] = [0, 0];
    setInterval(() => {
      const lowered = told.some((words) => document.body.innerText.includes(words));
      if (ticks++ % ${PACE} === 0)
        shown = Math.max(0, Math.min(pictures.length - 1, shown + (lowered ? 1 : -1)));
      drawing.drawImage(pictures[shown], 0, 0);
      // As from a real camera, no two frames are equal.
      crypto.getRandomValues(noise.data);
      drawing.putImageData(noise, canvas.width * 0.3, canvas.height * 0.02);
    }, ${INTERVAL});
    // That of the class, as the object is made anew now and then.
    MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(30);
  })()`;
}
