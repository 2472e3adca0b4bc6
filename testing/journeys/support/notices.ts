/** The browser's own notifications, in a page that notes them. */
import type { Page } from '@playwright/test';

/** A page that notes what is asked of the browser's notifications from its next load on. */
export async function watchNotices(page: Page, permission: NotificationPermission = 'granted'): Promise<void> {
  await page.addInitScript((given) => {
    const shown: unknown[] = [];
    class FakeNotification {
      static permission = given;
      static requestPermission = async () => {
        FakeNotification.permission = 'granted';
        return 'granted';
      };
      constructor(title: string, options: object) {
        shown.push({ title, ...options });
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification, shownNotices: shown });
  }, permission);
}
