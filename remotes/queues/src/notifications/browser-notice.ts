/** Shows browser notifications where the visitor allowed them. It silently leaves out whatever this browser does not support. */
import { NOTICE_VIBRATION } from 'shared-contracts/rules/notices';
import { site } from 'shared-contracts/site';

export interface Notice {
  title: string;
  body?: string;
  /** Identifies the subject. A later notice with the same tag replaces the earlier one, and rings again. */
  tag: string;
  /** The path of this site that a press opens. */
  path: string;
  /** Keeps the notice until it is dismissed. */
  isSticky?: boolean;
}

/** Options that the platform has and TypeScript's types lack. */
interface NoticeOptions extends NotificationOptions {
  vibrate: readonly number[];
  renotify: boolean;
}

/** Returns the visitor's permission, or 'unsupported' where the browser has no notifications. */
export function noticePermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Asks for permission. Resolves with the visitor's choice. */
export async function askForNotices(): Promise<NotificationPermission | 'unsupported'> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/** Shows a notice. It never rejects: a notice that cannot be shown is only reported. */
export async function showNotice({ title, body, tag, path, isSticky = false }: Notice, onOpen: (path: string) => void) {
  if (noticePermission() !== 'granted') return;
  const options: NoticeOptions = {
    ...(body === undefined ? {} : { body }),
    tag,
    icon: site().notification_icon_url,
    requireInteraction: isSticky,
    vibrate: NOTICE_VIBRATION,
    renotify: true,
    data: { path },
  };
  try {
    // Phones show notices only through a service worker, and only those vibrate.
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) {
      await registration.showNotification(title, options);
      return;
    }
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      notice.close();
      onOpen(path);
    };
  } catch (error) {
    console.warn(`The notification '${title}' could not be shown`, error);
  }
}
