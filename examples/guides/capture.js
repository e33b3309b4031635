/** In the browser: takes an image, and another one after each turn of the head. */
const WORDS = {
  noFace: 'Put your face in the outline.',
  lookStraight: 'Put your face in the outline.',
  severalFaces: 'Only one face, please.',
  moveCloser: 'Move closer.',
  moveBack: 'Move back a little.',
  tooDark: 'Too dark: turn towards the light.',
  turnUp: 'Raise your head a little and hold it.',
  turnDown: 'Lower your head a little and hold it.',
  turnLeft: 'Turn your head to your left and hold it.',
  turnRight: 'Turn your head to your right and hold it.',
  otherWay: 'The other way, please.',
};

/**
 * @param prosopon address of the service; its client must list this page's origin
 * @returns images and the report on the camera
 */
export async function takeTurns(prosopon, directions) {
  const { startCapture } = await import(`${prosopon}/capture/prosopon-capture.js`);
  const status = document.querySelector('[role=status]');
  const now = document.querySelector('#now');
  const capture = await startCapture(document.querySelector('#camera'), {
    onHint: (hint) => {
      status.textContent = WORDS[hint] ?? 'Hold still.';
    },
  });
  now.hidden = false;
  now.onclick = () => capture.hurry();
  try {
    const images = await capture.takeSequence(directions);
    return { images: images.map(({ blob }) => blob), report: capture.report() };
  } finally {
    capture.stop();
    now.hidden = true;
  }
}

export async function toBase64(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export async function post(url, body, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}
