/** What goes wrong with model files, in one line that an operator can act on. */

/** A model is missing, damaged or of a kind we cannot read. The message may name files. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** A model that none of whose files is there; damaged ones are another {@link ModelError}. */
export class ModelAbsent extends ModelError {}
