/** Reads commands as a shell does, as far as the documentation goes: quotes, pipes, `$(…)`, `NAME=…`. */

export interface ShellCommand {
  /** Variables that are set for it, or by `export`. */
  readonly variables: Readonly<Record<string, string>>;
  /** The program and what it is given; empty where only variables are set. What only a shell knows is `…`. */
  readonly words: readonly string[];
  /** What stands before it in a pipe. */
  readonly from?: ShellCommand;
}

const UNKNOWN = '…';

/** All commands, those within `$(…)` and functions, too. */
export function readCommands(script: string): ShellCommand[] {
  return new Reader(script.replaceAll(/\\\n\s*/g, '')).read();
}

class Reader {
  readonly #script: string;
  readonly #commands: ShellCommand[] = [];
  #at = 0;
  #words: string[] = [];
  #from: ShellCommand | undefined;

  constructor(script: string) {
    this.#script = script;
  }

  read(): ShellCommand[] {
    while (this.#at < this.#script.length) {
      const rest = this.#script.slice(this.#at);
      const skip = (match: RegExpExecArray | null) => {
        this.#at += match?.[0].length ?? 0;
        return match;
      };
      if (skip(/^[ \t]+/.exec(rest)) || skip(/^#[^\n]*/.exec(rest))) continue;
      // A function: its body are commands like others.
      if (skip(/^\w+\(\) *\{/.exec(rest)) || skip(/^\}/.exec(rest))) continue;
      if (skip(/^[<>]{1,2} *(\/[\w/.]+|\$?\w[\w./-]*)/.exec(rest))) continue;
      const operator = skip(/^(&&|\|\||[|;&\n()])/.exec(rest));
      if (operator) this.#end(operator[0] === '|');
      else this.#words.push(this.#word());
    }
    this.#end(false);
    return this.#commands;
  }

  #end(isPiped: boolean): void {
    const words = this.#words;
    this.#words = [];
    if (words.length === 0) return;
    if (words[0] === 'export') words.shift();
    const first = words.findIndex((word) => !/^\w+=/.test(word));
    const program = first < 0 ? [] : words.slice(first).filter((word) => word !== '');
    const set = first < 0 ? words : words.slice(0, first);
    const variables = Object.fromEntries(set.map((word) => word.split(/=(.*)/s).slice(0, 2)));
    const command = {
      variables,
      words: program,
      ...(this.#from && { from: this.#from }),
    };
    this.#commands.push(command);
    this.#from = isPiped ? command : undefined;
  }

  #word(): string {
    let word = this.#part();
    while (this.#at < this.#script.length && !/[\s|;&()<>]/.test(this.#script[this.#at]!))
      word += this.#part();
    return word;
  }

  #part(): string {
    const rest = this.#script.slice(this.#at);
    const single = /^'([^']*)'/.exec(rest);
    if (single) return this.#take(single[0], single[1]!);
    if (rest.startsWith('$(')) return this.#substitution();
    if (rest.startsWith('"')) return this.#doubleQuoted();
    const escaped = /^\\(.)/s.exec(rest);
    if (escaped) return this.#take(escaped[0], escaped[1]!);
    return this.#take(rest[0]!, rest[0]!);
  }

  #take(taken: string, meant: string): string {
    this.#at += taken.length;
    return meant;
  }

  #doubleQuoted(): string {
    let text = this.#take('"', '');
    while (this.#script[this.#at] !== '"' && this.#at < this.#script.length) {
      const rest = this.#script.slice(this.#at);
      const escaped = /^\\(["\\$`])/.exec(rest);
      if (escaped) text += this.#take(escaped[0], escaped[1]!);
      else if (rest.startsWith('$(')) text += this.#substitution();
      else text += this.#take(rest[0]!, rest[0]!);
    }
    this.#take('"', '');
    return text;
  }

  #substitution(): string {
    const begin = this.#at + 2;
    let depth = 0;
    let end = begin;
    for (; end < this.#script.length; end++) {
      if (this.#script[end] === '(') depth++;
      if (this.#script[end] === ')' && depth-- === 0) break;
    }
    this.#commands.push(...readCommands(this.#script.slice(begin, end)));
    this.#at = end + 1;
    return UNKNOWN;
  }
}
