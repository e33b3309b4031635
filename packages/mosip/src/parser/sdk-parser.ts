/** Runs in the confined process: reads calls, and writes the records of their answers. */
import type { OpenParser } from 'prosopon/extensions';
import { type SdkAnswer, sdkAnswer } from '../sdk-status.ts';
import { type ReadCalls, readCall } from './read-call.ts';
import { BadBlock, SdkRefusal, Unreadable } from './refusals.ts';
import { type WriteTask, writeRecord } from './write-record.ts';

export type SdkTask =
  | {
      readonly does: 'read';
      readonly name: keyof ReadCalls;
      /** Base64, or bytes where that is long: they are not copied on the main thread. */
      readonly request: string | Uint8Array;
    }
  | ({ readonly does: 'write' } & WriteTask);

export type SdkResult =
  /** The call, or the record in JSON. */
  | { readonly read: ReadCalls[keyof ReadCalls] | string }
  | { readonly unreadable: string }
  | { readonly refused: SdkAnswer };

export const open: OpenParser<undefined, SdkTask, SdkResult> = () => (task) => {
  try {
    return { read: task.does === 'read' ? readCall(task.name, task.request) : writeRecord(task) };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message };
    if (error instanceof SdkRefusal) return { refused: error.answer };
    if (error instanceof BadBlock)
      return { refused: sdkAnswer('invalid-input', null, error.message) };
    throw error;
  }
};
