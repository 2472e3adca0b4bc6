// Measures one cold visit on a slow phone: its requests, the time of its content, and the time of the content's response to a tap.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** Slow 4G as Lighthouse defines it: 150 ms a round trip, 1.6 Mbps down, 750 kbps up. The numbers are bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWDOWN = 4;
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  // The visit is cold: a worker would remember an earlier one.
  serviceWorkers: 'block',
};
/** The page is done when it has requested nothing for this long. */
const QUIET_MS = 1500;
const PATIENCE_MS = 60_000;
/** A tap that has changed nothing after this long was not handled, and is repeated. */
const TAP_AGAIN_MS = 100;

export interface Screen {
  label: string;
  path: string;
  /** CSS selector of the content that the visitor came for. The first match counts. */
  content: string;
  /** CSS selector of the element to tap. It responds with another address, another number in an output, or another selected tab. */
  tap: string;
  storageState?: BrowserContextOptions['storageState'];
}

/** A request. Times are milliseconds since the navigation, sizes are bytes over the wire. */
export interface Request {
  url: string;
  type: string;
  start: number;
  response: number;
  end: number;
  bytes: number;
}

export interface Span {
  start: number;
  duration: number;
}

/** Times are milliseconds since the navigation. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  /** The time of the first frame with the content. */
  content: number;
  /** The time of long tasks beyond their first 50 ms, from the first paint on. */
  blocked: number;
  tasks: Span[];
  shift: number;
  requests: Request[];
  /** The bytes over the wire until the frame with the content, including incomplete requests. */
  bytesUntilContent: number;
}

/** A visit with a tap. */
export interface Tapped {
  /** The time of the frame that shows the response, in milliseconds since the navigation. */
  responded: number;
  /** The bytes over the wire until the frame with the response. */
  bytesUntilResponse: number;
}

interface Seen {
  firstPaint: number;
  largestPaint: number;
  content: number;
  responded: number;
  tasks: Span[];
  shifts: { start: number; value: number }[];
}

declare global {
  interface Window {
    visit: Seen;
    /** The bench provides this function, which taps at a point. */
    tapAt(x: number, y: number): Promise<void>;
  }
}

/**
 * Runs in the page, before its own scripts. Each function in it is a method, since tsx wraps a function that a constant names in a helper
 * that the page does not have.
 */
function record({ content, tap, again }: { content: string; tap: string | null; again: number }): void {
  if (window.top !== window) return;
  const seen: Seen = { firstPaint: 0, largestPaint: 0, content: 0, responded: 0, tasks: [], shifts: [] };
  window.visit = seen;
  let before = '';
  let tappedAt = 0;
  const recorder = {
    observe(type: string, each: (entry: PerformanceEntry) => void) {
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
    },
    find(selector: string): DOMRect | undefined {
      const element = document.querySelector(selector);
      if (!element?.checkVisibility()) return undefined;
      const box = element.getBoundingClientRect();
      return box.height > 0 && box.top < window.innerHeight && box.bottom > 0 ? box : undefined;
    },
    state(): string {
      const shown = document.querySelectorAll('main output, main [role=tab][aria-selected=true]');
      return [location.pathname, ...Array.from(shown, ({ textContent }) => textContent)].join('|');
    },
    frame(time: number) {
      const isThere = recorder.find(content) !== undefined;
      // The next paint after this frame shows the content. The time of the frame is its beginning.
      if (isThere && !seen.content) seen.content = performance.now();
      if (tap !== null && seen.content) recorder.touch(tap, time);
      if (!seen.content || (tap !== null && !seen.responded)) requestAnimationFrame(recorder.frame);
    },
    touch(selector: string, time: number) {
      if (tappedAt && recorder.state() !== before) {
        seen.responded = performance.now();
        return;
      }
      const box = recorder.find(selector);
      if (!box || (tappedAt && time - tappedAt < again)) return;
      before = recorder.state();
      tappedAt = time;
      void window.tapAt(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
    },
  };
  recorder.observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  recorder.observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  recorder.observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }));
  recorder.observe('layout-shift', (entry) => {
    const { value, hadRecentInput, startTime } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shifts.push({ start: startTime, value });
  });
  // A link that no script handles would leave the page. Prevented, such a tap counts as one without a response.
  window.addEventListener('click', (event) => event.preventDefault());
  requestAnimationFrame(recorder.frame);
}

/** Computes the layout shift as browsers report it: the largest sum of shifts that are less than 1 s apart and within 5 s. */
function layoutShift(shifts: Seen['shifts']): number {
  let worst = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { start, value } of shifts) {
    const isSame = start - last < 1000 && start - first < 5000;
    if (!isSame) first = start;
    sum = isSame ? sum + value : value;
    last = start;
    worst = Math.max(worst, sum);
  }
  return worst;
}

const blockedBy = ({ tasks, firstPaint }: Seen): number =>
  tasks.reduce((sum, { start, duration }) => {
    const over = start + duration - Math.max(start + 50, firstPaint);
    return sum + Math.max(0, over);
  }, 0);

