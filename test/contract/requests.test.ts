/** What operations are handed of a request: the members of the contract, files as bytes. */
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { LiveImages, livenessContract } from '../../src/contract/liveness.ts';
import { ImageText, maybe, VideoText } from '../../src/contract/members.ts';
import { readRequest } from '../../src/contract/requests.ts';
import { InvalidArgument, InvalidImage } from '../../src/errors.ts';
import { MESSAGE_NOTATION } from '../../src/protocols/grpc/messages.ts';
import { JSON_NOTATION } from '../../src/protocols/http/plugins/base64.ts';

const Request = Type.Object({
  photo: ImageText,
  liveImages: LiveImages,
  consent: maybe(Type.String()),
});
const bytes = Buffer.from([1, 2, 3]);
const submitted = {
  photo: { bytes, field: 'photo' },
  liveImages: [
    { image: { bytes, field: 'liveImages[0].image' } },
    { image: { bytes, field: 'liveImages[1].image' }, tags: ['left'] },
  ],
};

describe('readRequest', () => {
  it('reads JSON, with null as absent', () => {
    const image = 'AQID';
    const liveImages = [
      { image, tags: null },
      { image, tags: ['left'] },
    ];
    const given = { photo: image, liveImages, consent: null };
    expect(readRequest(Request, given, JSON_NOTATION)).toEqual(submitted);
  });

  it('reads a message, with images as messages and defaults as absent', () => {
    const liveImages = [{ image: bytes }, { image: bytes, tags: ['left'] }];
    const given = { photo: { image: bytes, tags: [] }, liveImages, consent: '' };
    expect(readRequest(Request, given, MESSAGE_NOTATION)).toEqual(submitted);
  });

  it('takes blank text for absent, in lists too', () => {
    const Tagged = Type.Object({ tags: Type.Array(Type.String()), consent: maybe(Type.String()) });
    for (const notation of [JSON_NOTATION, MESSAGE_NOTATION])
      expect(readRequest(Tagged, { tags: ['', 'a', ' '], consent: ' ' }, notation)).toEqual({
        tags: ['a'],
      });
  });

  it('passes on only members of the contract', () => {
    const given = { photo: 'AQID', liveImages: [], uploaded: true, __proto__: { consent: 'x' } };
    expect(readRequest(Request, given, JSON_NOTATION)).not.toHaveProperty('uploaded');
  });

  it('refuses empty files by member', () => {
    const Photo = Type.Object({ photo: ImageText });
    for (const photo of ['', ' ', 'data:image/png;base64,'])
      expect(() => readRequest(Photo, { photo }, JSON_NOTATION)).toThrow(InvalidImage);
    for (const photo of [null, { image: Buffer.of(), tags: [] }])
      expect(() => readRequest(Photo, { photo }, MESSAGE_NOTATION)).toThrow('photo: ');
    const Video = Type.Object({ video: VideoText });
    const empty = () => readRequest(Video, { video: '' }, JSON_NOTATION);
    expect(empty).toThrow(InvalidArgument);
    expect(empty).toThrow('video: the video is empty');
  });
});

it('refuses a wrong number of live images before decoding any', () => {
  const liveImages = [{ image: '*' }, { image: '*' }, { image: '*' }];
  expect(() => livenessContract.before?.({ liveImages })).toThrow('one or two images');
});
