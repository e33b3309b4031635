/**
 * Enrols a person from one photograph and verifies another one, over gRPC:
 *   node examples/grpc/verify.mjs CLIENT KEY enrolled.jpg probe.jpg
 */
import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const [client, key, enrolled, probe] = process.argv.slice(2);
if (!client || !key || !enrolled || !probe)
  throw new Error('usage: verify.mjs CLIENT KEY enrolled.jpg probe.jpg');

const definition = loadSync('prosopon/v1/face_recognition.proto', {
  includeDirs: [new URL('../../proto', import.meta.url).pathname],
  longs: String,
  enums: String,
  defaults: true,
});
const { prosopon } = loadPackageDefinition(definition);
const service = new prosopon.v1.FaceRecognition(
  process.env.PROSOPON_GRPC ?? '127.0.0.1:50051',
  credentials.createInsecure(),
);

const metadata = new Metadata();
metadata.set('authorization', `Bearer ${token(client, key)}`);
metadata.set('reference-number', 'example');
const classId = process.env.CLASS_ID ?? '1001';

const enrolment = await call('Enroll', {
  classId,
  images: [{ image: await readFile(enrolled) }],
});
console.log(enrolment.performedAction, enrolment.errors);
const verification = await call('Verify', {
  classId,
  image: { image: await readFile(probe) },
});
console.log(verification.verified ? 'verified' : 'not verified', verification.score.toFixed(3));
service.close();

function call(method, request) {
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + 30_000;
    service[method](request, metadata, { deadline }, (error, answer) =>
      error === null ? resolve(answer) : reject(error),
    );
  });
}

/** A JWT as clients make it; libraries such as jose do the same. */
function token(sub, base64Key) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, aud: 'prosopon', iat: now, exp: now + 300, jti: randomUUID() };
  const signed = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}`;
  const mac = createHmac('sha512', Buffer.from(base64Key, 'base64')).update(signed);
  return `${signed}.${mac.digest('base64url')}`;
}
