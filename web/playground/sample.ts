/** Pictures and videos that were taken or chosen, until they are sent. */

export interface Sample {
  readonly blob: Blob;
  /** Address of the file inside this page. */
  readonly url: string;
}

/** The files live as long as the page: few and small, and several operations show the same. */
export function sampleOf(blob: Blob): Sample {
  return { blob, url: URL.createObjectURL(blob) };
}
