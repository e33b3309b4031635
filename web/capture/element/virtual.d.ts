/** Generated from the catalogues of the pages by `scripts/capture-texts.ts`. */
declare module 'virtual:capture-texts' {
  type Texts = import('./texts.ts').CaptureTexts;
  export const english: Texts;
  export const others: Readonly<Record<string, () => Promise<Texts>>>;
}
