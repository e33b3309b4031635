/** Portraits of mdocs (ISO/IEC 18013-5, 8.3): of an element, of what its issuer signed, of a response. */
import { createCborReader, EncodedCbor } from './cbor.ts';
import { damaged, onlyPortrait } from './refusals.ts';

/** What an issuer signed, and which of it the portrait is. */
export interface SignedElement {
  /** COSE_Sign1 as it was read; undefined: it was not given. */
  readonly issuerAuth: unknown;
  readonly docType: unknown;
  readonly nameSpace: string;
  readonly digestId: unknown;
  readonly item: EncodedCbor;
}

export interface MdocPortrait {
  readonly portrait: Uint8Array;
  /** Undefined: the element alone was given. */
  readonly element?: SignedElement;
}

/** The one portrait. @throws DocumentRefused damaged, none or several */
export function readMdoc(file: Uint8Array): MdocPortrait {
  const read = createCborReader();
  const found = [...portraitsIn(read(file), read)];
  const portrait = onlyPortrait(found.map(({ portrait }) => portrait));
  return found.find((one) => one.portrait === portrait)!;
}

type Read = (bytes: Uint8Array) => unknown;

function* portraitsIn(value: unknown, read: Read): Generator<MdocPortrait> {
  const root = value instanceof EncodedCbor ? mapOf(read(value.bytes)) : mapOf(value);
  if (root.has('elementIdentifier')) {
    const portrait = portraitOf(root);
    if (portrait) yield { portrait };
    return;
  }
  const documents = root.has('documents') ? listOf(root.get('documents')) : [root];
  for (const document of documents.map(mapOf)) {
    const signed = document.has('issuerSigned') ? mapOf(document.get('issuerSigned')) : document;
    yield* portraitsOfSigned(signed, document.get('docType'), read);
  }
}

function* portraitsOfSigned(
  signed: Map<unknown, unknown>,
  docType: unknown,
  read: Read,
): Generator<MdocPortrait> {
  const issuerAuth = signed.get('issuerAuth');
  for (const [nameSpace, items] of mapOf(signed.get('nameSpaces'))) {
    if (typeof nameSpace !== 'string') throw damaged('mdoc: a name space that is no text');
    for (const item of listOf(items)) {
      if (!(item instanceof EncodedCbor)) throw damaged('mdoc: an element that is not tagged');
      const element = mapOf(read(item.bytes));
      const portrait = portraitOf(element);
      const digestId = element.get('digestID');
      const named = { issuerAuth, docType, nameSpace, digestId, item };
      if (portrait) yield { portrait, element: named };
    }
  }
}

function portraitOf(element: Map<unknown, unknown>): Uint8Array | undefined {
  if (element.get('elementIdentifier') !== 'portrait') return undefined;
  const value = element.get('elementValue');
  if (!(value instanceof Uint8Array)) throw damaged('mdoc: a portrait of no bytes');
  return value;
}

export function mapOf(value: unknown): Map<unknown, unknown> {
  if (value instanceof Map) return value;
  throw damaged('mdoc: no map');
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw damaged('mdoc: no list');
}
