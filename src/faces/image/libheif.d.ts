/** libheif-js only ships types for its separate .wasm build. These are for the bundled build. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  const createLibheif: () => never;
  export default createLibheif;
}
