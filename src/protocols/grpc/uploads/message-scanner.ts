/** Counts the members of a protobuf message on arrival, before the library makes objects. */
import { InvalidArgument } from '../../../errors.ts';
import { type MessageShape, WIRE_TYPE } from './message-shape.ts';

export type MessageScanner = ReturnType<typeof createMessageScanner>;

/** A message being read, and the byte where it ends. */
interface Level {
  readonly shape: MessageShape;
  readonly end: number;
}

/** What the next byte is part of. */
type State = 'frame' | 'tag' | 'number' | 'length' | 'bytes';

const FRAME_BYTES = 5;
const LONGEST_VARINT: Readonly<Record<string, number>> = { tag: 5, length: 5, number: 10 };
const FIXED_BYTES: Readonly<Record<number, number>> = {
  [WIRE_TYPE.fixed64]: 8,
  [WIRE_TYPE.fixed32]: 4,
};

/** @param shape of the stream's only message @param mostMembers on all levels together */
export function createMessageScanner(shape: MessageShape, mostMembers: number) {
  const levels: Level[] = [];
  let state: State = 'frame';
  let position = 0;
  let members = 0;
  let bytesEnd = 0;
  let inner: MessageShape | undefined;
  /** Value of the frame or the varint being read. */
  let value = 0;
  let length = 0;

  const begin = (next: State) => {
    state = next;
    value = 0;
    length = 0;
  };
  const endMember = () => {
    while (levels.length > 1 && position === levels.at(-1)!.end) levels.pop();
    begin('tag');
  };
  const beginBytes = (count: number) => {
    bytesEnd = position + count;
    if (bytesEnd > levels.at(-1)!.end) throw malformed();
    state = 'bytes';
    if (inner !== undefined) levels.push({ shape: inner, end: bytesEnd });
    if (inner !== undefined || count === 0) endMember();
  };
  const onFrame = (byte: number) => {
    if (length === 0 && byte !== 0)
      throw new InvalidArgument('the message is compressed: send it as it is');
    value = value * 256 + byte;
    if (++length < FRAME_BYTES) return;
    levels.push({ shape, end: position + value });
    begin('tag');
  };
  const onTag = () => {
    if (++members > mostMembers)
      throw new InvalidArgument(`the message has more than ${mostMembers} members`);
    const wireType = value % 8;
    const fixed = FIXED_BYTES[wireType];
    const known = levels.at(-1)!.shape.get(Math.floor(value / 8));
    // The library decodes a known member as the proto file has it, whatever its tag says.
    if (known !== undefined && known.wireType !== wireType) throw malformed();
    inner = known?.inner;
    if (wireType === WIRE_TYPE.varint) begin('number');
    else if (fixed !== undefined) beginBytes(fixed);
    else if (wireType === WIRE_TYPE.withLength) begin('length');
    else throw malformed();
  };
  const onVarint = (byte: number) => {
    if (position > levels.at(-1)!.end) throw malformed();
    value += (byte & 0x7f) * 2 ** (7 * length);
    length++;
    if (byte >= 0x80) {
      if (length === LONGEST_VARINT[state]) throw malformed();
    } else if (state === 'number') endMember();
    else if (value >= 2 ** 32) throw malformed();
    else if (state === 'tag') onTag();
    else beginBytes(value);
    const isWithin = state !== 'tag' || length > 0;
    if (isWithin && position === levels.at(-1)!.end) throw malformed();
  };

  return {
    /** Reads the next bytes of the stream, cut anywhere. @throws InvalidArgument */
    write(chunk: Buffer) {
      for (let i = 0; i < chunk.length; ) {
        if (state === 'bytes') {
          const passed = Math.min(bytesEnd - position, chunk.length - i);
          i += passed;
          position += passed;
          if (position === bytesEnd) endMember();
          continue;
        }
        position++;
        if (state === 'frame') onFrame(chunk[i++]!);
        else onVarint(chunk[i++]!);
      }
    },
  };
}

const malformed = () => new InvalidArgument('the message does not match this method');
