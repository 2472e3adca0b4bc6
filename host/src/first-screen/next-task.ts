/**
 * Ends the current task, so that the browser can paint and respond before what follows. A message rather than a timer: in a tab
 * that was opened in the background, each timer waits for a second.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The longest wait for a frame, in milliseconds: a tab that is hidden meanwhile has none. */
const LATEST_FRAME_MS = 200;

/**
 * Waits until a first screen in the page is painted. On a later visit the scripts are there as early as the page, and would run
 * before its first frame.
 */
export async function firstScreenPainted(): Promise<void> {
  if (document.visibilityState !== 'visible' || !document.getElementById('first-screen')) return;
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, LATEST_FRAME_MS);
  });
  // The frame is painted after its callbacks.
  await nextTask();
}
