/** What the memory of running services still holds of an erased class. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace } from '../../src/gallery/memory/space.ts';
import { createVectorEncoder } from '../../src/gallery/memory/vector-encoder.ts';
import { sampleFinder } from '../../src/storage/erased-bytes.ts';
import { quantise } from '../../src/templates/quantise.ts';
import type { Template, Thumbnail } from '../../src/templates/template.ts';
import { startEngine } from '../../testing/engine.ts';
import { portraitJpeg } from '../../testing/photos.ts';
import { openWorkplace } from '../kill/workplace.ts';
import { becomes, type Service, startService } from '../service.ts';
import { memoryOf, processesOf } from './memory.ts';

const CLASS = 7_700_770_077n;
const [TAG, CONSENT] = ['tag-of-the-erased', 'consent-of-the-erased'];
/** Whom `service.image` shows. */
const PERSON = 3;
const OTHERS = [5, 7, 9, 11];
const SECONDS = 30;
/** Later calls, whose data come to lie where the erased data lay. */
const LATER_CALLS = 20;
/** Forms in which a service keeps a class, or overwrites it after use. Others are only freed. */
const KEPT = ['gallery row', 'stored vector'];
const [SAMPLES, SAMPLE] = [8, 16];

type Samples = Readonly<Record<string, readonly Buffer[]>>;

/** Neither galleries nor logs of two services hold it, after a few more calls. */
export async function goneFromProcesses() {
  const services = [await startService()];
  try {
    const [first] = services as [Service];
    services.push(await first.beside());
    await first.call(`/api/face/v1/enroll/${CLASS}`, {
      ...{ images: [{ image: first.image }], tags: [TAG], consent: CONSENT },
    });
    for (const person of OTHERS)
      await first.call(`/api/face/v1/enroll/${person}`, { images: [await imageOf(person)] });
    for (const service of services)
      if (!(await becomes(SECONDS, () => finds(service)))) throw new Error('it is not found');
    const samples = await samplesOf(first);
    const broken: string[] = [];
    const freed = new Set<string>();
    for (const [i, service] of services.entries())
      if (!(await formsIn(service, samples)).includes('service: gallery row'))
        broken.push(`the gallery of service ${i} was not seen`);

    if (!(await becomes(SECONDS, () => erase(first)))) throw new Error('it is not erased');
    for (const service of services)
      if (!(await becomes(SECONDS, async () => !(await finds(service)))))
        broken.push('a service still finds it');
    for (let i = 0; i < LATER_CALLS; i++)
      for (const service of services) {
        const person = OTHERS[i % OTHERS.length]!;
        const given = { images: [await imageOf(person)] };
        await service.call(`/api/face/v1/enroll/${person}`, given);
        await service.call('/api/face/v1/search', given);
      }
    for (const [i, service] of services.entries()) {
      for (const form of await formsIn(service, samples))
        if (KEPT.some((kept) => form.endsWith(kept)))
          broken.push(`the memory of service ${i} holds it (${form})`);
        else freed.add(form);
      const log = service.running.output();
      for (const text of [TAG, CONSENT, first.image.slice(0, 64)])
        if (log.includes(text)) broken.push(`the log of service ${i} holds ${text}`);
    }
    const left = [...freed].join(', ') || 'nothing';
    process.stderr.write(`processes: freed and not yet overwritten: ${left}\n`);
    return { counts: { processes: services.length, 'forms in freed memory': freed.size }, broken };
  } finally {
    for (const service of services.toReversed()) await service.stop();
  }
}

const finds = async (service: Service): Promise<boolean> => {
  // Not the picture that was enrolled, which is searched for in the memory.
  const images = [await imageOf(PERSON, 380)];
  const { text } = await service.call('/api/face/v1/search', { images });
  return text.includes(String(CLASS));
};

/** A connection may have been closed while the memory was read. */
const erase = async ({ running, headers: { authorization } }: Service) => {
  const path = `${running.url}/api/face/v1/template/${CLASS}`;
  const response = await fetch(path, { method: 'DELETE', headers: { authorization } }).catch(
    () => undefined,
  );
  return response?.ok === true || response?.status === 404;
};

const imageOf = async (person: number, side?: number) => ({
  image: (await portraitJpeg(person, side)).toString('base64'),
});

/** The class as the service keeps it, in all its forms. */
async function samplesOf({ cli: { dataDir }, image }: Service): Promise<Samples> {
  const masterKey = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim();
  const location = { dataDir, databaseUrl: undefined };
  const { database, clients, templates } = await openWorkplace({ location, masterKey });
  const { storage, partition } = (await clients.find('demo'))!;
  const bcid = { storage, partition, classId: CLASS };
  const template = (await templates.read(bcid))!;
  const thumbnails = await templates.thumbnails(bcid);
  await database.close();
  return {
    ...(await formsOf(template)),
    thumbnail: cut(thumbnails.map(({ png }: Thumbnail) => png)),
    photo: cut([Buffer.from(image, 'base64')]),
    text: cut([Buffer.from(image)]),
  };
}

async function formsOf({ features }: Template) {
  const engine = await startEngine();
  const { dimension, typicalFaces } = engine.encoder;
  await engine.close();
  const encoder = createVectorEncoder(createSpace(dimension, typicalFaces));
  const rows = features.map(({ values }) => {
    const row = new Uint8Array(encoder.format.bytes);
    encoder.encodeSteps(bytesOf(quantise(values)), row);
    return row.subarray(0, dimension);
  });
  return {
    'gallery row': cut(rows),
    'stored vector': cut(features.map(({ values }) => bytesOf(quantise(values)))),
    vector: cut(features.map(({ values }) => bytesOf(values))),
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));

/** A few samples of all pieces. */
const cut = (pieces: readonly Uint8Array[]): Buffer[] =>
  pieces.flatMap((piece) =>
    Array.from({ length: SAMPLES }, (_, i) => {
      const at = Math.floor(((i + 0.5) * (piece.length - SAMPLE)) / SAMPLES);
      return Buffer.from(piece.subarray(at, at + SAMPLE));
    }),
  );

/** Forms of which the memory of the service, or of a worker, holds a sample. */
async function formsIn({ running }: Service, samples: Samples): Promise<string[]> {
  const find = sampleFinder(Object.values(samples).flat());
  const forms: string[] = [];
  for (const [i, pid] of processesOf(running.child.pid!).entries()) {
    const found = await find(memoryOf(pid));
    for (const [form, all] of Object.entries(samples))
      if (all.some((sample) => found.has(sample)))
        forms.push(`${i === 0 ? 'service' : 'worker'}: ${form}`);
  }
  return forms;
}
