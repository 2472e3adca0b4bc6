import { useEffect, useState } from 'react';

/** The browser reports a click a little after the finger has left, or never. The list waits for it this long, in milliseconds. */
const AFTER_TAP_MS = 150;

let fingers = 0;
let isMouseDown = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let isDown = false;
const waiting = new Set<() => void>();

function update(): void {
  clearTimeout(timer);
  if (fingers > 0 || isMouseDown) {
    isDown = true;
    return;
  }
  timer = setTimeout(release, AFTER_TAP_MS);
}

function release(): void {
  clearTimeout(timer);
  isDown = false;
  for (const notify of [...waiting]) notify();
}

const onTouch = ({ type, target, touches }: TouchEvent) => {
  fingers = touches.length;
  update();
  if (type !== 'touchstart' || !target) return;
  // The browser sends the end of a touch to the element where it began, and no further if that has left the page meanwhile.
  for (const end of ['touchend', 'touchcancel']) {
    target.addEventListener(end, onTouch as EventListener, { passive: true, signal: stop.signal });
  }
};
const onPress = ({ button }: MouseEvent) => {
  if (button !== 0) return;
  isMouseDown = true;
  update();
};
const onRelease = () => {
  isMouseDown = false;
  update();
};
/** A button may be released where the page gets no event, such as over the browser's own menu. */
const onMove = ({ buttons }: MouseEvent) => {
  if (isMouseDown && buttons === 0) onRelease();
};
const onClick = () => {
  if (isDown && fingers === 0 && !isMouseDown) release();
};

let users = 0;
let stop = new AbortController();

/** Watches touches and not pointers: the browser cancels a pointer when a scroll begins, though the finger is still there. */
function watch(): () => void {
  users += 1;
  if (users === 1) {
    stop = new AbortController();
    const options = { capture: true, passive: true, signal: stop.signal };
    for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
      document.addEventListener(type, onTouch, options);
    }
    document.addEventListener('mousedown', onPress, options);
    document.addEventListener('mousemove', onMove, options);
    for (const type of ['mouseup', 'dragend'] as const) document.addEventListener(type, onRelease, options);
    // The button may have been released outside of the window.
    window.addEventListener('blur', onRelease, options);
    // This listener runs last: the page's own listeners must see the same card that was clicked.
    window.addEventListener('click', onClick, { signal: stop.signal });
  }
  return () => {
    users -= 1;
    if (users > 0) return;
    stop.abort();
    // The finger may leave without an event.
    clearTimeout(timer);
    fingers = 0;
    isMouseDown = false;
    isDown = false;
  };
}

/**
 * Holds a value while a finger or a mouse button is down, so that the content under the finger stays there until the click has been
 * reported. A change of `view` shows at once, since the user asked for it. useTapGuard covers the time after the content has changed.
 * @example
 * const shown = useHeldWhilePressed(orders, tab);
 */
export function useHeldWhilePressed<Value>(value: Value, view?: string | number): Value {
  const [shown, setShown] = useState({ value, view });
  useEffect(watch, []);
  const isOld = shown.value !== value;
  const isHeld = isDown && isOld && shown.view === view;
  if ((isOld || shown.view !== view) && !isHeld) setShown({ value, view });
  useEffect(() => {
    if (!isHeld) return;
    const showLatest = () => setShown({ value, view });
    // The finger may have left since the value was rendered.
    if (!isDown) return showLatest();
    waiting.add(showLatest);
    return () => {
      waiting.delete(showLatest);
    };
  }, [isHeld, value, view]);
  return isHeld ? shown.value : value;
}
