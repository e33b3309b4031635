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
 * @returns images as base64, each with the frames of its turn, and the report on the camera
 */
export async function takeTurns(prosopon, directions) {
  const { burstToBase64, startCapture, toBase64 } = await import(
    `${prosopon}/capture/prosopon-capture.js`
  );
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
    const taken = await capture.takeSequence(directions);
    const report = capture.report();
    const images = taken.map(async ({ blob, burst }) => ({
      image: await toBase64(blob),
      burst: await burstToBase64(burst),
    }));
    return { images: await Promise.all(images), report };
  } finally {
    capture.stop();
    now.hidden = true;
  }
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
