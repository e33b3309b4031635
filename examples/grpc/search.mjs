/**
 * Finds the enrolled person in a face image; with tags, only among people who carry them: node
 * search.mjs visitor.jpg [TAG…]
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from './connect.mjs';

const [file, ...tags] = process.argv.slice(2);
if (!file) throw new Error('usage: search.mjs visitor.jpg [TAG…]');

const faces = connect('FaceRecognition');
const request = { images: [{ image: await readFile(file) }], tags };
const { answer } = await faces.call('Search', request, { 'transaction-id': randomUUID() });
for (const { errorCode, message } of answer.errors) console.log(errorCode, message);
const [{ matches }] = answer.result;
for (const { classId, score } of matches) console.log('class', classId, score.toFixed(3));
if (matches.length === 0) console.log('nobody who is enrolled');
faces.close();
