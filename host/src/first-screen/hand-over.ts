/**
 * The first screen inside the server's page (docs/decisions/first-screens.md): text and pictures that are painted
 * before the shell runs. The shell renders below it, out of sight, and replaces it once it shows the screen itself.
 */
import { queryClient, resourceKey } from 'shared-contracts/query';

type Known = readonly [path: string, params: Record<string, string>, body: unknown];

/** Takes the bodies of the first screen from the page, so that the screen shows the same without a request. Expects a query client. */
export function takeKnownData(): void {
  const text = document.getElementById('known-data')?.textContent;
  if (!text) return;
  const since = isCachedPage() ? { updatedAt: 0 } : undefined;
  for (const [path, params, body] of JSON.parse(text) as Known[]) {
    queryClient().setQueryData(resourceKey(path, params), body, since);
  }
}

/**
 * Replaces the head that describes the page to readers without scripts (docs/decisions/first-screens.md). The title
 * becomes the brand, and the screen says the rest.
 */
export function takeOverHead(brand: string): void {
  document.title = brand;
  for (const sent of document.head.querySelectorAll('[data-sent]')) sent.remove();
}

/** Removes the structured data of the sent page, since it is wrong for the next page. */
export function forgetStructuredData(): void {
  for (const sent of document.querySelectorAll('script[data-sent]')) sent.remove();
}

/**
 * Back, a restored tab and a duplicated one may show a page that is hours old, so its data is shown and requested
 * again. The worker caches no page with data, so a page that comes through it is new.
 */
function isCachedPage(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  const { type, transferSize, workerStart } = (visit ?? {}) as Partial<PerformanceNavigationTiming>;
  return !workerStart && (type === 'back_forward' || transferSize === 0);
}

/**
 * A page that loads for longer than this, in milliseconds, shows its own menu and a message. The content of the first
 * screen moves into the skeleton if that has a place for it.
 */
const PATIENCE_MS = 3000;
/** The attribute of that place, which is an empty element at first. */
export const PLACE = 'data-first-screen';

/** The browser fires the click of a touch within this time after its end, in milliseconds. */
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
  // A pointer may be lifted elsewhere. If it is lifted outside of the window, the wait ends with the limit above.
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, letGo, { signal: gone.signal });
}

function focusLink(root: Element, pathname: string): void {
  const link = [...root.querySelectorAll('a')].find((each) => each.pathname === pathname);
  link?.focus({ preventScroll: true });
}

/** Whether a page is shown: the remote's screen, or its failure. */
function isShown(root: Element): boolean {
  const main = root.querySelector('main');
  return main !== null && main.childElementCount > 0 && !main.querySelector('[aria-busy="true"]');
}
