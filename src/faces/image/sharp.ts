/** The configured instance of sharp: a single thread per call, no cache, no unwanted decoders. */
import sharp from 'sharp';

// Worker processes provide parallelism. libvips threads inside each would only contend.
sharp.concurrency(1);
sharp.cache(false);

// Formats are recognised before any decoder runs. This also blocks any that slips through.
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
