/** A call of the service, before it is made. */

export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON with files where the service expects base64. */
  readonly body?: unknown;
}
