// The page: asks its own server for a task token, captures with Prosopon's module, uploads the
// images with the token, runs the task, and asks its own server how it ended.

/** Words for the hints of the module; a real page has them in every language it speaks. */
const WORDS = {
  lookStraight: 'Put your face into the outline.',
  noFace: 'Put your face into the outline.',
  severalFaces: 'Only one face, please.',
  moveCloser: 'Move closer.',
  moveBack: 'Move back a little.',
  moveUp: 'Move up a little, or tilt the camera down.',
  moveDown: 'Move down a little, or tilt the camera up.',
  moveLeft: 'Move a little to your left.',
  moveRight: 'Move a little to your right.',
  faceCamera: 'Look straight into the camera.',
  tooDark: 'Too dark: turn towards the light.',
  tooBright: 'Too bright: avoid direct light.',
  backlit: 'The light is behind you: turn towards it.',
  blurred: 'Hold still.',
  holdStill: 'Hold still.',
  ready: 'Good. Hold still.',
  turnUp: 'Raise your head a little and hold it.',
  turnDown: 'Lower your head a little and hold it.',
  turnLeft: 'Turn your head to your left and hold it.',
  turnRight: 'Turn your head to your right and hold it.',
  otherWay: 'The other way, please.',
};

const place = document.querySelector('#camera');
const hint = document.querySelector('#hint');
const begin = document.querySelector('#begin');
/** For those who cannot hold still, or whom the guidance does not see. */
const now = document.querySelector('#now');

begin.addEventListener('click', async () => {
  begin.disabled = true;
  try {
    hint.textContent = (await proveLiveness())
      ? 'You are there.'
      : 'That was not recognised as a live person.';
  } catch (error) {
    hint.textContent = error.problem
      ? `The camera cannot be used (${error.problem}).`
      : 'That failed. Please try again.';
    console.warn(error);
  }
  begin.disabled = false;
});

async function proveLiveness() {
  const { prosopon, token } = await (await fetch('/token')).json();
  const { challenge, tokenid } = claimsOf(token);
  const { startCapture, toBase64 } = await import(`${prosopon}/capture/prosopon-capture.js`);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path, body) => {
    const response = await fetch(prosopon + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };

  const directions = challenge[0];
  const capture = await startCapture(place, { onHint: (code) => (hint.textContent = WORDS[code]) });
  const hurry = () => capture.hurry();
  now.addEventListener('click', hurry);
  now.hidden = false;
  let images;
  let report;
  try {
    images = await capture.takeSequence(directions);
    report = capture.report();
  } finally {
    capture.stop();
    now.hidden = true;
    now.removeEventListener('click', hurry);
  }
  hint.textContent = 'One moment …';
  for (const [index, { blob }] of images.entries()) {
    const tags = index === 0 ? [] : [directions[index - 1]];
    await post(
      '/api/v1/upload',
      JSON.stringify({ image: await toBase64(blob), tags, index, capture: report }),
    );
  }
  await post('/api/task/v1/livenessdetection');
  const { success } = await (await fetch(`/result?tokenid=${tokenid}`)).json();
  return success;
}

/** What the token says; only Prosopon can tell whether it is genuine. */
function claimsOf(token) {
  const base64 = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(atob(base64));
}
