/** Text that people read: names, tags, references. */

/** Signs that suppress the vowel of a letter (Canonical_Combining_Class 9, Virama). */
const VIRAMA =
  '\u{94D}\u{9CD}\u{A4D}\u{ACD}\u{B4D}\u{BCD}\u{C4D}\u{CCD}\u{D3B}\u{D3C}\u{D4D}\u{DCA}\u{E3A}' +
  '\u{EBA}\u{F84}\u{1039}\u{103A}\u{1714}\u{1715}\u{1734}\u{17D2}\u{1A60}\u{1B44}\u{1BAA}\u{1BAB}' +
  '\u{1BF2}\u{1BF3}\u{2D7F}\u{A806}\u{A82C}\u{A8C4}\u{A953}\u{A9C0}\u{AAF6}\u{ABED}\u{10A3F}' +
  '\u{11046}\u{11070}\u{1107F}\u{110B9}\u{11133}\u{11134}\u{111C0}\u{11235}\u{112EA}\u{1134D}' +
  '\u{11442}\u{114C2}\u{115BF}\u{1163F}\u{116B6}\u{1172B}\u{11839}\u{1193D}\u{1193E}\u{119E0}' +
  '\u{11A34}\u{11A47}\u{11A99}\u{11C3F}\u{11D44}\u{11D45}\u{11D97}';

/** Arabic letters that do not join the next one: before them or after, a non-joiner changes nothing. */
const NOT_TO_THE_LEFT =
  '\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB' +
  '\u06CD\u06CF\u06D2\u06D3\u06D5\u06DD\u06EE\u06EF\u0759-\u075B\u076B\u076C\u0771\u0773\u0774' +
  '\u0778\u0779\u0870-\u0882\u088E\u08AA-\u08AC\u08AE\u08B1\u08B2\u08B9';

/**
 * The two joiners where scripts need them (RFC 5892, A.1 and A.2): after a virama, and the
 * non-joiner between Arabic letters that would join. Elsewhere nobody sees them.
 */
const JOINERS = new RegExp(
  `(?<=[${VIRAMA}])[\\u200C\\u200D]|` +
    `(?<=[[\\p{Script=Arabic}&&\\p{L}]--[${NOT_TO_THE_LEFT}]]\\p{M}*)\\u200C` +
    '(?=\\p{M}*[[\\p{Script=Arabic}&&\\p{L}]--[\\u0621\\u0674]])',
  'gv',
);

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;

/** Whether all of it can be seen: no controls, line breaks, marks of direction, stray joiners. */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text.replace(JOINERS, ''));

/** Whether it has 1 to that many characters, all printable. */
export const isPrintableWithin = (text: string, most: number): boolean =>
  text !== '' && [...text].length <= most && isPrintable(text);
