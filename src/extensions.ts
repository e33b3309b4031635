/**
 * The seam between the service and its extensions: everything that an extension may use, and all
 * that it may give. docs/extensions.md explains it with an example.
 */
import type { ReadPortrait } from './operations/portrait.ts';
import type { Work } from './scheduling/fair-queue.ts';

export type { ImageDecoder } from './faces/image/added-decoders.ts';
export type { Portrait, PortraitRequest, ReadPortrait } from './operations/portrait.ts';

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
}
