/** Decodes requests within a number of members, so that a hostile message never becomes objects. */
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { InvalidArgument } from '../../errors.ts';

/** Members of a message, including those of its images. */
const USUAL = 1000;
/** Two members an image: as many as fit, because an image with a face has 1600 bytes or more. */
const IMAGE_LIST = 65_536;

/** Takes the bytes of a message. Returns the request, or the error of one that has too much. */
export type DecodeRequest = (bytes: Buffer) => object;

/** Decoders of the requests in these proto files. 64-bit integers are decimal text, enums names. */
export function requestDecoders(folder: string, files: readonly string[]) {
  const root = new protobuf.Root();
  root.resolvePath = (_from, file) => (file in protobuf.common ? file : join(folder, file));
  root.loadSync([...files]);
  return (typeName: string, isImageList: boolean): DecodeRequest => {
    const type = root.lookupType(typeName);
    const most = isImageList ? IMAGE_LIST : USUAL;
    return (bytes) => {
      try {
        const message = type.decode(new CountingReader(bytes, most));
        return type.toObject(message, { longs: String, enums: String, defaults: true });
      } catch (error) {
        return error instanceof InvalidArgument ? error : notOfThisMethod();
      }
    };
  };
}

/** Counts the members of a message on all levels, known or not. */
class CountingReader extends protobuf.BufferReader {
  readonly #most: number;
  #members = 0;

  constructor(bytes: Buffer, most: number) {
    super(bytes);
    this.#most = most;
  }

  override tag(): number {
    if (++this.#members > this.#most)
      throw new InvalidArgument(
        `the message has more than ${this.#most} members; send fewer images or tags`,
      );
    return super.tag();
  }
}

const notOfThisMethod = () => new InvalidArgument('the message does not match this method');
