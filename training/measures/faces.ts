/**
 * Finds the faces of folders of photographs as the service does, for the trainings of this folder:
 * `node training/measures/faces.ts OUT DIR...` writes OUT/faces.jsonl (a photograph a line: its file,
 * the similarity to the aligned frame, head pose, and the 468 mesh points in the frame) and
 * OUT/person.u8 (128 × 128 probabilities of a person in the frame, 0..255, in the same order). The
 * released network of segmentation gives them; it learnt them from MediaPipe's selfie segmentation.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBlazeFace } from '../../src/faces/detection/blazeface.ts';
import { detectFaces } from '../../src/faces/detection/detect.ts';
import { headPose } from '../../src/faces/detection/pose.ts';
import { applySimilarity } from '../../src/faces/geometry.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import { toPlanes } from '../../src/faces/image/resample.ts';
import { meshLandmarks } from '../../src/faces/quality/approximate/mesh-landmarks.ts';
import { viewOf } from '../../src/faces/quality/approximate/segmentation.ts';
import { steadyMesh } from '../../src/faces/quality/approximate/steady-mesh.ts';
import { alignFace } from '../../src/faces/quality/prepared-face.ts';
import { rotateBack } from '../../src/faces/quality/rotate-back.ts';
import { prepareModel } from '../../src/inference/models/prepare.ts';
import { openSession } from '../../src/inference/session.ts';

const MAX_PIXELS = 40_000_000;
const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;

const [out, ...folders] = process.argv.slice(2) as [string, ...string[]];
await mkdir(out, { recursive: true });
const places = { dataDir: join(tmpdir(), 'prosopon-training') };
const open = async (name: string) => openSession(await prepareModel(name, places));
const networks = {
  detector: createBlazeFace(await open('blazeface'), 256),
  mesh: await open('facemesh'),
};
const segmentation = await open('quality-segmentation');
const lines = createWriteStream(join(out, 'faces.jsonl'));
const persons = createWriteStream(join(out, 'person.u8'));

async function describe(file: string): Promise<void> {
  const { picture } = await decodeImage(await readFile(file), {
    maxPixels: MAX_PIXELS,
    maxSide: Number.POSITIVE_INFINITY,
    colours: 'stored',
  });
  const detection = await detectFaces(networks, picture, () => {});
  const [found] = detection.faces;
  if (found === undefined) return;
  const face = rotateBack(found, detection.rotated, picture);
  const { solid, points } = await steadyMesh(networks.mesh, picture, face.mesh);
  const aligned = alignFace(picture, meshLandmarks(points));
  if (aligned === undefined) return;
  const { toFrame } = aligned;
  const mesh = points.flatMap((point) => {
    const { x, y } = applySimilarity(toFrame, point);
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
  });
  const view = viewOf(aligned.picture);
  const input = { data: toPlanes(view, PIXELS), dims: [1, 3, view.height, view.width] };
  const { classes } = await segmentation.run({ input });
  const background = classes!.data.subarray(0, view.width * view.height);
  const bytes = Uint8Array.from(background, (nobody) => Math.round(255 * (1 - nobody)));
  persons.write(bytes);
  lines.write(`${JSON.stringify({ file, toFrame, pose: headPose(solid), mesh })}\n`);
}

for (const folder of folders)
  for (const name of (await readdir(folder, { recursive: true })).sort())
    if (/\.(jpe?g|png)$/i.test(name))
      await describe(join(folder, name)).catch((error) => console.error(name, String(error)));
lines.end();
persons.end();
