import { firstScreenPainted } from './next-task';

/** jsdom has no message channel. */
class Channel {
  port1: { onmessage?: () => void; close(): void } = { close() {} };
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.(), 0) };
}

let frame: FrameRequestCallback | undefined;
const { MessageChannel: original } = globalThis;
beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { MessageChannel: Channel });
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    frame = callback;
    return 1;
  });
  document.body.innerHTML = '<div id="first-screen">Kumo Ramen</div>';
  frame = undefined;
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(globalThis, { MessageChannel: original });
  jest.useRealTimers();
});

async function isOver(work: Promise<void>): Promise<boolean> {
  let isDone = false;
  work.then(() => {
    isDone = true;
  });
  await jest.advanceTimersByTimeAsync(1);
  return isDone;
}

test('the shell waits for the frame of a first screen', async () => {
  const painted = firstScreenPainted();
  expect(await isOver(painted)).toBe(false);
  frame?.(0);
  expect(await isOver(painted)).toBe(true);
});

test('not for ever: a tab that is hidden meanwhile has no frame', async () => {
  const painted = firstScreenPainted();
  await jest.advanceTimersByTimeAsync(200);
  expect(await isOver(painted)).toBe(true);
});

test('a page without a first screen, and a tab that was opened in the background, start at once', async () => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  expect(await isOver(firstScreenPainted())).toBe(true);
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.body.replaceChildren();
  expect(await isOver(firstScreenPainted())).toBe(true);
  expect(frame).toBeUndefined();
});
