// The page gets a task token from its own server, uploads the images from Prosopon's element, runs
// the task, and asks its own server for the result.

const camera = document.querySelector('prosopon-capture');
const result = document.querySelector('#result');

/** Address of Prosopon, task token and its claims. A token is for one attempt. */
let task = await newTask();
const { burstToBase64, toBase64 } = await import(
  `${task.prosopon}/capture/prosopon-capture-element.js`
);

camera.addEventListener('taken', async ({ detail: { images, report } }) => {
  result.textContent = 'One moment …';
  try {
    result.textContent = await proveLiveness(images, report);
    task = await newTask();
  } catch (error) {
    result.textContent = 'That failed. Please load this page again.';
    console.warn(error);
  }
});

/** A new token, whose challenge names the turns of the head. */
async function newTask() {
  const { prosopon, token } = await (await fetch('/token')).json();
  const { challenge, tokenid } = claimsOf(token);
  camera.directions = challenge[0];
  return { prosopon, token, tokenid };
}

/** @returns the text for the visitor */
async function proveLiveness(images, capture) {
  const { prosopon, token, tokenid } = task;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path, body) => {
    const response = await fetch(prosopon + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  for (const [index, { blob, tags, ...taken }] of images.entries()) {
    const burst = await burstToBase64(taken.burst);
    const image = await toBase64(blob);
    const body = JSON.stringify({ image, tags, burst, index, capture });
    const { accepted, errors } = await post('/api/v1/upload', body);
    // Without this image, the task would use up its attempt.
    if (!accepted) return errors.map(({ message }) => message).join(' ');
  }
  await post('/api/task/v1/livenessdetection');
  const { success } = await (await fetch(`/result?tokenid=${tokenid}`)).json();
  return success ? 'You are there.' : 'That was not recognised as a live person.';
}

/** The token's claims. Only Prosopon can tell whether it is genuine. */
function claimsOf(token) {
  const base64 = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(atob(base64));
}
