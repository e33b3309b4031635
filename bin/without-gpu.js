// Runs before the packages below are set up: tells the installer of onnxruntime-node that nothing is
// missing. It would fetch libraries for graphics processors, some hundred megabytes from a registry of
// its own, and fail the installation where that cannot be reached. Networks run on the processor here,
// so that the empty files in their place are never opened.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const platform = `${process.platform}/${process.arch}`;

try {
  const { requirements, manifests } = require('onnxruntime-node/script/install-metadata.js');
  const folder = path.dirname(require.resolve('onnxruntime-node/package.json'));
  for (const name of requirements[platform])
    for (const file of Object.keys(manifests[`${platform}:${name}`])) {
      const library = path.join(folder, 'bin', 'napi-v6', platform, file);
      if (!fs.existsSync(library)) fs.writeFileSync(library, '');
    }
} catch {
  // Not there yet, as in a checkout, where allowScripts of package.json says the same to npm.
}
