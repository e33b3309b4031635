// The page: asks its own server for a task token, uploads with it what the element of Prosopon has
// taken, runs the task, and asks its own server how it ended.

const camera = document.querySelector('prosopon-capture');
const result = document.querySelector('#result');

/** Address of Prosopon, task token and what it says; a token is for one attempt. */
let task = await newTask();
const { burstToBase64, toBase64 } = await import(
  `${task.prosopon}/capture/prosopon-capture-element.js`
);

camera.addEventListener('taken', async ({ detail: { images, report } }) => {
  result.textContent = 'One moment …';
  try {
    const live = await proveLiveness(images, report);
    result.textContent = live ? 'You are there.' : 'That was not recognised as a live person.';
    task = await newTask();
  } catch (error) {
    result.textContent = 'That failed. Please load this page again.';
    console.warn(error);
  }
});

/** A new token, whose challenge says how the head is to be turned. */
async function newTask() {
  const { prosopon, token } = await (await fetch('/token')).json();
  const { challenge, tokenid } = claimsOf(token);
  camera.directions = challenge[0];
  return { prosopon, token, tokenid };
}

async function proveLiveness(images, capture) {
  const { prosopon, token, tokenid } = task;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path, body) => {
    const response = await fetch(prosopon + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };
  for (const [index, { blob, tags, ...taken }] of images.entries()) {
    const burst = await burstToBase64(taken.burst);
    const image = await toBase64(blob);
    await post('/api/v1/upload', JSON.stringify({ image, tags, burst, index, capture }));
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
