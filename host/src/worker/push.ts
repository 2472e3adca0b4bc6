/** Web Push: shows notifications while no page of the site is visible, and opens the page of a tapped one. */
import type { PushPayload } from 'shared-contracts/types';
import { type OpenPage, scope } from './scope';

/** Every page of this site, also pages that were opened before there was a worker. */
const openPages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** A page without a reply in this time, in milliseconds, is frozen or of an older release, and shows nothing either. */
const REPLY_MS = 300;

/** A visible page that receives the news over its socket shows it. Browsers allow a silent push only then. */
export async function showPush({ title, path, ...rest }: PushPayload): Promise<void> {
  const pages = await openPages();
  const replies = await Promise.all(pages.map(receivesNews));
  if (pages.some(({ visibilityState }, index) => visibilityState === 'visible' && replies[index])) return;
  // A hidden page may have notified of the same news, under the same tag: replacing that one makes no second sound.
  const options = { ...rest, renotify: !replies.includes(true), data: { path } };
  await scope.registration.showNotification(title, options);
}

/** False for a page in vendor context, and for one whose socket is down: they do not receive the news of a push. */
function receivesNews(page: OpenPage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), REPLY_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      resolve(data === true);
    };
    page.postMessage({ type: 'hears' }, [port2]);
  }).finally(() => port1.close());
}

/** Focuses a page of the site and shows the notification's subject; opens a page if there is none. */
export async function openNotice({ data }: Pick<Notification, 'data'>): Promise<void> {
  const path = sitePath(data);
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
function sitePath(data: unknown): string {
  const { origin } = scope.location;
  const given = (data as { path?: unknown } | null)?.path;
  if (typeof given !== 'string' || !URL.canParse(given, origin)) return '/';
  const address = new URL(given, origin);
  return address.origin === origin ? address.pathname + address.search : '/';
}
