/** Videos as `MediaRecorder` writes them, made of whole ones. */
import {
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  BufferSource as VideoBytes,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/**
 * The WebM file as one written live: without index, its clusters without sizes.
 * @param transparent with transparency, as of a canvas
 * @param times how often its pictures are shown, one after the other
 */
export async function writtenLive(
  webm: Uint8Array,
  { transparent = false, times = 1 } = {},
): Promise<Uint8Array> {
  const input = new Input({ formats: [WEBM], source: new VideoBytes(webm) });
  const track = (await input.getPrimaryVideoTrack())!;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const source = new EncodedVideoPacketSource(track.codec!);
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = (await track.getDecoderConfig())!;
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets());
  for (let i = 0; i < packets.length * times; i++) {
    const { data, duration } = packets[i % packets.length]!;
    const sideData = transparent ? { alpha: data } : {};
    // Only the first frame is a key frame for the container: the others cannot be sought.
    const again = new EncodedPacket(
      ...([data, i === 0 ? 'key' : 'delta', i * duration, duration] as const),
      ...([i, data.length, sideData] as const),
    );
    await source.add(again, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** The MP4 file with 0 for the level of VP9. */
export function withoutLevel(mp4: Uint8Array): Uint8Array {
  const box = Buffer.from(mp4).indexOf('vpcC');
  if (box < 0) throw new Error('no VP9');
  const changed = mp4.slice();
  // After the name: version and flags, profile, level (VP Codec ISO Media File Format Binding).
  changed[box + 4 + 4 + 1] = 0;
  return changed;
}
