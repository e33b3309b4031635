/** Bounds the structure of JSON before it becomes objects. */
import { Unreadable } from './refusals.ts';

/** Lists and objects: a hundred records have fewer. Byte lists have many values, but are few. */
const MOST_OPENINGS = 20_000;
const MOST_DEPTH = 16;
/** Commas of the request itself and of the lists in it, which lie above all byte lists. */
const [SHALLOW, MOST_SHALLOW] = [2, 2000];
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @throws Unreadable */
export function checkStructure(json: Buffer): void {
  let [openings, depth, shallow, inString] = [0, 0, 0, false];
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
    else if (byte === COMMA && depth <= SHALLOW && ++shallow > MOST_SHALLOW)
      throw new Unreadable(`request: more than ${MOST_SHALLOW} members and items of its lists`);
  }
}
