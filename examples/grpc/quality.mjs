/**
 * Grades a portrait by ISO/IEC 29794-5 and prints all measures:
 *   node quality.mjs portrait.jpg
 */
import { readFile } from 'node:fs/promises';
import { connect, namesOf } from './connect.mjs';

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: quality.mjs portrait.jpg');

const grader = connect('FaceImageQualityService');
const { answer } = await grader.call('FaceImageQuality', { image: await readFile(file) });
const found = new Map(answer.qualityMeasurements.map((one) => [one.measure, one]));

const row = (measure, score, rawValue, method) =>
  console.log(`${measure.padEnd(28)}${score.padStart(5)}${rawValue.padStart(12)}  ${method}`);
row('measure', 'score', 'raw value', 'method');
for (const measure of namesOf('QualityMeasure').filter((name) => name !== 'Unspecified')) {
  const { scalarScore, rawValue } = found.get(measure) ?? {};
  if (rawValue === undefined) row(measure, '–', '–', 'not computed');
  else row(measure, String(scalarScore), String(Number(rawValue.toPrecision(4))), 'approximate');
}
console.log(`
score: 0 is a severe defect, 100 the best; raw value: in the unit of the measure
approximate: the formula of the standard, applied to what our own networks found in the image:
  good for advice and for limits of your own, not to be quoted as scores of the reference`);
for (const { errorCode, message } of answer.errors) console.log(`${errorCode}: ${message}`);
grader.close();
