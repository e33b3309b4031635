/** The command line: its commands, and its exit codes. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { VERSION } from '../config/version.ts';
import { EXIT, toFailure } from './exit-codes.ts';
import { note } from './output.ts';
import { keepYoungGeneration } from './young-generation.ts';

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

interface CommandEntry {
  readonly about: string;
  readonly load: (version: string) => Promise<CommandUnknownOpts>;
}

/** Loads only the called command: the libraries of the others would delay it. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: {
    about: 'run the service until it is told to stop (Ctrl-C, SIGTERM)',
    load: async (version) => {
      keepYoungGeneration();
      return (await import('./service/serve.ts')).serveCommand(version);
    },
  },
  client: {
    about: 'register the applications that may call the service',
    load: async () => (await import('./clients/client.ts')).clientCommand(),
  },
  token: {
    about: 'make a JWT of a client, for trying out the HTTP interface by hand',
    load: async () => (await import('./clients/token.ts')).tokenCommand(),
  },
  enroll: {
    about: 'enrol a person from face images',
    load: async () => (await import('./faces/enroll.ts')).enrollCommand(),
  },
  verify: {
    about: 'compare a face image with an enrolled person; exit code 0 yes, 1 no',
    load: async () => (await import('./faces/verify.ts')).verifyCommand(),
  },
  search: {
    about: 'find the people in face images; exit code 0 found, 1 not found',
    load: async () => (await import('./faces/search.ts')).searchCommand(),
  },
  duplicates: {
    about: 'find people who are enrolled in two classes; exit code 0 none, 1 there are',
    load: async () => (await import('./maintenance/duplicates.ts')).duplicatesCommand(),
  },
  liveness: {
    about: 'check that a live person is in one or two images, or a video; exit code 0 yes, 1 no',
    load: async () => (await import('./faces/liveness.ts')).livenessCommand(),
  },
  'photo-verify': {
    about: 'compare an ID photo with one or two live images; exit code 0 from level 4, else 1',
    load: async () => (await import('./faces/photo-verify.ts')).photoVerifyCommand(),
  },
  quality: {
    about: 'grade face images, or whole folders, by the measures of ISO/IEC 29794-5',
    load: async () => (await import('./faces/quality.ts')).qualityCommand(),
  },
  template: {
    about: 'look at, tag and erase the template of one person',
    load: async () => (await import('./faces/template.ts')).templateCommand(),
  },
  jobs: {
    about: 'show the bookkeeping: which jobs ran and how they ended, newest first',
    load: async () => (await import('./maintenance/jobs.ts')).jobsCommand(),
  },
  audit: {
    about: 'verify and export the audit trail',
    load: async () => (await import('./maintenance/audit.ts')).auditCommand(),
  },
  erase: {
    about: 'erase templates for good, and prove that no trace is left',
    load: async () => (await import('./maintenance/erase.ts')).eraseCommand(),
  },
  import: {
    about: 'enrol many people from a folder or a CSV file, or take over exported templates',
    load: async () => (await import('./import/import.ts')).importCommand(),
  },
  export: {
    about: 'write the templates of a client into a sealed file for another installation',
    load: async () => (await import('./maintenance/export.ts')).exportCommand(),
  },
  backup: {
    about: 'write the whole database into one sealed file, even while the service runs',
    load: async (version) => (await import('./maintenance/backup.ts')).backupCommand(version),
  },
  restore: {
    about: 'read a backup into an empty database and check all of it',
    load: async () => (await import('./maintenance/backup.ts')).restoreCommand(),
  },
  models: {
    about: 'the networks: list, fetch, check, and choose the encoder',
    load: async () => (await import('./models/models.ts')).modelsCommand(),
  },
  user: {
    about: 'the people who log in by face: create, list, erase, one-time links',
    load: async () => (await import('./clients/user.ts')).userCommand(),
  },
  webhook: {
    about: 'send events to applications: create, list, test, enable',
    load: async () => (await import('./clients/webhook.ts')).webhookCommand(),
  },
  keys: {
    about: 'the keys that seal what is stored',
    load: async () => (await import('./maintenance/keys.ts')).keysCommand(),
  },
  database: {
    about: 'distribute the database over several machines, and show its nodes',
    load: async () => (await import('./maintenance/database.ts')).databaseCommand(),
  },
  evaluate: {
    about: 'measure error rates on your own face images, and calibrate thresholds',
    load: async () => (await import('./faces/evaluate.ts')).evaluateCommand(),
  },
  doctor: {
    about: 'check machine, models, database and keys, and say what to do',
    load: async () => (await import('./doctor/doctor.ts')).doctorCommand(),
  },
};

/** Runs a command and sets the exit code of the process. Never rejects. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader such as `head` closes the pipe when it has seen enough: no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure);
  });
  try {
    const program = await createProgram(args);
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (thrown) {
    const failure = toFailure(thrown);
    process.exitCode = failure.exitCode;
    if (failure.message !== undefined) note(`prosopon: ${failure.message}`);
    if (process.env.LOG_LEVEL === 'debug' && thrown instanceof Error) console.error(thrown);
  }
}

/** @param args only the command name matters: only that command is loaded */
export async function createProgram(args: readonly string[]): Promise<CommandUnknownOpts> {
  const program = new Command('prosopon')
    .description('Face biometrics: enrol people and verify them, on your own machine.')
    .version(VERSION)
    .showSuggestionAfterError()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error:/, 'prosopon:')),
    })
    .addHelpText('after', HELP)
    .exitOverride();
  const called = args.find((arg) => !arg.startsWith('-') && arg !== 'help');
  for (const [name, { about, load }] of Object.entries(COMMANDS)) {
    const command = name === called ? await load(VERSION) : new Command(name);
    program.addCommand(command.description(about));
  }
  inheritSettings(program);
  return program;
}

/** Commander inherits settings only for commands made by `.command()`, and ours are not. */
function inheritSettings(parent: CommandUnknownOpts): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
