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
 */
export async function writtenLive(webm: Uint8Array, transparent = false): Promise<Uint8Array> {
  const input = new Input({ formats: [WEBM], source: new VideoBytes(webm) });
  const track = (await input.getPrimaryVideoTrack())!;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const source = new EncodedVideoPacketSource(track.codec!);
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = (await track.getDecoderConfig())!;
  let after = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const { data, timestamp, duration } = packet;
    const sideData = transparent ? { alpha: data } : {};
    // Only the first frame is a key frame for the container: the others cannot be sought.
    const type = after++ === 0 ? 'key' : 'delta';
    const again = new EncodedPacket(
      ...([data, type, timestamp, duration] as const),
      ...([packet.sequenceNumber, packet.byteLength, sideData] as const),
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
