/**
 * Searches vectors with usearch exactSearch on one thread: probe numbers in, milliseconds out.
 * JavaScript, because the package is only installed for comparisons: `npm install --no-save
 * usearch`.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { exactSearch, MetricKind } from 'usearch';

const [vectorFile, probeFile, given] = process.argv.slice(2);
const dimension = Number(given);
const read = (file) => new Float32Array(new Uint8Array(readFileSync(file)).buffer);
const vectors = read(vectorFile);
const probes = read(probeFile);
console.log('ready');
for await (const line of createInterface(process.stdin)) {
  const probe = probes.slice(Number(line) * dimension, (Number(line) + 1) * dimension);
  const started = performance.now();
  exactSearch(vectors, probe, dimension, 10, MetricKind.IP, 1);
  console.log(performance.now() - started);
}
