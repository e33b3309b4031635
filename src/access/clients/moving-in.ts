/** Settings of clients that move in from another service. Pages use this file: it imports nothing. */

/** What the interface's existing applications need, where a new client is stricter. */
export const MOVING_IN = {
  challengeAsText: true,
  jwtLifetimeMinutes: 1440,
  mirroredCaptures: true,
  requirePkce: false,
} as const;
