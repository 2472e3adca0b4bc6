/** Web Push: what the server sends while no page of the site is looked at, and where a press on a notice leads. */
import type { PushPayload } from 'shared-contracts/types';
import { type OpenPage, scope } from './scope';

/** Every page of this site, also those that were opened before there was a worker. */
const openPages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** A page that does not answer in this time, in milliseconds, says nothing either: it is frozen, or of an older release. */
const ANSWER_MS = 300;

/** A page that is looked at and hears the same over its socket says it itself; browsers allow silence only then. */
export async function showPush({ title, path, ...rest }: PushPayload): Promise<void> {
  const pages = await openPages();
  const answers = await Promise.all(pages.map(hearsNews));
  if (pages.some(({ visibilityState }, index) => visibilityState === 'visible' && answers[index])) return;
  // A page behind another has rung for the same news, under the same tag: taking its place rings no second time.
  const options = { ...rest, renotify: !answers.includes(true), data: { path } };
  await scope.registration.showNotification(title, options);
}

/** A page that acts as a vendor, or whose socket is down, hears nothing of what a push tells. */
function hearsNews(page: OpenPage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      resolve(data === true);
    };
    page.postMessage({ type: 'hears' }, [port2]);
  }).finally(() => port1.close());
}

/** Brings a page of the site to the front and leads it to the notice's subject; opens one where there is none. */
export async function openNotice({ data }: Pick<Notification, 'data'>): Promise<void> {
  const path = pathOf(data);
  const pages = await openPages();
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) {
    await scope.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: 'open', path });
  await page.focus();
}

/** Only paths of this site: '//elsewhere' is none. */
function pathOf(data: unknown): string {
  const { origin } = scope.location;
  const given = (data as { path?: unknown } | null)?.path;
  if (typeof given !== 'string' || !URL.canParse(given, origin)) return '/';
  const address = new URL(given, origin);
  return address.origin === origin ? address.pathname + address.search : '/';
}
