/** Reads the pickles PyTorch writes for a state dict: a small stack machine that runs no code. */

/** A tuple or list, a dict, or a plain value; tensors are what `rebuild` made of them. */
export type Pickled = unknown;

export interface PickleRules {
  /** The value of `module name`; throws for names that may not occur. */
  readonly global: (name: string) => unknown;
  /** Calls a global's value with arguments. */
  readonly reduce: (callable: unknown, args: readonly Pickled[]) => Pickled;
  /** A value that is stored outside of the pickle. */
  readonly persistent: (id: Pickled) => Pickled;
}

const MARK = Symbol('mark');

/** One pickle after another from the same bytes. */
export class PickleReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Where the last pickle ended. */
  get offset(): number {
    return this.#offset;
  }

  #take(length: number): number {
    this.#offset += length;
    if (this.#offset > this.#bytes.length) throw new RangeError('the pickle ends too early');
    return this.#offset - length;
  }

  #byte(): number {
    return this.#bytes[this.#take(1)]!;
  }

  #text(length: number): string {
    const from = this.#take(length);
    return new TextDecoder().decode(this.#bytes.subarray(from, from + length));
  }

  #line(): string {
    const end = this.#bytes.indexOf(10, this.#offset);
    if (end < 0) throw new RangeError('the pickle ends too early');
    const text = this.#text(end - this.#offset);
    this.#take(1);
    return text;
  }

  /** A little-endian two's complement integer of any length. */
  #long(length: number): bigint {
    const from = this.#take(length);
    let value = 0n;
    for (let index = length - 1; index >= 0; index--)
      value = (value << 8n) | BigInt(this.#bytes[from + index]!);
    return BigInt.asIntN(length * 8, value);
  }

  /**
   * The next pickle's value; the opcodes of protocol 2 that state dicts use.
   * (Long: one case for each of them.)
   * @throws Error naming the opcode or name that is not allowed
   */
  read(rules: PickleRules): Pickled {
    const stack: unknown[] = [];
    const memo = new Map<number, unknown>();
    const pop = () => stack.pop();
    const sinceMark = (): unknown[] => {
      const at = stack.lastIndexOf(MARK);
      if (at < 0) throw new Error('no mark');
      return stack.splice(at).slice(1);
    };
    const setItems = (items: readonly unknown[]) => {
      const dict = stack.at(-1);
      if (!(dict instanceof Map)) throw new Error('items of no dict');
      for (let index = 0; index < items.length; index += 2)
        dict.set(items[index], items[index + 1]);
    };
    const append = (items: readonly unknown[]) => {
      const list = stack.at(-1);
      if (!Array.isArray(list)) throw new Error('elements of no list');
      for (const item of items) list.push(item);
    };
    for (;;) {
      const code = this.#byte();
      switch (String.fromCharCode(code)) {
        case '.':
          return pop();
        case '(':
          stack.push(MARK);
          break;
        case ')':
        case ']':
          stack.push([]);
          break;
        case '}':
          stack.push(new Map());
          break;
        case 'N':
          stack.push(null);
          break;
        case 'K':
          stack.push(this.#byte());
          break;
        case 'M':
          stack.push(this.#view.getUint16(this.#take(2), true));
          break;
        case 'J':
          stack.push(this.#view.getInt32(this.#take(4), true));
          break;
        case 'G':
          stack.push(this.#view.getFloat64(this.#take(8)));
          break;
        case 'X':
          stack.push(this.#text(this.#view.getUint32(this.#take(4), true)));
          break;
        case 'c':
          stack.push(rules.global(`${this.#line()}.${this.#line()}`));
          break;
        case 't':
          stack.push(sinceMark());
          break;
        case 'R': {
          const args = pop() as Pickled[];
          stack.push(rules.reduce(pop(), args));
          break;
        }
        case 'Q':
          stack.push(rules.persistent(pop()));
          break;
        case 'q':
          memo.set(this.#byte(), stack.at(-1));
          break;
        case 'r':
          memo.set(this.#view.getUint32(this.#take(4), true), stack.at(-1));
          break;
        case 'h':
          stack.push(memo.get(this.#byte()));
          break;
        case 'j':
          stack.push(memo.get(this.#view.getUint32(this.#take(4), true)));
          break;
        case 's': {
          const value = pop();
          setItems([pop(), value]);
          break;
        }
        case 'u':
          setItems(sinceMark());
          break;
        case 'a':
          append([pop()]);
          break;
        case 'e':
          append(sinceMark());
          break;
        // Attributes of an object (a state dict's metadata): not needed.
        case 'b':
          pop();
          break;
        default:
          if (!this.#readRare(code, stack)) throw new Error(`pickle opcode ${code}`);
      }
    }
  }

  /** Opcodes above 127; false when there is no such opcode. */
  #readRare(code: number, stack: unknown[]): boolean {
    if (code === 0x80) this.#take(1);
    else if (code === 0x85 || code === 0x86 || code === 0x87)
      stack.push(stack.splice(stack.length - (code - 0x84)));
    else if (code === 0x88 || code === 0x89) stack.push(code === 0x88);
    else if (code === 0x8a) stack.push(this.#long(this.#byte()));
    else return false;
    return true;
  }
}
