/** Faults of model files, each as a line that an operator can act on. */

/** A model is missing, damaged or of a kind we cannot read. The message may name files. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** A model with no file at all. Damaged files are another {@link ModelError}. */
export class ModelAbsent extends ModelError {}
