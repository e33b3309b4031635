/** Virtual cameras, by the names that pages see. */
export const VIRTUAL_CAMERAS: readonly RegExp[] = [
  /\bvirtual\b|\bvcam\b|\bloopback\b|\bdummy\b|\bfake[_ ]/i,
  /\bobs\b|manycam|xsplit|splitcam|webcammax|youcam|altercam|camtwist|sparkocam|fakewebcam/i,
  /snap camera|mmhmm|camo\b|chromacam|nvidia broadcast|ecamm|wirecast|vmix|\bndi\b|syphon/i,
  /unity video capture|avatarify|deepfacelive|deep-live|facerig|animaze|prism live|screen ?capture/i,
  /droidcam|iriun|epoccam|ivcam|e2esoft/i,
];
