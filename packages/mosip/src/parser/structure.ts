/** Bounds the structure of JSON before it becomes objects. */
import { Unreadable } from './refusals.ts';

/** Lists and objects: a hundred records have fewer. Byte lists have many values, but are few. */
const MOST_OPENINGS = 20_000;
const MOST_DEPTH = 16;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @throws Unreadable */
export function checkStructure(json: Buffer): void {
  let [openings, depth, inString] = [0, 0, false];
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === LIST || byte === OBJECT) {
      if (++openings > MOST_OPENINGS)
        throw new Unreadable(`request: more than ${MOST_OPENINGS} lists and objects`);
      if (++depth > MOST_DEPTH) throw new Unreadable(`request: deeper than ${MOST_DEPTH}`);
    } else if (byte === LIST_END || byte === OBJECT_END) depth--;
  }
}
