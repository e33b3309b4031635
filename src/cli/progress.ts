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
      format: `${title} {bar} {value}/{total} ${unit}, {rate}/s, {left} left`,
      stream: process.stderr,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  const started = performance.now();
  const payload = (done: number, total: number) => {
    const perSecond = (done * 1000) / (performance.now() - started);
    return {
      rate: perSecond.toFixed(1),
      left: done === 0 ? '?' : formatSeconds((total - done) / perSecond),
    };
  };
  return {
    update(done, total) {
      if (!bar.isActive) bar.start(total, done, payload(done, total));
      bar.setTotal(total);
      bar.update(done, payload(done, total));
    },
    stop: () => bar.stop(),
  };
}

/** `42 s`, `3 min`, `2.5 h`. */
function formatSeconds(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
