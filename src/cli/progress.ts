/** A progress bar with rate and time left, on standard error and only where a person looks on. */
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  readonly update: (done: number, total: number) => void;
  readonly stop: () => void;
}

/** `unit` is what is counted, such as `images`. The bar appears with the first update. */
export function startProgress(title: string, unit: string): Progress {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar(
    {
      format: `${title} {bar} {value}/{total} ${unit}, {rate}/s, {eta_formatted} left`,
      stream: process.stderr,
      etaBuffer: 50,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  const started = performance.now();
  const rate = (done: number) => ((done * 1000) / (performance.now() - started)).toFixed(1);
  return {
    update(done, total) {
      if (!bar.isActive) bar.start(total, done, { rate: rate(done) });
      bar.setTotal(total);
      bar.update(done, { rate: rate(done) });
    },
    stop: () => bar.stop(),
  };
}
