/**
 * The first screen that the server's page brings along (docs/decisions/first-screens.md): text and pictures, painted before the shell runs.
 * The shell renders below it, out of sight, and takes its place once it shows the screen itself.
 */
import { queryClient, resourceKey } from 'shared-contracts/query';

type Known = readonly [path: string, params: Record<string, string>, body: unknown];

/** The bodies that the first screen was made of: the screen shows the same without a request. Expects a query client. */
export function takeKnownData(): void {
  const text = document.getElementById('known-data')?.textContent;
  if (!text) return;
  const since = isCachedPage() ? { updatedAt: 0 } : undefined;
  for (const [path, params, body] of JSON.parse(text) as Known[]) {
    queryClient().setQueryData(resourceKey(path, params), body, since);
  }
}

/** The page describes itself to readers that run no script (docs/decisions/first-screens.md): the title is the brand, and a screen says the rest. */
export function takeOverHead(brand: string): void {
  document.title = brand;
  for (const sent of document.head.querySelectorAll('[data-sent]')) sent.remove();
}

/** The structured data of the page as it was sent: no screen repeats it, and it is not true of the next page. */
export function forgetStructuredData(): void {
  for (const sent of document.querySelectorAll('script[data-sent]')) sent.remove();
}

/**
 * Back, a restored tab and a duplicated one may show a page of hours ago: its data is shown and requested again. The worker has no
 * page with data, so one that comes through it is the server's of this moment.
 */
function isCachedPage(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  const { type, transferSize, workerStart } = (visit ?? {}) as Partial<PerformanceNavigationTiming>;
  return !workerStart && (type === 'back_forward' || transferSize === 0);
}

/**
 * A page that loads for longer than this, in milliseconds, says so: then its menu and its words are needed. What the first screen shows
 * goes on in the skeleton, where that has a place for it.
 */
const PATIENCE_MS = 3000;
/** The attribute of that place: an element that is empty until then. */
export const PLACE = 'data-first-screen';

/** After the end of a touch, the browser makes the click of it within this time, in milliseconds. */
const CLICK_MS = 100;

/**
 * Shows the shell in place of the first screen, as soon as its page has no placeholders left, or when that takes long. A tap that
 * has begun still reaches the link below it, and a link that has the focus passes it on.
 */
export function handOver(root: Element): void {
  const first = document.getElementById('first-screen');
  if (!first) return;
  let isDue = false;
  let isHeld = false;
  const gone = new AbortController();
  const show = () => {
    observer.disconnect();
    clearTimeout(timer);
    gone.abort();
    const focused = first.contains(document.activeElement) ? document.activeElement : null;
    first.remove();
    if (focused instanceof HTMLAnchorElement) focusLink(root, focused.pathname);
  };
  const timer = setTimeout(() => {
    root.querySelector(`[${PLACE}]`)?.append(...(first.querySelector('main')?.childNodes ?? []));
    show();
  }, PATIENCE_MS);
  const observer = new MutationObserver(() => {
    isDue ||= isShown(root);
    if (isDue && !isHeld) show();
  });
  observer.observe(root, { childList: true, subtree: true });
  const press = ({ button }: PointerEvent) => {
    isHeld = button === 0;
  };
  const letGo = () =>
    setTimeout(() => {
      isHeld = false;
      if (isDue) show();
    }, CLICK_MS);
  first.addEventListener('pointerdown', press);
  // A pointer may be let go elsewhere; one that is let go outside of the window is not waited for longer than the limit above.
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, letGo, { signal: gone.signal });
}

function focusLink(root: Element, pathname: string): void {
  const link = [...root.querySelectorAll('a')].find((each) => each.pathname === pathname);
  link?.focus({ preventScroll: true });
}

/** A page is there: the remote's screen, or what is shown instead of it. */
function isShown(root: Element): boolean {
  const main = root.querySelector('main');
  return main !== null && main.childElementCount > 0 && !main.querySelector('[aria-busy="true"]');
}
