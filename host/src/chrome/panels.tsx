/** What opens over a page. Its code is loaded after the first screen, or when the visitor opens one of them before. */
import { UpdateAlert } from '../offline/update-alert';
import { AuthModal } from '../sign-in/auth-modal';
import { NotificationsPanel } from './notifications-panel';
import { SideMenu, type SideMenuProps } from './side-menu';

export function Panels({ menu }: { menu: SideMenuProps }) {
  return (
    <>
      <SideMenu {...menu} />
      <NotificationsPanel />
      <UpdateAlert />
      <AuthModal />
    </>
  );
}
