/** Measures how far a page's content moves by itself while its files and data arrive late, one by one. */
import type { Page, Request, Route } from '@playwright/test';

/** A layout shift that no tap or key caused. */
export interface Shift {
  /** The area that moved times its distance, as shares of the window. */
  value: number;
  /** The elements that moved, with their old and new positions. */
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shift[];
    /** True once someone has tapped, clicked or typed. Later shifts are responses of the page, and depend on the speed of the machine. */
    isUsed: boolean;
  }
}

/** Runs in a page, before its own scripts: records every shift from then on. */
export function recordShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  window.shifts = [];
  window.isUsed = false;
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, ({ isTrusted }) => (window.isUsed ||= isTrusted), { capture: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const words = (node?.textContent ?? '').slice(0, 30);
        return `${element?.className ?? 'gone'} '${words}': ${from.x}, ${from.y}, ${from.width} × ${from.height} → ${to.x}, ${to.y}, ${to.width} × ${to.height}`;
      });
      window.shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export const readShifts = (page: Page): Promise<Shift[]> => page.evaluate(() => window.shifts);

export const isUsed = (page: Page): Promise<boolean> => page.evaluate(() => window.isUsed);

/** Tells whether a response is held back. The page and the shell arrive at once; remotes, data, fonts and pictures wait. */
function isLate(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return /^\/api\/|^\/parts\/(?!host\/)|\.(woff2|svg|webp|avif|png|jpe?g)$/.test(pathname);
}

/**
 * Waits two frames, so that the arrived content is painted. @returns true if the shell has started, and false if it has not or a navigation
 * ended the page
 */
const nextFrame = (page: Page): Promise<boolean> =>
  page
    .evaluate(
      () =>
        new Promise<boolean>((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => done(document.getElementById('content') !== null))),
        ),
    )
    .catch(() => false);

/** The number of frames without a request after which no more will come. */
const QUIET_FRAMES = 4;

/**
 * Holds back each late response. Once the shell has started, it releases one response at a time, so that each is painted alone.
 * @returns a function that resolves once all have arrived
 */
export async function arriveOneByOne(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route('**', (route, request) => {
    if (isLate(request)) held.push(route);
    else void route.continue();
  });
  const arriving = (async () => {
    for (let quiet = 0; !isOpen || quiet < QUIET_FRAMES; ) {
      const isShellThere = await nextFrame(page);
      const next = isShellThere || isOpen ? held.shift() : undefined;
      quiet = next ? 0 : quiet + 1;
      // The page that asked may be closed.
      await next?.continue().catch(() => {});
    }
  })();
  return async () => {
    isOpen = true;
    await arriving;
  };
}
