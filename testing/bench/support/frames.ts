// The frames that a page drops and the time that it is busy, for the benches.
import type { CDPSession, Page } from '@playwright/test';

const FRAME_MS = 1000 / 60;

/** What the page records. Times and durations are in milliseconds. */
interface Seen {
  frames: number[];
  tasks: number[];
  events: number[];
  isOver: boolean;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Starts to record frames, tasks and the delay of each key or tap in the page. */
export const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: Seen = { frames: [], tasks: [], events: [], isOver: false };
    window.seen = seen;
    // Methods: tsx wraps a function that a constant names in a helper, which the page does not have.
    const recorder = {
      frame(time: number) {
        seen.frames.push(time);
        if (!seen.isOver) requestAnimationFrame(recorder.frame);
      },
      observe(type: string, into: number[], options?: object) {
        new PerformanceObserver((list) => into.push(...list.getEntries().map(({ duration }) => duration))).observe({
          type,
          ...options,
        });
      },
    };
    requestAnimationFrame(recorder.frame);
    recorder.observe('longtask', seen.tasks);
    recorder.observe('event', seen.events, { durationThreshold: 16 });
  });

export interface Result {
  dropped: string;
  longest: string;
  /** Of a key or a tap. */
  delay: string;
}

export const result = async (page: Page): Promise<Result> => {
  const { frames, tasks, events } = await page.evaluate(async () => {
    // Entries are delivered late; two frames on, all are there.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    window.seen.isOver = true;
    return window.seen;
  });
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time));
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  const worst = (values: number[]) => (values.length > 0 ? `${Math.max(...values).toFixed(0)} ms` : undefined);
  return {
    dropped: `${dropped} of ${gaps.length + dropped} frames dropped`,
    longest: `longest task ${worst(tasks) ?? 'under 50 ms'}`,
    delay: `slowest to its paint ${worst(events) ?? 'under 16 ms'}`,
  };
};

/** A finger that moves the page up by 12,000 px within 6 s. */
export const swipe = (cdp: CDPSession) =>
  cdp.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 600,
    yDistance: -12_000,
    speed: 2000,
    gestureSourceType: 'touch',
    preventFling: true,
  });
