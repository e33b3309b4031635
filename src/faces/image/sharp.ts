/** The one configured instance of sharp: one thread a call, no cache, no decoder we do not want. */
import sharp from 'sharp';

// Worker processes give the parallelism; libvips threads inside each would only contend.
sharp.concurrency(1);
sharp.cache(false);

// Formats are recognised before any decoder runs; should one slip through, there is nothing to run.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadTiff',
    'VipsForeignLoadHeif',
  ],
});

export { sharp };
