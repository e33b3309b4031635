/** libheif-js ships types for its separate .wasm build only; this is the bundled one. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  const createLibheif: () => never;
  export default createLibheif;
}
