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
