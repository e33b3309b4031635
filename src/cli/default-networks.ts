/** Name of the built-in detector, as `models use` takes it. */
export const DEFAULT_DETECTOR = 'blazeface';
