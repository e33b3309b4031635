/** Taken or chosen images and videos, until they are sent. */

export interface Sample {
  readonly blob: Blob;
  /** Address of the file within this page. */
  readonly url: string;
}

/** Files live as long as the page: they are few and small, and several operations show them. */
export function sampleOf(blob: Blob): Sample {
  return { blob, url: URL.createObjectURL(blob) };
}
