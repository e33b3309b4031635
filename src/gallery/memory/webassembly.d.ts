/** The few members of the WebAssembly interface that are used; Node's types lack them. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true });
    /** A memory that is not shared, as the face finder in browsers uses. */
    constructor(descriptor: { initial: number });
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
