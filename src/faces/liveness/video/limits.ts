/** Which videos are looked at. */

export const VIDEO_FORMATS = 'MP4, MOV, WebM or MKV';
export const VIDEO_CODECS = 'H.264, HEVC, VP8, VP9 or AV1';
/** Longest video in seconds; containers round, so that half a second more is let through. */
export const MOST_SECONDS = 60;
/** Most bytes of a video file. */
export const MOST_BYTES = 50 * 1024 * 1024;
