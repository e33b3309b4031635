/** Limits of accepted videos. */

export const VIDEO_FORMATS = 'MP4, MOV, WebM or MKV';
export const VIDEO_CODECS = 'H.264, HEVC, VP8, VP9 or AV1';
/** Longest video in seconds. Containers round, so half a second more is accepted. */
export const MOST_SECONDS = 60;
/** Most bytes of a video file. */
export const MOST_BYTES = 50 * 1024 * 1024;
