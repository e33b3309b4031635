/** `doctor`: checks what the service needs, and says how to correct faults. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ConfigError } from '../../config/config.ts';
import { readConfig } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { count, print, withJson } from '../output.ts';
import { plainLinks } from '../plain-links.ts';
import { checkClock, checkDatabase, checkFileModes, checkKey } from './data-checks.ts';
import type { Finding } from './finding.ts';
import {
  checkCpu,
  checkDisk,
  checkMemory,
  checkNativeModules,
  checkNode,
} from './machine-checks.ts';
import {
  checkEncoder,
  checkLivenessModels,
  checkModelFiles,
  checkTemplates,
} from './model-checks.ts';
import { checkService } from './service-check.ts';

export function doctorCommand(): CommandUnknownOpts {
  return withJson(new Command('doctor'))
    .addHelpText(
      'after',
      `
Converts models that are not converted yet, and changes nothing else.
Exit code 5: something needs to be put right. Warnings leave it at 0.

Example:
  prosopon doctor`,
    )
    .action(async (options) => {
      const findings = await runChecks();
      const healthy = findings.every(({ state }) => state !== 'fail');
      if (!healthy) process.exitCode = EXIT.failure;
      const warnings = findings.filter(({ state }) => state === 'warn').length;
      print(options, { healthy, warnings, checks: findings }, () => describe(findings));
    });
}

async function runChecks(): Promise<readonly Finding[]> {
  const findings: Finding[] = [checkNode(), await checkCpu(), checkMemory()];
  findings.push(await checkNativeModules());
  try {
    const config = readConfig();
    findings.push(
      { check: 'configuration', state: 'ok', message: `data directory ${config.dataDir}` },
      await checkDisk(config.dataDir),
      await checkModelFiles(config),
      await checkEncoder(config),
      await checkLivenessModels(config),
      await checkFileModes(config),
      ...(await checkDatabase(config)),
      ...(await checkTemplates(config)),
      checkKey(config),
      ...plainLinks(config).map((message) => ({ check: 'TLS', state: 'warn' as const, message })),
      await checkClock(config),
      await checkService(config),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push({
      check: 'configuration',
      state: 'fail',
      message: error.message,
      advice: 'Correct the variable; "prosopon serve --help" lists them all.',
    });
  }
  return findings;
}

/** Most urgent first. */
const SEVERITIES = ['fail', 'warn', 'ok'] as const;
const MARKS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

function describe(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const bySeverity = SEVERITIES.flatMap((severity) =>
    findings.filter(({ state }) => state === severity),
  );
  const lines = bySeverity.flatMap(({ check, state, message, advice }) => [
    `${MARKS[state]}  ${check.padEnd(width)}  ${message}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 8)}→ ${advice}`]),
  ]);
  return [...lines, '', summary(findings)].join('\n');
}

function summary(findings: readonly Finding[]): string {
  const counted = (state: Finding['state'], noun: string) => {
    const number = findings.filter((finding) => finding.state === state).length;
    return number === 0 ? [] : [count(number, noun)];
  };
  const problems = [...counted('fail', 'fault'), ...counted('warn', 'warning')];
  return problems.length === 0 ? 'Everything is in order.' : `${problems.join(', ')}: see above.`;
}
