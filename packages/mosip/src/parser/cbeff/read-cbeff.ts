/** CBEFF XML as MOSIP stores it: one record around those of the modalities. No DTD, no entities. */
import { isUtf8 } from 'node:buffer';
import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { Unreadable } from '../refusals.ts';
import {
  ABOUT,
  BLOCKS,
  ENTRY,
  KEY,
  type Kind,
  type Member,
  NAMESPACE,
  OTHERS,
  RECORD,
} from './members.ts';

/** Angle brackets: a hundred records have fewer. */
const MOST_TAGS = 12_000;
const MOST_ATTRIBUTES = 2000;
/** References such as `&amp;`, each of which the parser replaces. */
const MOST_REFERENCES = 2000;
/** Characters of a tag or comment. */
const LONGEST_TAG = 512;
const MOST_RECORDS = 100;
const MOST_WORDS = 100;
/** Not in XML. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const CONTROL_CHARACTERS = 'the XML has control characters';

/** A record in MOSIP's JSON. */
export type JsonRecord = Record<string, unknown>;

/** @param bytes of the file @returns the record with `segments` @throws Unreadable with the field */
export function readCbeff(bytes: Uint8Array, field: string): JsonRecord {
  const refuse = (problem: string) => new Unreadable(`${field}: ${problem}`);
  if (!isUtf8(bytes)) throw refuse('CBEFF XML in UTF-8 is expected');
  const text = new TextDecoder().decode(bytes);
  const problem = problemOf(text);
  if (problem !== undefined) throw refuse(problem);
  try {
    return rootOf(parse(text));
  } catch (error) {
    if (error instanceof NotCbeff) throw refuse(error.message);
    throw error;
  }
}

class NotCbeff extends Error {}

/** What must not reach the parser. Brackets only begin and end tags: so they can be counted. */
function problemOf(text: string): string | undefined {
  if (FORBIDDEN.test(text)) return CONTROL_CHARACTERS;
  let [tags, attributes, references] = [0, 0, 0];
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++references > MOST_REFERENCES)
      return `the XML has more than ${MOST_REFERENCES} references`;
  for (let at = text.indexOf('<'), next = 0; at >= 0; at = next) {
    if (++tags > MOST_TAGS) return `the XML has more than ${MOST_TAGS} tags`;
    const isComment = text.startsWith('<!--', at);
    if (text[at + 1] === '!' && !isComment) return 'the XML has a DTD or a CDATA section';
    const end = text.indexOf(isComment ? '-->' : '>', at);
    if (end < 0) return 'the XML is cut off';
    if (end - at > LONGEST_TAG) return `the XML has a tag of more than ${LONGEST_TAG} characters`;
    if (!isComment) attributes += text.slice(at, end).split('=').length - 1;
    if (attributes > MOST_ATTRIBUTES) return `the XML has more than ${MOST_ATTRIBUTES} attributes`;
    const behind = isComment ? end + 3 : end + 1;
    next = text.indexOf('<', behind);
    const stray = text.indexOf('>', behind);
    if (stray >= 0 && (next < 0 || stray < next)) return 'the XML has a > that ends no tag';
  }
  return undefined;
}

function parse(text: string): Element {
  const onError = (_level: string, message: string) => {
    throw new NotCbeff(message);
  };
  let root: Element | null;
  try {
    root = new DOMParser({ locator: false, onError }).parseFromString(
      text,
      'text/xml',
    ).documentElement;
  } catch {
    throw new NotCbeff('the XML is not well-formed');
  }
  if (root === null) throw new NotCbeff('the XML is empty');
  return root;
}

function rootOf(root: Element): JsonRecord {
  requireName(root, RECORD);
  const inner = elementsOf(root).filter(({ localName }) => localName === RECORD);
  if (inner.length > MOST_RECORDS) throw new NotCbeff(`more than ${MOST_RECORDS} records`);
  if (inner.length === 0) return { segments: [recordOf(root)] };
  const { bdb, sb, ...about } = recordOf(root, RECORD);
  if (bdb !== undefined || sb !== undefined)
    throw new NotCbeff('a record has data and records within it');
  return { ...about, segments: inner.map((record) => recordOf(record)) };
}

