// What a page drops and how long it is busy, for the benches.
const FRAME_MS = 1000 / 60;

/** Starts to note frames, tasks and the delay of each key or tap in the page. */
export const watch = (page) =>
  page.evaluate(() => {
    const seen = { frames: [], tasks: [], events: [], isOver: false };
    window.seen = seen;
    const frame = (time) => {
      seen.frames.push(time);
      if (!seen.isOver) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const observe = (type, into, options) =>
      new PerformanceObserver((list) => into.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type,
        ...options,
      });
    observe('longtask', seen.tasks);
    observe('event', seen.events, { durationThreshold: 16 });
  });

export const result = async (page) => {
  const { frames, tasks, events } = await page.evaluate(async () => {
    // Entries are delivered late; two frames on, all are there.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    window.seen.isOver = true;
    return window.seen;
  });
  const gaps = frames.slice(1).map((time, index) => time - frames[index]);
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  const worst = (values) => (values.length > 0 ? `${Math.max(...values).toFixed(0)} ms` : undefined);
  return {
    dropped: `${dropped} of ${gaps.length + dropped} frames dropped`,
    longest: `longest task ${worst(tasks) ?? 'under 50 ms'}`,
    /** Of a key or a tap. */
    delay: `slowest to its paint ${worst(events) ?? 'under 16 ms'}`,
  };
};
