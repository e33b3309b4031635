/**
 * The seam between the service and its extensions: everything that an extension may use, and all
 * that it may give. docs/extensions.md explains it with an example.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode, ServiceError } from './errors.ts';
import type { JobResult } from './operations/job.ts';
import type { ReadPortrait } from './operations/portrait.ts';
import type { OperationName, Operations } from './protocols/extensions/operations.ts';
import type { Work } from './scheduling/fair-queue.ts';
import type { Message } from './webhooks/send.ts';

export type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
export type { ServiceError } from './errors.ts';
export type { ImageDecoder } from './faces/image/added-decoders.ts';
export type { JobResult } from './operations/job.ts';
export type { Portrait, PortraitRequest, ReadPortrait } from './operations/portrait.ts';

export type { OperationName, Operations } from './protocols/extensions/operations.ts';

/** The default export of an extension's module. */
export interface Extension {
  /** Its environment variables with their meanings, each beginning with `PROSOPON_NAME_`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Modules that export an `ImageDecoder` as `decoder`. Confined processes load them. */
  readonly decoders?: readonly URL[];
  /** Called once, before the service listens. What it throws stops the start. */
  start?(host: Host): Started | Promise<Started>;
}

/** What an extension starts with. */
export interface Host {
  /** Of the service. */
  readonly version: string;
  /** The values of its variables; undefined: not set. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  /** Writes a message to the log. */
  readonly log: Record<'info' | 'warn', (message: string) => void>;
  /**
   * A confined process for what strangers sent: without network, files and secrets, and with limits
   * on time and memory. It starts with its first task.
   * @param module exports `open` (see `OpenParser`)
   * @param data that `open` gets; it can be cloned
   */
  parser<Task extends object, Result>(module: URL, data?: unknown): Parse<Task, Result>;
}

/** The export `open` of a parser's module. What it throws is an unexpected fault, not a refusal. */
export type OpenParser<Data, Task extends object, Result> = (
  data: Data,
) => (task: Task) => Result | Promise<Result>;

/**
 * Runs a task in the process. Its members can be cloned; large ones are `Uint8Array`s.
 * @throws InvalidArgument the input ended the process; DeadlineExceeded; Unavailable; Cancelled
 */
export type Parse<Task extends object, Result> = (task: Task, work?: Work) => Promise<Result>;

/** What an extension adds to the service. */
export interface Started {
  /** Reads the portraits of documents that are submitted in place of reference photos. */
  readonly readPortrait?: ReadPortrait;
  readonly routes?: Routes;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of an extension's route: the operation that the client must be permitted to call. */
    operation?: OperationName;
  }
}

/** Routes of an extension. Callers authenticate as clients, before their body is read. */
export interface Routes {
  /** @param app validates by TypeBox schemas; the API reference lists its routes */
  add(app: FastifyInstance, service: Service): void;
  /** The body of a refusal; `status`: another than the usual one. */
  answerTo(error: ServiceError): { readonly status?: number; readonly body: object };
  /** Refuses callers by the scopes of their token. @throws of `refusal` */
  admit?(request: FastifyRequest, scopes: readonly string[]): void;
  /**
   * The client's id and secret are a Bearer token, too: `ID:SECRET` in base64, as in HTTP Basic. For
   * callers that are given one fixed token.
   */
  readonly takesSecret?: boolean;
  /** The client for which a call without credentials counts; undefined: it is refused. */
  trustedClient?(request: FastifyRequest): string | undefined;
  /** The class that the address names; absent: its parameter `classId`. */
  classOf?(request: FastifyRequest): bigint | undefined;
}

/** What routes use of the service. */
export interface Service {
  /**
   * Runs operations as one job of the caller, with its permissions, limits and bookkeeping.
   * @param run gets the operations, and what they are for; its result is recorded
   */
  job<R extends JobResult>(
    request: FastifyRequest,
    job: {
      readonly operation: OperationName;
      readonly classId?: bigint | undefined;
      readonly signal?: AbortSignal | undefined;
    },
    run: (
      operations: Operations,
      client: { readonly id: string; readonly requiresConsent: boolean },
    ) => Promise<R>,
  ): Promise<R>;
  /** Operations without a job: nothing is recorded. */
  operations(request: FastifyRequest): Operations;
  /** For parsers: whose turn it is, and until when. */
  work(request: FastifyRequest): Work;
  /** Records the call under the transaction that its caller named. */
  setTransaction(request: FastifyRequest, transactionId: string): void;
  readonly later: Later;
  /** An error to throw, by code or HTTP status. Its message is cut to 200 characters. */
  refusal(of: ErrorCode | number, message: string): ServiceError;
  /** The bytes of a base64 member of a body. @throws InvalidArgument naming the field */
  bytes(given: unknown, field: string): Uint8Array;
  /** A random class id. */
  newClassId(): bigint;
}

/** What became of a call. */
export type Outcome = { readonly answer: unknown } | { readonly error: ServiceError };

/** Calls that are answered at once, while their result is posted later. */
export interface Later {
  /** @throws MemberRefused the address must not be called */
  check(url: string, member: string): void;
  /**
   * Runs work that outlives the answer. Never rejects.
   * @param work gets the signal that ends it
   */
  run(request: FastifyRequest, work: (signal: AbortSignal) => Promise<unknown>): Promise<Outcome>;
  /** Posts a message once, as webhooks do. Never rejects. `gone`: the receiver wants no more. */
  post(message: Message & { readonly url: string }): Promise<string>;
  /** The id of the client that calls. */
  clientOf(request: FastifyRequest): string;
}
