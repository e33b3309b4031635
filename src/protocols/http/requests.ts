/** What callers send: bodies, queries, path members and headers as TypeBox schemas. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ClassId, ImageText } from './schemas.ts';
import { describeInvalid } from './validation.ts';

export const ClassIdParams = Type.Object({ classId: ClassId });

export const RequestHeaders = Type.Object({
  'Reference-Number': Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'Reference of the client: written to the bookkeeping and echoed.',
    }),
  ),
});

export const VerifyBody = Type.Object(
  { image: ImageText },
  {
    description: 'The image of the person to verify.',
    examples: [{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…' }],
  },
);

const EnrollImage = Type.Object({
  image: ImageText,
  tags: Type.Optional(
    Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Accepted for compatibility; enrolment does not use it.',
    }),
  ),
});

const EnrollImages = Type.Object({
  images: Type.Array(EnrollImage),
  consent: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'Reference to the consent of the person: 1 to 256 printable characters. It is stored in ' +
        'the template and replaces an earlier one; with no images it is recorded all the same.',
      examples: ['consent-2026-0117'],
    }),
  ),
});

export const EnrollBody = Type.Union([Type.Array(EnrollImage), EnrollImages], {
  description: 'The images, as a bare array or as `{images: […]}`. None: upgrade the template.',
  examples: [[{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…' }]],
});

const enrollImages = Compile(EnrollImages);

/** Validates both forms of the body as one, so that messages name `images[1].image` in either. */
export function validateEnrollBody(value: unknown) {
  const named = Array.isArray(value) ? { images: value } : value;
  if (enrollImages.Check(named)) return { value };
  return { error: describeInvalid(enrollImages.Errors(named), 'body') };
}

export const TagsBody = Type.Array(Type.String(), {
  description: 'The whole set of tags of the template: at most 64 of 1 to 64 characters.',
  examples: [['staff', 'building-7']],
});

export const TemplateStatusQuery = Type.Object({
  downloadThumbnails: Type.Optional(
    Type.Boolean({ default: false, description: 'True: return the stored thumbnails.' }),
  ),
});
