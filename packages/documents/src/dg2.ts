/** EF.DG2 of a travel document (ICAO 9303-10, 4.7.2): the portrait in its biometric templates. */
import { onlyValue, valuesOf } from './data-object.ts';
import { portraitsOfBlock } from './face-image-block.ts';
import { isFacialRecord, portraitsOfRecord } from './facial-record.ts';
import { damaged, onlyPortrait } from './refusals.ts';

const [GROUP, TEMPLATE, COUNT] = [0x7f61, 0x7f60, 0x02];
/** Biometric data, primitive or constructed. */
const DATA = [0x5f2e, 0x7f2e];
const DG2 = 0x75;

export const isDg2 = (file: Uint8Array): boolean => file[0] === DG2;

/** The encoded image. @throws DocumentRefused damaged, none or several portraits */
export function portraitOfDg2(file: Uint8Array): Uint8Array {
  const group = onlyValue(onlyValue(file, DG2), GROUP);
  const templates = valuesOf(group, TEMPLATE);
  const [declared, ...rest] = onlyValue(group, COUNT);
  if (declared !== templates.length || rest.length > 0)
    throw damaged(`${declared} templates declared, ${templates.length} found`);
  const blocks = templates.flatMap((template) => valuesOf(template, ...DATA));
  return onlyPortrait(
    blocks.flatMap((block) =>
      isFacialRecord(block) ? portraitsOfRecord(block) : portraitsOfBlock(block),
    ),
  );
}