/** @param besides an element to skip */
function recordOf(record: Element, besides?: string): JsonRecord {
  const own = elementsOf(record).filter(({ localName }) => localName !== besides);
  const members = [...ABOUT, ...BLOCKS];
  const others = own.filter(({ localName }) => localName === OTHERS);
  const rest = own.filter(({ localName }) => localName !== OTHERS);
  return {
    ...membersOf(record, rest, members),
    ...(others.length > 0 && { others: Object.fromEntries(others.flatMap(entriesOf)) }),
  };
}

function membersOf(
  parent: Element,
  elements: readonly Element[],
  members: readonly Member[],
): JsonRecord {
  const read: JsonRecord = {};
  for (const element of elements) {
    const { localName } = element;
    const found = members.find((known) => known.element === localName);
    if (found === undefined || element.namespaceURI !== NAMESPACE)
      throw new NotCbeff(`unknown element ${localName} in ${parent.localName}`);
    if (Object.hasOwn(read, found.name)) throw new NotCbeff(`a second ${localName}`);
    read[found.name] = memberOf(element, found.kind);
  }
  return read;
}

function memberOf(element: Element, kind: Kind): unknown {
  if (typeof kind !== 'string') return membersOf(element, elementsOf(element), kind);
  const text = textOf(element);
  const plain = text.trim();
  switch (kind) {
    case 'number':
      if (!/^\d{1,10}$/.test(plain)) throw new NotCbeff(`${element.localName} is no number`);
      return Number(plain);
    case 'flag':
      if (!/^(true|false|1|0)$/.test(plain))
        throw new NotCbeff(`${element.localName} is no boolean`);
      return plain === 'true' || plain === '1';
    case 'words':
      return plain === '' ? [] : wordsOf(plain);
    case 'level':
      if (!/^(Raw|Intermediate|Processed)$/.test(plain))
        throw new NotCbeff(`${element.localName} is no level`);
      return plain;
    case 'data':
      return text.replaceAll(/\s+/g, '');
    default:
      return text;
  }
}

function wordsOf(text: string): readonly string[] {
  const words = text.split(/\s+/, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) throw new NotCbeff(`a list of more than ${MOST_WORDS} words`);
  return words;
}

function entriesOf(others: Element): [string, string][] {
  return elementsOf(others).map((entry) => {
    requireName(entry, ENTRY);
    const key = entry.getAttribute(KEY);
    if (key === null) throw new NotCbeff('an entry has no key');
    return [plainText(key), textOf(entry)];
  });
}

function requireName({ localName, namespaceURI }: Element, name: string): void {
  if (localName !== name || namespaceURI !== NAMESPACE)
    throw new NotCbeff(`expected ${name} of ISO/IEC 19785-3, found ${localName}`);
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
const isText = (node: Node): boolean => node.nodeType === 3;

/** The elements within; blanks and comments between them do not count. */
function elementsOf(parent: Element): Element[] {
  const nodes = Array.from(parent.childNodes);
  if (nodes.some((node) => isText(node) && node.nodeValue?.trim() !== ''))
    throw new NotCbeff(`text in ${parent.localName}`);
  return nodes.filter(isElement);
}

function textOf(element: Element): string {
  const nodes = Array.from(element.childNodes);
  if (nodes.some(isElement)) throw new NotCbeff(`elements in ${element.localName}`);
  return plainText(nodes.map((node) => (isText(node) ? (node.nodeValue ?? '') : '')).join(''));
}

/** The text, without what a reference such as `&#1;` has put into it. */
function plainText(text: string): string {
  if (FORBIDDEN.test(text) || !text.isWellFormed()) throw new NotCbeff(CONTROL_CHARACTERS);
  return text;
}
