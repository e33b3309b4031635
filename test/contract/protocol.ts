/** One call of an operation, made over HTTP or gRPC, and its answer in the same words. */
import type { CreatedClient } from '../../src/access/clients/client.ts';

export type MethodName =
  | 'Enroll'
  | 'Verify'
  | 'Search'
  | 'Identify'
  | 'SetTemplateTags'
  | 'GetTemplateStatus'
  | 'DeleteTemplate'
  | 'LivenessDetection'
  | 'VideoLivenessDetection'
  | 'PhotoVerify'
  | 'FaceImageQuality';

export interface ContractCall {
  readonly client?: CreatedClient;
  /** Instead of one that the client signs. */
  readonly token?: string;
  readonly classId?: string;
  /** Members as in the interface, with bytes where it has base64. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ContractAnswer {
  /** gRPC status code; 0: the call was answered. */
  readonly code: number;
  readonly message: string;
  /** Members as in the interface; without what only one of the protocols has. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any member it expects
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Protocol {
  readonly name: string;
  call(method: MethodName, call: ContractCall): Promise<ContractAnswer>;
  close(): Promise<void>;
}

/** Headers that both protocols answer with. */
export const COMMON_HEADERS = [
  'jobid',
  'service-version',
  'reference-number',
  'transaction-id',
  'response-time-ms',
  'retry-after',
  'sandbox',
] as const;
