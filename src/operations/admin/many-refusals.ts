/** How often one network may be refused in a day before somebody should look. */
export const MANY_REFUSALS = 20;
