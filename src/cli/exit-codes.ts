/** How a command ends: exit codes, and any thrown value as one readable line. */
import { CommanderError } from '@commander-js/extra-typings';
import { ConfigError } from '../config/config.ts';
import { type ErrorCode, ServiceError } from '../errors.ts';

export const EXIT = {
  ok: 0,
  /** A biometric "no": not verified, not enrolled. */
  no: 1,
  unauthenticated: 2,
  badArguments: 4,
  failure: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const OF_SERVICE_ERROR: Partial<Record<ErrorCode, ExitCode>> = {
  InvalidArgument: EXIT.badArguments,
  NotFound: EXIT.badArguments,
  Unauthenticated: EXIT.unauthenticated,
};

export interface Failure {
  readonly exitCode: ExitCode;
  /** Undefined: already printed. */
  readonly message: string | undefined;
}

/** Exit code and message of any thrown value. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof CommanderError)
    return { exitCode: thrown.exitCode === 0 ? EXIT.ok : EXIT.badArguments, message: undefined };
  if (thrown instanceof ConfigError)
    return { exitCode: EXIT.badArguments, message: thrown.message };
  if (thrown instanceof ServiceError)
    return {
      exitCode: OF_SERVICE_ERROR[thrown.code] ?? EXIT.failure,
      message: thrown.code === 'Internal' ? withReason(thrown) : thrown.message,
    };
  return { exitCode: EXIT.failure, message: systemError(thrown) };
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'the port is already in use; stop the other program or choose another PORT or GRPC_PORT',
  EADDRNOTAVAIL: 'this machine does not have that address; correct HOST',
  ENOTFOUND: 'there is no such host; correct HOST',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};

type SystemError = NodeJS.ErrnoException & {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
};

function systemError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { code } = thrown as SystemError;
  const known = code === undefined ? undefined : SYSTEM_ERRORS[code];
  if (known === undefined) return firstLine(thrown.message);
  const subject = subjectOf(thrown as SystemError);
  return subject === undefined ? known : `${subject}: ${known}`;
}

/** The subject of the error: a file, a host name or a port. */
function subjectOf({ code, path, hostname, address, port }: SystemError): string | undefined {
  if (path !== undefined) return path;
  if (code === 'EADDRNOTAVAIL') return address;
  return hostname ?? (port === undefined ? undefined : `port ${port}`);
}

/** Adds the reason, which the local user may see, but a network caller may not. */
function withReason(error: ServiceError): string {
  const reason = error.cause instanceof Error ? error.cause.message : error.detail;
  return reason === undefined ? error.message : `unexpected failure: ${firstLine(reason)}`;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
