import type { CDPSession } from '@playwright/test';

/** Larger than each bench's viewport with the bars of a window. */
const WINDOW = { width: 1400, height: 1200 };

/**
 * Gives the page a window that shows all of its viewport. By default the bars of the window take their room from the page, and the
 * browser presents no frame in which only the rest of it changes: a tap at the lower edge would have no next paint.
 */
export async function showWholePage(cdp: CDPSession): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: WINDOW });
}
