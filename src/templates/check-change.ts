/** Checks a template before it is stored, against the record format and the rules. */
import { type Bcid, LARGEST_CLASS_ID, NAME } from '../bcid.ts';
import { InvalidArgument } from '../errors.ts';
import { isPrintableWithin } from '../text/printable-text.ts';
import type { TemplateChange } from './template.ts';

export const MOST_TAGS = 64;
const printable = (most: number) => ({
  allows: (text: string) => isPrintableWithin(text, most),
  text: `1 to ${most} printable characters`,
});
/** A tag, and a reference to a consent. */
export const TAG = printable(64);
export const CONSENT = printable(256);

/** @throws InvalidArgument */
export function checkBcid({ storage, partition, classId }: Bcid): void {
  if (!NAME.test(storage)) throw new InvalidArgument('storage: not a valid name');
  if (!NAME.test(partition)) throw new InvalidArgument('partition: not a valid name');
  if (classId < 1n || classId > LARGEST_CLASS_ID)
    throw new InvalidArgument('classId: expected a positive 64-bit integer');
}

/** The tags sorted and unique, `MOST_TAGS` at most. @throws InvalidArgument */
export function checkTags(tags: readonly string[]): readonly string[] {
  const wrong = tags.findIndex((tag) => !TAG.allows(tag));
  if (wrong >= 0) throw new InvalidArgument(`tags[${wrong}]: expected ${TAG.text}`);
  const unique = [...new Set(tags)].sort();
  if (unique.length > MOST_TAGS)
    throw new InvalidArgument(
      `tags: at most ${MOST_TAGS} are allowed, ${unique.length} were given`,
    );
  return unique;
}

/** @throws InvalidArgument */
export function checkConsent(reference: string): void {
  if (!CONSENT.allows(reference)) throw new InvalidArgument(`consent: expected ${CONSENT.text}`);
}

/** These are bugs of the program, not mistakes of a caller. */
export function checkFeatures({ features, thumbnails, encoderVersion }: TemplateChange): void {
  const ids = new Set(features.map(({ id }) => id));
  if (features.length === 0) throw new TypeError('a template has at least one feature vector');
  if (ids.size < features.length) throw new TypeError('feature ids repeat');
  if (!Number.isInteger(encoderVersion) || encoderVersion < 1)
    throw new TypeError('the encoder version is a positive integer');
  const dimension = features[0]?.values.length;
  for (const { id, values } of features) {
    if (id.length < 1 || id.length > 64) throw new TypeError('a feature id has 1..64 characters');
    if (values.length !== dimension) throw new TypeError('feature vectors differ in length');
    if (!values.every(Number.isFinite)) throw new TypeError('a feature vector is not finite');
  }
  for (const { featureId } of thumbnails)
    if (!ids.has(featureId)) throw new TypeError('a thumbnail belongs to no feature');
}
