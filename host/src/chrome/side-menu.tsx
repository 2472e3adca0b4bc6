import {
  Accessibility,
  CircleUserRound,
  Globe,
  LayoutGrid,
  LifeBuoy,
  LogIn,
  LogOut,
  type LucideIcon,
  MapPin,
  Phone,
  RefreshCw,
  Store,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useShell } from 'shared-contracts/events';
import { useMenuEntries } from 'shared-contracts/remote';
import { Link, useLocation } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { Icon, SidePanel } from 'shared-contracts/ui';
import packageJson from '../../package.json';
import { logOut } from '../account/log-out';
import { BrandMark } from '../brand/brand-mark';
import { applyUpdate } from '../offline/apply-update';
import { useWaitingWorker } from '../offline/waiting-worker';
import { isVenueList, PATHS, vendorsPath } from '../routes/paths';
import { t } from '../words';
import { LanguageChoice } from './language-choice';
import styles from './side-menu.module.css';

export interface SideMenuProps {
  open: boolean;
  onClose: () => void;
}

/** The left panel: venues, the account, and how to reach support. */
export function SideMenu({ open, onClose }: SideMenuProps) {
  const session = useShell((state) => state.session);
  const venue = useShell((state) => state.venue);
  const added = useMenuEntries('side-panel');
  const update = useWaitingWorker().worker;
  const { brand, phone, website, support_url } = site();
  const logOutHere = () => {
    onClose();
    logOut();
  };

  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={t('Menu')}
      head={
        <div className={styles.brand}>
          <BrandMark />
          <span translate="no">{brand}</span>
        </div>
      }
      foot={
        <div className={styles.contacts}>
          <LanguageChoice className={styles.language} />
          {phone && (
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              <Icon of={Phone} size="medium" />
              <span translate="no" dir="ltr">
                {phone}
              </span>
            </a>
          )}
          {website && (
            <a href={website} target="_blank" rel="noopener noreferrer">
              <Icon of={Globe} size="medium" />
              <span translate="no">{website.replace(/^https?:\/\/|\/$/g, '')}</span>
            </a>
          )}
          <Entry icon={Accessibility} to={PATHS.accessibility} onFollow={onClose} label={t('Accessibility')} />
          <p>{`${brand} ${packageJson.version}`}</p>
        </div>
      }
    >
      <nav className={styles.entries} aria-label={t('Side')}>
        {update && (
          <button type="button" className={styles.update} onClick={() => applyUpdate()}>
            <Icon of={RefreshCw} />
            {t('Update Available')}
            <span className={styles.pill} aria-hidden="true">
              {t('Reload')}
            </span>
          </button>
        )}
        <Entry icon={MapPin} to={PATHS.venues} onFollow={onClose} label={t('Venues')} />
        {venue && <Entry icon={Store} to={vendorsPath(venue.id)} onFollow={onClose} label={t('Vendors')} />}
        {added.map(({ id, to, label }) => (
          <Entry key={id} icon={LayoutGrid} to={to} onFollow={onClose} label={label} />
        ))}
        {session ? (
          <>
            <Entry icon={CircleUserRound} to={PATHS.account} onFollow={onClose} label={t('My Account')} />
            <button type="button" onClick={logOutHere}>
              <Icon of={LogOut} isDirectional />
              {t('Log Out')}
            </button>
            <a href={support_url} target="_blank" rel="noopener noreferrer">
              <Icon of={LifeBuoy} />
              {t('Get Support')}
            </a>
          </>
        ) : (
          <>
            <Entry icon={LogIn} to={PATHS.login} onFollow={onClose} label={t('Log In')} />
            <Entry icon={UserPlus} to={PATHS.register} onFollow={onClose} label={t('Register')} />
          </>
        )}
      </nav>
    </SidePanel>
  );
}

interface EntryProps {
  icon: LucideIcon;
  to: string;
  label: ReactNode;
  onFollow: () => void;
}

function Entry({ icon, to, label, onFollow }: EntryProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (isVenueList(to) && isVenueList(pathname));
  return (
    <Link to={to} onClick={onFollow} aria-current={isCurrent ? 'page' : undefined}>
      <Icon of={icon} isDirectional={icon === LogIn} />
      <span>{label}</span>
    </Link>
  );
}
