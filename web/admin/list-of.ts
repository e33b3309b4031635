/** Several values in one field stand apart by blanks or commas. */
export const listOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);
