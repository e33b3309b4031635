/** Progress, rate and time left on standard error: a bar on a terminal, else lines. */
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  readonly update: (done: number, total: number) => void;
  readonly stop: () => void;
}

/** Milliseconds until the first line, and between two. */
const FIRST_LINE = 3_000;
const NEXT_LINE = 15_000;

/** `unit` is the counted noun, such as `images`. The bar appears with the first update. */
export function startProgress(title: string, unit: string): Progress {
  return process.stderr.isTTY ? drawBar(title, unit) : writeLines(title, unit);
}

function writeLines(title: string, unit: string): Progress {
  const started = performance.now();
  let due = started + FIRST_LINE;
  return {
    update(done, total) {
      const now = performance.now();
      if (now < due || done === 0) return;
      due = now + NEXT_LINE;
      const left = formatSeconds(((total - done) * (now - started)) / done / 1000);
      process.stderr.write(`${title}: ${done}/${total} ${unit}, ${left} left\n`);
    },
    stop: () => {},
  };
}

function drawBar(title: string, unit: string): Progress {
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
