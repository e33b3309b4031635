/** Messages between the service and its worker processes. */

/** Descriptor of the pipe for files, which messages would copy several times on either side. */
export const FILES = 4;

/** A worker's answer. Errors travel as data, because classes do not survive the transfer. */
export type WorkerReply<R> =
  | { readonly ok: true; readonly value: R }
  | {
      readonly ok: false;
      readonly name: string;
      readonly message: string;
      readonly detail?: string;
    };

/** Name of a file's member, and its bytes. */
export type NamedSize = readonly [name: string, size: number];

export type ToWorker =
  | { readonly kind: 'open'; readonly data: unknown; readonly mostMemory: number }
  /** Files are members of the payload; their bytes come through `FILES`, in this order. */
  | { readonly kind: 'task'; readonly payload: object; readonly files: readonly NamedSize[] }
  /** The caller has gone. */
  | { readonly kind: 'stop' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly reply: WorkerReply<unknown> };