/** Watches the page's requests, and tells how long ago the last of them ended. */
async function watchRequests(cdp: CDPSession) {
  const requests = new Map<string, Request>();
  const pending = new Set<string>();
  const arrivals: { at: number; bytes: number }[] = [];
  const arrived = new Map<string, number>();
  let origin = 0;
  let quietSince = Date.now();
  const since = (timestamp: number) => (timestamp - origin) * 1000;
  const arrive = (requestId: string, timestamp: number, bytes: number) => {
    if (!requests.has(requestId)) return;
    arrivals.push({ at: since(timestamp), bytes });
    arrived.set(requestId, (arrived.get(requestId) ?? 0) + bytes);
  };
  const end = (requestId: string, timestamp: number, bytes: number) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { end: since(timestamp), bytes });
    // These bytes were not in the events of the response's parts.
    arrive(requestId, timestamp, Math.max(0, bytes - (arrived.get(requestId) ?? 0)));
    pending.delete(requestId);
    quietSince = Date.now();
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = 'Other', timestamp }) => {
    if (!/^https?:/.test(url)) return;
    if (requests.size === 0) origin = timestamp;
    requests.set(requestId, { url, type, start: since(timestamp), response: 0, end: 0, bytes: 0 });
    pending.add(requestId);
  });
  cdp.on('Network.responseReceived', ({ requestId, timestamp, response: { encodedDataLength } }) => {
    const request = requests.get(requestId);
    if (request) request.response = since(timestamp);
    arrive(requestId, timestamp, encodedDataLength);
  });
  cdp.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) =>
    arrive(requestId, timestamp, encodedDataLength),
  );
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, encodedDataLength),
  );
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp, 0));
  await cdp.send('Network.enable');
  return {
    all: () => [...requests.values()].filter((request) => request.end > 0),
    bytesUntil: (moment: number) => arrivals.reduce((sum, { at, bytes }) => sum + (at <= moment ? bytes : 0), 0),
    isQuiet: () => pending.size === 0 && Date.now() - quietSince > QUIET_MS,
  };
}

async function slowPhone(browser: Browser, { storageState }: Screen) {
  const context = await browser.newContext({ ...PHONE, ...(storageState && { storageState }) });
  return { context, ...(await slowPage(context)) };
}

async function slowPage(context: BrowserContext) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const requests = await watchRequests(cdp);
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { page, cdp, requests };
}

async function until(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`${what} took longer than ${PATIENCE_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Opens the screen without a tap and waits until the page is quiet. @throws when its content does not come */
export async function visit(browser: Browser, url: string, screen: Screen): Promise<Visit> {
  const { context, ...opened } = await slowPhone(browser, screen);
  try {
    return await watch(opened, url, screen);
  } finally {
    await context.close();
  }
}

async function watch(
  { page, requests }: Awaited<ReturnType<typeof slowPage>>,
  url: string,
  screen: Screen,
): Promise<Visit> {
  await page.addInitScript(record, { content: screen.content, tap: null, again: 0 });
  await page.goto(url + screen.path, { waitUntil: 'load' });
  await until(`${screen.label}: the network`, () => requests.isQuiet());
  const seen = await page.evaluate(() => window.visit);
  if (!seen.content) throw new Error(`${screen.label}: nothing matches ${screen.content}.`);
  const { firstPaint, largestPaint, content, tasks, shifts } = seen;
  const measured = { firstPaint, largestPaint, content, tasks };
  return {
    ...measured,
    blocked: blockedBy(seen),
    shift: layoutShift(shifts),
    requests: requests.all(),
    bytesUntilContent: requests.bytesUntil(content),
  };
}

export interface TwoVisits {
  cold: Visit;
  second: Visit;
  /** The same two visits again, with taps until the screen responds, in milliseconds since the navigation. */
  responded: { cold: number; second: number };
}

/** Makes a cold visit, and one in a new tab of the same browser once the worker has cached the files of the first one. */
export async function visitTwice(browser: Browser, url: string, screen: Screen): Promise<TwoVisits> {
  const context = await browser.newContext({
    ...PHONE,
    serviceWorkers: 'allow',
    ...(screen.storageState && { storageState: screen.storageState }),
  });
  try {
    const first = await slowPage(context);
    const cold = await watch(first, url, screen);
    await until(`${screen.label}: the worker`, () => first.page.evaluate(hasCached));
    await first.page.close();
    const again = await slowPage(context);
    const second = await watch(again, url, screen);
    await again.page.close();
    const tapped = await tappedVisit(await slowPage(context), url, screen);
    const { responded } = await visitAndTap(browser, url, screen);
    return { cold, second, responded: { cold: responded, second: tapped.responded } };
  } finally {
    await context.close();
  }
}

/** Tells whether the worker controls the page, and has cached the page for all addresses and every file that this page has loaded. */
async function hasCached(): Promise<boolean> {
  if (!navigator.serviceWorker.controller || !(await caches.match('/shell', { ignoreVary: true }))) return false;
  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const files = names.filter((name) => name.startsWith('/parts/'));
  const cached = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
  return cached.every(Boolean);
}

async function finger(page: Page, cdp: CDPSession): Promise<void> {
  await page.exposeFunction('tapAt', async (x: number, y: number) => {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  });
}

/** Opens the screen and taps its content as soon as it is there, until the screen responds. */
export async function visitAndTap(browser: Browser, url: string, screen: Screen): Promise<Tapped> {
  const { context, ...opened } = await slowPhone(browser, screen);
  try {
    return await tappedVisit(opened, url, screen);
  } finally {
    await context.close();
  }
}

async function tappedVisit(
  { page, cdp, requests }: Awaited<ReturnType<typeof slowPage>>,
  url: string,
  screen: Screen,
): Promise<Tapped> {
  await finger(page, cdp);
  await page.addInitScript(record, { content: screen.content, tap: screen.tap, again: TAP_AGAIN_MS });
  await page.goto(url + screen.path, { waitUntil: 'commit' });
  let responded = 0;
  await until(`${screen.label}: the response to a tap`, async () => {
    responded = await page.evaluate(() => window.visit?.responded ?? 0);
    return responded > 0;
  });
  return { responded, bytesUntilResponse: requests.bytesUntil(responded) };
}
