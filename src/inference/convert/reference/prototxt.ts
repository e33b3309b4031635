/** Reads the text format of protocol buffers, as Caffe describes networks in it. */

/** A message: every member is a list, because any may be repeated. */
export interface TextMessage {
  readonly [name: string]: readonly (string | number | TextMessage)[];
}

/** @throws Error in one line where the text ends too early or a value is missing */
export function parsePrototxt(text: string): TextMessage {
  const tokens = text.replace(/#[^\n]*/g, '').match(/"[^"]*"|[{}:]|[^\s{}:"]+/g) ?? [];
  let at = 0;
  const message = (nested: boolean): TextMessage => {
    const members: Record<string, (string | number | TextMessage)[]> = {};
    while (at < tokens.length && tokens[at] !== '}') {
      const name = tokens[at++]!;
      if (tokens[at] === ':') at++;
      members[name] ??= [];
      members[name].push(value(name));
    }
    if (nested && tokens[at++] !== '}') throw new Error('prototxt: a message does not end');
    return members;
  };
  const value = (name: string): string | number | TextMessage => {
    const token = tokens[at++];
    if (token === '{') return message(true);
    if (token === undefined || token === '}') throw new Error(`prototxt: ${name} has no value`);
    if (token.startsWith('"')) return token.slice(1, -1);
    const number = Number(token);
    return Number.isNaN(number) ? token : number;
  };
  const root = message(false);
  if (at < tokens.length) throw new Error('prototxt: a brace too many');
  return root;
}

const last = (message: TextMessage | undefined, name: string) => message?.[name]?.at(-1);

/** A number of a message, or the fallback. */
export function numberIn(message: TextMessage | undefined, name: string, fallback: number): number {
  const value = last(message, name);
  return typeof value === 'number' ? value : fallback;
}

export function numbersIn(message: TextMessage | undefined, name: string): number[] {
  return (message?.[name] ?? []).filter((value) => typeof value === 'number');
}

export function textsIn(message: TextMessage, name: string): string[] {
  return (message[name] ?? []).filter((value) => typeof value === 'string');
}

export function messageIn(message: TextMessage | undefined, name: string): TextMessage | undefined {
  const value = last(message, name);
  return typeof value === 'object' ? value : undefined;
}
