/** Reference photos: images as they come, or the portrait of a document that holds one. */
import { isDg2, portraitOfDg2 } from '../documents/dg2.ts';
import { InvalidImage } from '../errors.ts';
import { recogniseFormat } from '../faces/image/format.ts';
import { type SubmittedImage, withFieldOf } from './submitted-image.ts';

/** Formats that documents may hold (ISO/IEC 19794-5, 39794-5 and 18013-5). */
const PORTRAITS: ReadonlySet<unknown> = new Set(['jpeg', 'jpeg2000']);

/** The photo with the bytes of its image: those of a document's portrait. @throws InvalidImage */
export async function referencePhoto<T extends SubmittedImage>(photo: T): Promise<T> {
  if (!isDg2(photo.bytes)) return photo;
  try {
    const bytes = portraitOfDg2(photo.bytes);
    if (!PORTRAITS.has(recogniseFormat(bytes)))
      throw new InvalidImage("the document's portrait is neither JPEG nor JPEG 2000");
    return { ...photo, bytes };
  } catch (error) {
    return withFieldOf(photo)(error);
  }
}
