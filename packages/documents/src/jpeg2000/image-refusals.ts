/** Why an image is not decoded: in words for the caller, with its `cause` for the log. */

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

export const notDecodable = (cause: string) => new ImageRefused('not a decodable image', { cause });
export const damaged = (cause: string) => new ImageRefused('truncated or damaged image', { cause });
