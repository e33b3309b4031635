/** Opens a door to enrolled people with the tag `staff`, if they are live. */
import { randomInt, randomUUID } from 'node:crypto';
import { InvalidRequestError, Prosopon } from '@prosopon/client';
import express from 'express';

const { PROSOPON_URL, PROSOPON_ID, PROSOPON_KEY, PORT = '3000' } = process.env;
const prosopon = new Prosopon({ url: PROSOPON_URL, id: PROSOPON_ID, key: PROSOPON_KEY });

/** Turns only, because a nod proves less. */
const DIRECTIONS = ['left', 'right'];
const ANSWER_WITHIN = 30_000;
const MOST_VISITS = 100;
/** The direction demanded of each visitor. Each is used once. */
const visits = new Map();

function beginVisit() {
  if (visits.size >= MOST_VISITS) visits.delete(visits.keys().next().value);
  const visit = randomUUID();
  const direction = DIRECTIONS[randomInt(DIRECTIONS.length)];
  visits.set(visit, { direction, until: Date.now() + ANSWER_WITHIN });
  return { prosopon: PROSOPON_URL, visit, direction };
}

/** Class of the one person in both images. Undefined: no authorized person, or not live. */
async function whoIsThere(visit, direction, [straight, moved]) {
  const { live, errors } = await prosopon.liveness([straight, { ...moved, tags: [direction] }]);
  if (!live) return void console.log(visit, 'not live', errors);
  const { result } = await prosopon.identify([straight, moved.image], {
    transactionId: visit,
    tags: ['staff'],
  });
  // One face in each image, the same in both. With anybody else in sight, the door stays shut.
  const people = result.map(({ matches }) => matches);
  if (people.length !== 2 || people.some((matches) => matches.length !== 1)) return undefined;
  const [[first], [second]] = people;
  return first.classId === second.classId ? first.classId : undefined;
}

const app = express();
for (const [path, file] of [
  ['/', 'door.html'],
  ['/capture.js', 'capture.js'],
])
  app.get(path, (_request, response) => response.sendFile(file, { root: import.meta.dirname }));

app.post('/visits', (_request, response) => response.json(beginVisit()));

app.post('/visits/:id', express.json({ limit: '10mb' }), async (request, response) => {
  const { id } = request.params;
  const visit = visits.get(id);
  visits.delete(id);
  const pair = pairOf(request.body?.images);
  if (visit === undefined || visit.until < Date.now()) return void response.status(410).end();
  if (pair === undefined) return void response.status(400).end();
  try {
    const classId = await whoIsThere(id, visit.direction, pair);
    if (classId !== undefined) openDoor(id, classId);
    response.json({ open: classId !== undefined });
  } catch (error) {
    if (error instanceof InvalidRequestError) return void response.status(400).end();
    console.error(error);
    response.status(503).end();
  }
});

/** Two images and the frames of the turn between them: without these, two photos would do. */
function pairOf(images) {
  if (!areImages(images) || images.length !== 2) return undefined;
  const [{ image: straight }, { image, burst }] = images;
  if (!areImages(burst) || burst.length === 0) return undefined;
  return [straight, { image, burst: burst.map(({ image: blob, at }) => ({ blob, at })) }];
}

const areImages = (list) =>
  Array.isArray(list) && list.every((one) => typeof one?.image === 'string');

/** Switch your relay here. */
function openDoor(visit, classId) {
  console.log(visit, 'opens for', classId);
}

app.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
