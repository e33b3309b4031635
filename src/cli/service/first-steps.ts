/** The message of a start: addresses, and on the first start the demo client and example calls. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreatedClient } from '../../access/clients/client.ts';
import { DEMO } from '../../access/clients/first-client.ts';
import type { Config } from '../../config/config.ts';
import { RECOMMENDED_MISSING } from '../../faces/encoding/encoders.ts';
import { PAD_DAMAGED, PAD_MISSING } from '../../faces/liveness/pad-finder.ts';
import { RECAPTURE } from '../../faces/liveness/recapture.ts';
import { RECOMMENDED } from '../../inference/packs/encoder-packs.ts';
import { PAD_PACKS } from '../../inference/packs/pad-packs.ts';
import type { Service } from '../../main.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/prosopon', import.meta.url));
/** A package is installed under its name. */
const isPackage = import.meta.url.endsWith('.js');
const NAME = isPackage ? 'prosopon' : 'bin/prosopon';

/** A package has no examples. */
const EXAMPLE = isPackage
  ? ''
  : '\nLog in with your face at a sample site: "npm run example" in another terminal.\n';

/** @param address where the service listens */
export function firstSteps(config: Config, address: string, demo: CreatedClient): string {
  return `
A client was created for a first try; its credentials are shown only now:
  client id  ${demo.id}
  secret     ${demo.secret}
  key        ${demo.key}
${EXAMPLE}
Enrol the person in photo.jpg as class 1 and verify them by pasting this into another terminal:

  TOKEN=$(${command(config)} token --client ${demo.id})
  IMAGE=$(base64 < photo.jpg | tr -d '\\n')
  echo "[{\\"image\\": \\"$IMAGE\\"}]" | curl -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' --data-binary @- ${address}/api/face/v1/enroll/1
  echo "{\\"image\\": \\"$IMAGE\\"}" | curl -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' --data-binary @- ${address}/api/face/v1/verify/1
`;
}

/** The last lines of every start message. */
export async function whatRuns(config: Config, service: Service): Promise<string> {
  const { grpcPort, status } = service;
  const address = config.exposed ? config.publicUrl : service.address;
  const { encoder, missing } = status();
  const lacking = await missing();
  const better = lacking.includes(RECOMMENDED_MISSING)
    ? `; better: ${command(config)} models pull ${RECOMMENDED}`
    : '';
  return `
Prosopon runs.
  start page      ${address}/
${await playgroundLine(address, service)}  administration  ${address}/admin
  documentation   ${address}/docs
  gRPC            port ${grpcPort}
  encoder         ${encoder?.name ?? 'none'}${better}
  liveness        ${livenessLine(config, lacking)}
`;
}

function livenessLine(config: Config, lacking: readonly string[]): string {
  const program = command(config);
  if (lacking.includes(PAD_DAMAGED)) return `refused, files are damaged: ${program} doctor`;
  if (lacking.includes(PAD_MISSING)) return `${RECAPTURE.name}; better: ${program} models pull pad`;
  return PAD_PACKS.map(({ name }) => name).join(', ');
}

/** The link works once. Without a client for it, the page asks for a key. */
async function playgroundLine(address: string, { playground, clients }: Service): Promise<string> {
  if (playground === undefined) return '';
  const all = await clients();
  const { id } = all.find(({ id }) => id === DEMO) ?? (all.length === 1 ? all[0]! : {});
  const link = id === undefined ? '' : `#${playground.link(id)}`;
  return `  try everything  ${address}/playground${link}\n`;
}

/** The program's path from the folder in which the service was started, with where data and key are. */
function command({ dataDir, keyFile, keyFileIsDefault }: Config): string {
  const here = isPackage || PROGRAM === resolve('bin/prosopon');
  return [
    ...(dataDir === resolve('data') ? [] : [`PROSOPON_DATA=${quote(dataDir)}`]),
    ...(keyFileIsDefault ? [] : [`PROSOPON_KEY_FILE=${quote(keyFile)}`]),
    here ? NAME : quote(PROGRAM),
  ].join(' ');
}

function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
