/** Records the browser's own notifications. */
import type { Page } from '@playwright/test';

/** Records the calls of the browser's notifications from the page's next load on. */
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
