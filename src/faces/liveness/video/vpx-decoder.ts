/** Decodes VP8 and VP9 as browsers record them. */
import { CustomVideoDecoder, type EncodedPacket, type VideoCodec, VideoSample } from 'mediabunny';

/** Most packets that wait for the decoder. */
const MOST_WAITING = 8;

/**
 * Skips the transparency of recorded canvases, whose merging needs a browser. Names a level where
 * Chromium's `MediaRecorder` writes 0, which decoders refuse.
 */
export class VpxDecoder extends CustomVideoDecoder {
  #decoder: VideoDecoder | undefined;
  /** Resumes a call that waits for the decoder. */
  #resume = () => {};

  static override supports(codec: VideoCodec): boolean {
    return codec === 'vp8' || codec === 'vp9';
  }

  override init(): void {
    const decoder = new VideoDecoder({
      output: (frame) => this.onSample(new VideoSample(frame)),
      error: (error) => {
        this.onError(error);
        this.#resume();
      },
    });
    decoder.ondequeue = () => this.#resume();
    decoder.configure({ ...this.config, codec: withLevel(this.config.codec) });
    this.#decoder = decoder;
  }

  override async decode(packet: EncodedPacket): Promise<void> {
    const decoder = this.#decoder!;
    decoder.decode(packet.toEncodedVideoChunk());
    while (decoder.state === 'configured' && decoder.decodeQueueSize > MOST_WAITING)
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
  }

  override async flush(): Promise<void> {
    await this.#decoder?.flush();
  }

  override close(): void {
    this.#decoder?.close();
  }
}

/** VP9 has no level 0; 6.2 is the highest (VP codec ISO media file format binding). */
const withLevel = (codec: string) => codec.replace(/^(vp09\.\d\d)\.00\./, '$1.62.');
