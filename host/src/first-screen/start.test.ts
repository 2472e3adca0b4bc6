import path from 'node:path';

/** jsdom has no message channel. */
class Channel {
  port1: { onmessage?: () => void } = {};
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.(), 0) };
}

const FIRST_SCREEN = '<div id="first-screen">Kumo Ramen</div>';
const link = (file: string) =>
  `<link rel="preload" as="script" data-run href="/parts/host/${file}" integrity="sha256-${file}" crossorigin="anonymous">`;

/** The links of jsdom have no integrity. */
const integrity = {
  configurable: true,
  get(this: Element) {
    return this.getAttribute('integrity') ?? '';
  },
};
beforeAll(() => void Object.defineProperty(HTMLLinkElement.prototype, 'integrity', integrity));

/** jsdom has no intersection observer. */
class Observer {
  static notify: (entries: { isIntersecting: boolean; target: Element }[]) => void = () => {};
  static observed = new Set<Element>();
  constructor(listener: typeof Observer.notify, { rootMargin }: { rootMargin: string }) {
    if (!/^(-?\d+px ?)+$/.test(rootMargin)) throw new SyntaxError(`rootMargin is '${rootMargin}'.`);
    Observer.notify = listener;
    Observer.observed.clear();
  }
  observe = (element: Element) => void Observer.observed.add(element);
  unobserve = (element: Element) => void Observer.observed.delete(element);
}
afterAll(() => Reflect.deleteProperty(HTMLLinkElement.prototype, 'integrity'));

let frame: FrameRequestCallback | undefined;
const { MessageChannel: original } = globalThis;
beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { MessageChannel: Channel, IntersectionObserver: Observer });
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    frame = callback;
    return 1;
  });
  document.head.innerHTML = `${link('packages.js')}${link('main.js')}<link rel="preload" as="script" href="/parts/catalog/entry.js">`;
  frame = undefined;
});
afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  jest.restoreAllMocks();
  Object.assign(globalThis, { MessageChannel: original });
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  jest.useRealTimers();
});

async function open(body: string): Promise<void> {
  document.body.innerHTML = body;
  jest.isolateModules(() => void require('../../public/start.js'));
  await jest.advanceTimersByTimeAsync(1);
}
const running = () => [...document.scripts].map(({ src }) => new URL(src).pathname);
const ALL = ['/parts/host/packages.js', '/parts/host/main.js'];

test("the shell's scripts run after the first screen is painted, in order and with their integrity", async () => {
  await open(FIRST_SCREEN);
  expect(running()).toEqual([]);
  frame?.(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(running()).toEqual(ALL);
  for (const { async: isUnordered, integrity: hash, crossOrigin, src } of document.scripts) {
    expect(isUnordered).toBe(false);
    expect(hash).toBe(`sha256-${path.basename(src)}`);
    expect(crossOrigin).toBe('anonymous');
  }
});

test("the preloads of the worker's page start after that frame, except for the shell's scripts", async () => {
  document.head.innerHTML = document.head.innerHTML.replaceAll('rel="preload"', 'rel="preload" media="not all"');
  const preloaded = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]:not([media], [data-run])')].map(
      ({ href }) => href,
    );
  await open(FIRST_SCREEN);
  expect(preloaded()).toEqual([]);
  frame?.(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(running()).toEqual(ALL);
  expect(preloaded()).toEqual(['http://localhost/parts/catalog/entry.js']);
});

test.each([
  ['at the bottom of the window', 700],
  ['far below the window, as without its style', 5000],
])('the lazy pictures of a first screen are observed with a menu %s', async (_where, top) => {
  jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(top);
  await open('<div id="first-screen"><p><img loading="lazy"></p><nav class="first-screen-menu"></nav></div>');
  expect(Observer.observed.size).toBe(1);
});

test('a lazy picture is marked once it is in the window, and an eager one is not observed', async () => {
  const picture = (id: string, loading: string) => `<p id="${id}"><img loading="${loading}"></p>`;
  await open(`<div id="first-screen">${picture('a', 'eager')}${picture('b', 'lazy')}${picture('c', 'lazy')}</div>`);
  const [b, c] = [...Observer.observed];
  expect([b?.id, c?.id, Observer.observed.size]).toEqual(['b', 'c', 2]);
  if (!b || !c) return;
  Observer.notify([
    { isIntersecting: true, target: b },
    { isIntersecting: false, target: c },
  ]);
  const shown = () => [...document.querySelectorAll('[data-in-window]')].map(({ id }) => id);
  expect(shown()).toEqual(['b']);
  expect([...Observer.observed]).toEqual([c]);
  Observer.notify([{ isIntersecting: true, target: c }]);
  expect(shown()).toEqual(['b', 'c']);
});

test("the shell's scripts run after 200 ms if no frame is painted, as in a hidden tab", async () => {
  await open(FIRST_SCREEN);
  await jest.advanceTimersByTimeAsync(200);
  expect(running()).toEqual(ALL);
});

test("the shell's scripts run at once without a first screen or in a background tab", async () => {
  await open('');
  expect(running()).toEqual(ALL);
  document.head.innerHTML = link('main.js');
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open(FIRST_SCREEN);
  expect(running()).toEqual(['/parts/host/main.js']);
  expect(frame).toBeUndefined();
});

test('a script with other bytes than were released is reported as blocked if the shell did not start', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const fetched = jest.fn(async (_address: string, options?: RequestInit) => {
    if (options?.integrity === 'sha256-main.js') throw new TypeError('Failed to fetch');
    return { ok: true };
  });
  Object.assign(window, { fetch: fetched });
  await open('<div id="not-started"><h1></h1><p></p></div>');
  expect(fetched).not.toHaveBeenCalled();
  for (const script of document.scripts) script.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(1);
  expect(document.querySelector('p')).toHaveTextContent(
    '/parts/host/main.js was blocked: it has other bytes than were released.',
  );
  expect(document.getElementById('not-started')).toHaveClass('known');
});

test('no script is checked once the shell has started', async () => {
  const fetched = jest.fn();
  Object.assign(window, { fetch: fetched });
  await open('');
  for (const script of document.scripts) script.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(1);
  expect(fetched).not.toHaveBeenCalled();
});
