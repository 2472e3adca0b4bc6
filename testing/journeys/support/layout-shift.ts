/** How far a page's content moves by itself while its files and data arrive late, one by one. */
import type { Page, Request, Route } from '@playwright/test';

/** A layout shift that no tap or key caused. */
export interface Shift {
  /** The area that moved times its distance, as shares of the window. */
  value: number;
  /** What moved, from where to where. */
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shift[];
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

/** The page and the shell arrive at once; remotes, data, fonts and pictures wait. */
function isLate(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return /^\/api\/|^\/parts\/(?!host\/)|\.(woff2|svg|webp|avif|png|jpe?g)$/.test(pathname);
}

/** Two frames on, what has arrived is painted. */
const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** So many frames without a request: nothing more will come. */
const QUIET_FRAMES = 4;

/**
 * Holds each late response, and lets one through at a time, so that each is painted alone.
 * @returns resolves once all have arrived
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
      // A navigation ends the page that was waited for.
      await nextFrame(page).catch(() => {});
      const next = held.shift();
      quiet = next ? 0 : quiet + 1;
      await next?.continue().catch(() => {});
    }
  })();
  return async () => {
    isOpen = true;
    await arriving;
  };
}
