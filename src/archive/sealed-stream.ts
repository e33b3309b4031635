/** Files of any size, encrypted as a stream; every change and every missing end is noticed. */
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Static, Type } from 'typebox';
import { InvalidArgument } from '../errors.ts';
import { readJson } from './json-lines.ts';

/** What opens the file: a key of 32 bytes from elsewhere, or a passphrase. */
export type ArchiveSecret =
  | { readonly kind: 'key'; readonly key: Uint8Array }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

const Header = Type.Object({
  /** Kind of content, such as `backup`. */
  content: Type.String(),
  secret: Type.Enum(['key', 'passphrase']),
  /** Base64. */
  salt: Type.String(),
  /** RFC 3339. */
  created: Type.String(),
});

/** The first line of a sealed file. It is readable without the secret, but cannot be changed. */
export type ArchiveHeader = Readonly<Static<typeof Header>>;

const MAGIC = 'PROSOPON-SEALED-1 ';
const FOREIGN = 'not a file that this program sealed';
const LONGEST_HEADER = 1000;
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK = 65_536;
const SEALED_CHUNK = CHUNK + TAG_BYTES;
/** OWASP's recommendation for scrypt: 128 MiB and about half a second for each guess. */
const SCRYPT: ScryptOptions = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const stretch = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

async function streamKey(secret: ArchiveSecret, { salt }: ArchiveHeader): Promise<Uint8Array> {
  const bytes = Buffer.from(salt, 'base64');
  const input =
    secret.kind === 'key'
      ? secret.key
      : await stretch(secret.passphrase.normalize('NFKC'), bytes, 32, SCRYPT);
  return new Uint8Array(hkdfSync('sha256', input, bytes, 'prosopon sealed file', 32));
}

/** Counter, and whether it is the last: no chunk can replace another, or pose as the end. */
function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * AES-256-GCM in chunks of 64 KiB under a key of this file alone (HKDF over a random salt), as in
 * Hoang, Reyhanitabar, Rogaway and Vizár 2015, "Online authenticated-encryption and its nonce-reuse
 * misuse-resistance" (STREAM). The header is the associated data of every chunk.
 */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  content: string,
  secret: ArchiveSecret,
): AsyncGenerator<Buffer> {
  const header: ArchiveHeader = {
    content,
    secret: secret.kind,
    salt: randomBytes(SALT_BYTES).toString('base64'),
    created: new Date().toISOString(),
  };
  const line = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  const key = await streamKey(secret, header);
  const seal = (plain: Uint8Array, chunk: number, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(chunk, isLast));
    cipher.setAAD(line);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  yield line;
  let chunk = 0;
  for await (const { piece, isLast } of inPieces(source, CHUNK)) yield seal(piece, chunk++, isLast);
}

export interface OpenedStream {
  readonly header: ArchiveHeader;
  /** @throws InvalidArgument at the first byte that differs from what was written */
  readonly plain: AsyncIterable<Buffer>;
}

/** @param secretFor the secret the header asks for @throws InvalidArgument not such a file */
export async function openStream(
  source: AsyncIterable<Uint8Array>,
  secretFor: (header: ArchiveHeader) => ArchiveSecret | Promise<ArchiveSecret>,
): Promise<OpenedStream> {
  const pieces = source[Symbol.asyncIterator]();
  const { line, rest } = await readHeaderLine(pieces);
  const header = readJson(Header, line.toString('utf8', MAGIC.length), FOREIGN);
  const secret = await secretFor(header);
  if (secret.kind !== header.secret)
    throw new InvalidArgument(`the file was sealed with a ${header.secret}, not a ${secret.kind}`);
  const key = await streamKey(secret, header);
  const open = (sealed: Buffer, chunk: number, isLast: boolean) => {
    if (sealed.length < TAG_BYTES) throw new InvalidArgument('the file ends too soon');
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(chunk, isLast));
    decipher.setAAD(line);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new InvalidArgument(
        chunk === 0
          ? `the ${header.secret} does not open the file, or the file was changed`
          : 'the file was changed, or ends too soon',
      );
    }
    return plain;
  };
  const plain = async function* () {
    let chunk = 0;
    for await (const { piece, isLast } of inPieces(following(rest, pieces), SEALED_CHUNK))
      yield open(piece, chunk++, isLast);
  };
  return { header, plain: plain() };
}

async function readHeaderLine(pieces: AsyncIterator<Uint8Array>) {
  let read = Buffer.alloc(0);
  while (!read.includes('\n') && read.length < LONGEST_HEADER) {
    const { value, done } = await pieces.next();
    if (done) break;
    read = Buffer.concat([read, value]);
  }
  const end = read.indexOf('\n') + 1;
  const line = Buffer.from(read.subarray(0, end));
  if (end > LONGEST_HEADER || !/^PROSOPON-SEALED-1 \{.*\}\n$/.test(line.toString('utf8')))
    throw new InvalidArgument(FOREIGN);
  return { line, rest: read.subarray(end) };
}

async function* following(first: Uint8Array, others: AsyncIterator<Uint8Array>) {
  yield first;
  for (let next = await others.next(); !next.done; next = await others.next()) yield next.value;
}

/** Pieces of `size` bytes. The last, perhaps shorter or empty, is marked as such. */
async function* inPieces(source: AsyncIterable<Uint8Array>, size: number) {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of source) {
    held.push(bytes);
    length += bytes.length;
    // Keeps one piece back: only the end of the source shows which piece is the last.
    if (length <= size) continue;
    let joined = Buffer.concat(held);
    for (; joined.length > size; joined = joined.subarray(size))
      yield { piece: joined.subarray(0, size), isLast: false };
    held = [joined];
    length = joined.length;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}
