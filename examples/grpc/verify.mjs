/**
 * Enrols a person from one face image and verifies another one: node verify.mjs 1001 enrolled.jpg
 * probe.jpg
 */
import { readFile } from 'node:fs/promises';
import { connect } from './connect.mjs';

const [classId, enrolled, probe] = process.argv.slice(2);
if (!probe) throw new Error('usage: verify.mjs CLASS enrolled.jpg probe.jpg');

const faces = connect('FaceRecognition');
const image = async (file) => ({ image: await readFile(file) });

const { answer: enrolment } = await faces.call('Enroll', {
  classId,
  images: [await image(enrolled)],
});
console.log(enrolment.performedAction);
for (const { errorCode, message } of enrolment.errors) console.log(errorCode, message);

const { answer: verification } = await faces.call('Verify', { classId, image: await image(probe) });
console.log(verification.verified ? 'verified' : 'not verified', verification.score.toFixed(3));
for (const { errorCode, message } of verification.errors) console.log(errorCode, message);
faces.close();
