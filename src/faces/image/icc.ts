/** Converts matrix ICC profiles (sRGB, Display P3, Adobe RGB …) to sRGB, faster than libvips. */

/** Converts RGB bytes in place. */
export type ToSrgb = (rgb: Uint8Array) => void;

type Curve = (encoded: number) => number;
type Column = readonly [number, number, number];

/** XYZ relative to D50 → linear sRGB, Bradford-adapted (Lindbloom's table). */
const XYZ_TO_SRGB: readonly [Column, Column, Column] = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];

/** Steps from black to white in the table of linear light. It keeps every dark level. */
const STEPS = 4095;
/** Colours outside sRGB come out below black or above white, so the table extends that far. */
const [BELOW, ABOVE] = [2 * STEPS, 3 * STEPS];
let encodeTable: Uint8Array | undefined;

/** The conversion of a matrix/TRC profile (ICC.1:2022, F.3). Undefined: other, or malformed. */
export function matrixProfileToSrgb(icc: Uint8Array): ToSrgb | undefined {
  try {
    const profile = new IccProfile(icc);
    if (!profile.isMatrix) return undefined;
    const matrix = ['r', 'g', 'b'].map((name) => profile.column(`${name}XYZ`));
    const curves = ['r', 'g', 'b'].map((name) => profile.curve(`${name}TRC`));
    return conversion(matrix, curves);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads tags of a profile; a RangeError means that it is malformed. */
class IccProfile {
  readonly isMatrix: boolean;
  readonly #view: DataView;
  readonly #tags = new Map<string, number>();

  constructor(icc: Uint8Array) {
    this.#view = new DataView(icc.buffer, icc.byteOffset, icc.byteLength);
    const count = this.#view.getUint32(128);
    if (count > 100) throw new RangeError('too many tags');
    for (let i = 0; i < count; i++) {
      this.#tags.set(this.#text(132 + 12 * i), this.#view.getUint32(136 + 12 * i));
    }
    this.isMatrix =
      this.#text(36) === 'acsp' &&
      this.#text(16) === 'RGB ' &&
      this.#text(20) === 'XYZ ' &&
      !this.#tags.has('A2B0');
  }

  column(tag: string): Column {
    const at = this.#offset(tag, 'XYZ ');
    return [this.#fixed(at + 8), this.#fixed(at + 12), this.#fixed(at + 16)];
  }

  /** Encoded 0..1 → linear 0..1. */
  curve(tag: string): Curve {
    const at = this.#tags.get(tag) ?? -1;
    if (this.#text(at) === 'para') return this.#parametricCurve(at);
    return this.#sampledCurve(this.#offset(tag, 'curv'));
  }

  #parametricCurve(at: number): Curve {
    const type = this.#view.getUint16(at + 8);
    const count = [1, 3, 4, 5, 7][type];
    if (count === undefined) throw new RangeError('unknown curve');
    const values = Array.from({ length: count }, (_, i) => this.#fixed(at + 12 + 4 * i));
    const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    if (type === 0) return (x) => x ** g;
    if (type === 1) return (x) => (x >= -b / a ? (a * x + b) ** g : 0);
    if (type === 2) return (x) => (x >= -b / a ? (a * x + b) ** g + c : c);
    return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f);
  }

  #sampledCurve(at: number): Curve {
    const count = this.#view.getUint32(at + 8);
    if (count === 0) return (x) => x;
    if (count === 1) {
      const gamma = this.#view.getUint16(at + 12) / 256;
      return (x) => x ** gamma;
    }
    return (x) => {
      const place = x * (count - 1);
      const low = Math.min(Math.floor(place), count - 2);
      const left = this.#view.getUint16(at + 12 + 2 * low);
      const right = this.#view.getUint16(at + 14 + 2 * low);
      return (left + (right - left) * (place - low)) / 65_535;
    };
  }

  #offset(tag: string, type: string): number {
    const at = this.#tags.get(tag) ?? -1;
    if (this.#text(at) !== type) throw new RangeError(`no ${tag} of type ${type}`);
    return at;
  }

  #fixed(at: number): number {
    return this.#view.getInt32(at) / 65_536;
  }

  #text(at: number): string {
    const codes = [0, 1, 2, 3].map((i) => this.#view.getUint8(at + i));
    return String.fromCharCode(...codes);
  }
}

/** Folds curves and both matrices into nine tables of 256 entries. */
function conversion(columns: readonly Column[], curves: readonly Curve[]): ToSrgb | undefined {
  const tables = XYZ_TO_SRGB.map((row) =>
    columns.map((column, channel) => {
      const weight = row[0] * column[0] + row[1] * column[1] + row[2] * column[2];
      return Int32Array.from({ length: 256 }, (_, level) =>
        Math.round(weight * curves[channel]!(level / 255) * STEPS),
      );
    }),
  );
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = tables.flat() as NineTables;
  const encode = srgbEncoding();
  const convert = (rgb: Uint8Array) => {
    for (let i = 0; i + 2 < rgb.length; i += 3) {
      const r = rgb[i]!;
      const g = rgb[i + 1]!;
      const b = rgb[i + 2]!;
      rgb[i] = encode[BELOW + rr[r]! + rg[g]! + rb[b]!]!;
      rgb[i + 1] = encode[BELOW + gr[r]! + gg[g]! + gb[b]!]!;
      rgb[i + 2] = encode[BELOW + br[r]! + bg[g]! + bb[b]!]!;
    }
  };
  return isIdentity(convert) ? () => {} : convert;
}

type T = Int32Array;
type NineTables = [T, T, T, T, T, T, T, T, T];

/** Whether the profile is sRGB up to rounding. Most are, and need no conversion. */
function isIdentity(convert: ToSrgb): boolean {
  const levels = [0, 1, 2, 3, 4, 5].map((i) => i * 51);
  const cube = levels.flatMap((r) => levels.flatMap((g) => levels.flatMap((b) => [r, g, b])));
  const converted = Uint8Array.from(cube);
  convert(converted);
  return cube.every((value, i) => Math.abs(value - converted[i]!) <= 2);
}

function srgbEncoding(): Uint8Array {
  encodeTable ??= Uint8Array.from({ length: BELOW + ABOVE }, (_, i) => {
    const linear = Math.min(Math.max((i - BELOW) / STEPS, 0), 1);
    const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  });
  return encodeTable;
}
