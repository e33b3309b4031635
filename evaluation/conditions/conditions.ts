/** What is done to probes: the conditions that a door, a phone or an old file bring. */
import { blackGlasses, surgicalMask } from '../quality/degradations.ts';
import { blurred, compressed, darkened, reducedTo, type Spoil } from '../quality/spoil.ts';

export interface Condition {
  /** Conditions of one kind are drawn as one line. */
  readonly kind: string;
  readonly name: string;
  readonly spoil: Spoil;
}

const kind = <T>(name: string, values: readonly T[], of: (value: T) => [string, Spoil]) =>
  values.map((value): Condition => {
    const [label, spoil] = of(value);
    return { kind: name, name: label, spoil };
  });

export const CONDITIONS: readonly Condition[] = [
  { kind: 'unchanged', name: 'as it is', spoil: async ({ png }) => png },
  ...kind('size', [32, 24, 18, 14, 10], (pixels) => [
    `${pixels} px between the eyes`,
    reducedTo(pixels),
  ]),
  ...kind('blur', [1 / 40, 1 / 18, 1 / 10, 1 / 6], (share) => [
    `σ 1/${Math.round(1 / share)} eye distance`,
    blurred(share),
  ]),
  ...kind('JPEG', [50, 25, 12, 6], (quality) => [`quality ${quality}`, compressed(quality)]),
  ...kind('darkness', [0.5, 0.25, 0.1], (factor) => [`light × ${factor}`, darkened(factor)]),
  { kind: 'covered', name: 'black glasses, painted', spoil: blackGlasses },
  { kind: 'covered', name: 'mask over mouth and nose, painted', spoil: surgicalMask },
];
