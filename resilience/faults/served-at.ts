/** Runs in a network of its own: a service at the given address. Prints what is wrong, as JSON. */
import { startService } from '../service.ts';

const host = process.argv[2]!;
const broken: string[] = [];
const service = await startService({ HOST: host, PORT: '8080' });
try {
  const { image } = service;
  const ready = await service.readyz();
  if (ready.status !== 200) broken.push(`not ready: ${ready.text}`);
  const enrolled = await service.call('/api/face/v1/enroll/1', [{ image }]);
  if (enrolled.status !== 200) broken.push(`enrolment: ${enrolled.status} ${enrolled.text}`);
  const { text } = await service.call('/api/face/v1/verify/1', { image });
  if (!text.includes('"verified":true')) broken.push(`verification: ${text}`);
  const ended = await service.running.stop();
  if (ended.code !== 0) broken.push(`it ended with ${ended.code ?? ended.signal}`);
} finally {
  await service.stop();
}
process.stdout.write(JSON.stringify(broken), () => process.exit());
