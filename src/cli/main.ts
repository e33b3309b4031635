/** The command line: its commands, and how it ends. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { clientCommand } from './client.ts';
import { doctorCommand } from './doctor.ts';
import { enrollCommand } from './enroll.ts';
import { toFailure } from './exit-codes.ts';
import { jobsCommand } from './jobs.ts';
import { keysCommand } from './keys.ts';
import { serveCommand } from './serve.ts';
import { templateCommand } from './template.ts';
import { tokenCommand } from './token.ts';
import { verifyCommand } from './verify.ts';

const HELP = `
Exit codes: 0 yes or done, 1 a biometric "no", 2 not authenticated, 4 bad arguments, 5 failure.
Commands work on the data directory (PROSOPON_DATA, default ./data), also while the service runs.

Examples:
  prosopon serve                              start the service on http://127.0.0.1:8080
  prosopon client create --id shop --name "My shop"
  prosopon enroll 17 alice.jpg                enrol the person with class id 17
  prosopon verify 17 another-photo.jpg        is it the same person?
  prosopon doctor                             is everything in order?
`;

/** Runs one command and sets the exit code of the process; never rejects. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 5);
  });
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (thrown) {
    const failure = toFailure(thrown);
    process.exitCode = failure.exitCode;
    if (failure.message !== undefined) process.stderr.write(`prosopon: ${failure.message}\n`);
    if (process.env.LOG_LEVEL === 'debug' && thrown instanceof Error) console.error(thrown);
  }
}

function createProgram(): Command {
  const manifest = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const program = new Command('prosopon')
    .description('Face biometrics: enrol people and verify them, on your own machine.')
    .version(version)
    .showSuggestionAfterError()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error:/, 'prosopon:')),
    })
    .addHelpText('after', HELP)
    .exitOverride();
  const commands = [
    serveCommand(version),
    clientCommand(),
    tokenCommand(),
    enrollCommand(),
    verifyCommand(),
    templateCommand(),
    jobsCommand(),
    keysCommand(),
    doctorCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  inheritSettings(program);
  return program;
}

/** Commander hands settings down only to commands made by `.command()`; ours are made on their own. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
