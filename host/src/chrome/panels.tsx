/**
 * Panels over a page, parts that come as it is scrolled, and the background work of the shell. Their code is loaded
 * after the first screen, or earlier if the visitor opens one of them.
 */
import { useShell } from 'shared-contracts/events';
import { ProfileKeeper } from '../account/profile-keeper';
import { Unseen } from '../boundary/unseen';
import { UpdateAlert } from '../offline/update-alert';
import { AuthModal } from '../sign-in/auth-modal';
import { NotificationsPanel } from './notifications-panel';
import { ScrollToTop } from './scroll-to-top';
import { SideMenu, type SideMenuProps } from './side-menu';
import { ToastBox } from './toast-box';

export { OfflineWords } from './offline-words';

export function Panels({ menu }: { menu: SideMenuProps }) {
  const isSignedIn = useShell((state) => state.session !== null);
  return (
    <>
      <ScrollToTop />
      <SideMenu {...menu} />
      <NotificationsPanel />
      <UpdateAlert />
      <AuthModal />
      <Unseen>
        <ToastBox />
      </Unseen>
      <Unseen>{isSignedIn && <ProfileKeeper />}</Unseen>
    </>
  );
}
