/** `serve`: runs the service until a signal stops it. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Client, CreatedClient } from '../../access/clients/client.ts';
import { DEMO } from '../../access/clients/first-client.ts';
import { type Config, ENVIRONMENT } from '../../config/config.ts';
import { startService } from '../../main.ts';
import { LOG_HOOKS } from '../../tracing/recent-jobs.ts';
import { startTelemetry } from '../../tracing/telemetry.ts';
import { readConfig } from '../environment.ts';
import { EXIT, toFailure } from '../exit-codes.ts';
import { note, type OutputOptions, toJson } from '../output.ts';
import { plainLinks } from '../plain-links.ts';
import { announce } from '../service-address.ts';
import { growYoungGeneration } from '../young-generation.ts';
import { firstSteps, whatRuns } from './first-steps.ts';

/** A stop signal often comes twice, from the terminal and from npm. Count that as one. */
const SAME_SIGNAL = 1_000;
/** Milliseconds that running requests have to finish. */
const DRAIN = 9_000;

export function serveCommand(version: string): CommandUnknownOpts {
  const width = Math.max(...Object.keys(ENVIRONMENT).map((name) => name.length));
  const variables = Object.entries(ENVIRONMENT).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  return new Command('serve')
    .option('--json', 'log as JSON on a terminal too; the demo client of the first start as JSON')
    .addHelpText(
      'after',
      `
Environment, all optional:
${variables.join('\n')}

Running requests are finished when a signal stops the service; a second signal stops it at once.

Examples:
  prosopon serve
  PORT=9000 PROSOPON_DATA=/var/lib/prosopon prosopon serve`,
    )
    .action((options: OutputOptions) => serve(version, options));
}

async function serve(version: string, options: OutputOptions): Promise<void> {
  const config = readConfig();
  const log = await createLog(config, options);
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (err) => {
      log.fatal({ err }, 'the service failed unexpectedly');
      process.exit(EXIT.failure);
    });
  const started = performance.now();
  const stopTelemetry = await startTelemetry(config, version);
  const service = await startService(config, { version, log });
  const withdraw = announce(config, service.address);
  process.once('exit', withdraw);
  stopOnSignal(async () => {
    await service.stop();
    await stopTelemetry();
  }, log);
  log.info(
    { address: service.address, grpcPort: service.grpcPort, data: config.dataDir },
    'listening; loading the networks',
  );
  try {
    await service.ready;
  } catch (cause) {
    await service.stop();
    throw cause;
  } finally {
    if (service.demo !== undefined) introduce(config, service.address, service.demo, options);
  }
  growYoungGeneration();
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  log.info({ address: service.address, encoder: service.status().encoder?.name, seconds }, 'ready');
  warnOfUnsafeDefaults(config, await service.clients(), log);
  if (options.json !== true) note(await whatRuns(config, service));
}

/** On standard error, because the log goes to standard output. */
function introduce(
  config: Config,
  address: string,
  demo: CreatedClient,
  { json = false }: OutputOptions,
): void {
  const { id, secret, key, keyId, storage, partition } = demo;
  if (json) note(toJson({ url: address, id, secret, key, keyId, storage, partition }));
  else note(firstSteps(config, address, demo));
}

/** JSON lines, or readable text on a terminal. */
async function createLog(config: Config, { json = false }: OutputOptions): Promise<Logger> {
  if (json || !process.stdout.isTTY) return pino({ level: config.logLevel, hooks: LOG_HOOKS });
  const { default: pretty } = await import('pino-pretty');
  const stream: DestinationStream = pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' });
  return pino({ level: config.logLevel, hooks: LOG_HOOKS }, stream);
}

function stopOnSignal(stopAll: () => Promise<void>, log: Logger): void {
  let first: number | undefined;
  const onSignal = (signal: NodeJS.Signals, number: number) => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      log.info({ signal }, 'stopping: finishing running requests');
      void stop(stopAll, log);
    } else if (now - first > SAME_SIGNAL) {
      log.warn({ signal }, 'stopped at once');
      process.exit(128 + number);
    }
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal);
}

async function stop(stopAll: () => Promise<void>, log: Logger): Promise<void> {
  setTimeout(() => {
    log.warn('some requests did not finish in time');
    process.exit(EXIT.ok);
  }, DRAIN);
  try {
    await stopAll();
    log.info('stopped');
    process.exit(EXIT.ok);
  } catch (err) {
    log.error({ err }, 'stopped, but not cleanly');
    process.exit(toFailure(err).exitCode);
  }
}

/** Warns at every start of defaults that only suit a first try. */
function warnOfUnsafeDefaults(config: Config, clients: readonly Client[], log: Logger): void {
  if (clients.some(({ id }) => id === DEMO))
    log.warn(
      `the ${DEMO} client exists: delete it before real use ("client delete ${DEMO} --erase")`,
    );
  if (config.masterKey === undefined && config.keyFileIsDefault)
    log.warn(
      `the master key is stored next to the data it protects: move ${config.keyFile} elsewhere ` +
        'and set PROSOPON_KEY_FILE to its path',
    );
  if (config.exposed && config.publicUrl.startsWith('http:'))
    log.warn(
      `others reach ${config.publicUrl} without TLS: set PROSOPON_TLS_CERT and PROSOPON_TLS_KEY, ` +
        'or put a TLS proxy in front and name its address in PUBLIC_URL',
    );
  for (const warning of plainLinks(config)) log.warn(warning);
  for (const name of config.unknownVariables)
    log.warn(`${name} is set, but nothing reads it ("prosopon serve --help" lists what is read)`);
}
