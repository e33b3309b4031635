/** Numbers of half precision (IEEE 754 binary16), which few browsers can read. */

const LEAST_NORMAL = 2 ** -14;

/** @param bytes little-endian; no infinities, no NaN */
export function readHalves(bytes: ArrayBuffer): Float32Array {
  const halves = new DataView(bytes);
  return Float32Array.from({ length: bytes.byteLength / 2 }, (_, i) => {
    const bits = halves.getUint16(i * 2, true);
    const exponent = (bits >> 10) & 31;
    const fraction = (bits & 1023) / 1024;
    const size = exponent === 0 ? fraction * LEAST_NORMAL : (1 + fraction) * 2 ** (exponent - 15);
    return bits >> 15 === 0 ? size : -size;
  });
}
