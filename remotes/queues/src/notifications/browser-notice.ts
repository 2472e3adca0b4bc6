/** Browser notifications: shown only where the visitor allowed them. What this browser lacks is left out in silence. */
import { NOTICE_VIBRATION } from 'shared-contracts/rules/notices';
import { site } from 'shared-contracts/site';

export interface Notice {
  title: string;
  body?: string;
  /** One notice a subject: a later one replaces it, and rings again. */
  tag: string;
  /** Where a press leads: a path of this site. */
  path: string;
  /** Stays until it is dismissed. */
  isSticky?: boolean;
}

/** What the platform has and TypeScript's list of it has not. */
interface NoticeOptions extends NotificationOptions {
  vibrate: readonly number[];
  renotify: boolean;
}

/** 'unsupported' where there is nothing to ask for. */
export function noticePermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Asks for permission. Resolves with the visitor's choice. */
export async function askForNotices(): Promise<NotificationPermission | 'unsupported'> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/** Never rejects: a notice that cannot be shown is only reported. */
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
