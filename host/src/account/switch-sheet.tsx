import { Check, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { type ShellState, useShell } from 'shared-contracts/events';
import { Link } from 'shared-contracts/router';
import { isSameContext, personalContext, switchContext } from 'shared-contracts/session';
import { site } from 'shared-contracts/site';
import type { AuthContext } from 'shared-contracts/types';
import { Button, Icon, Sheet } from 'shared-contracts/ui';
import { officePath, operatorsPath, siteOperatorsPath, vendorsPath, watchPath } from '../routes/paths';
import { useRouteTable } from '../routes/routes-context';
import { matchRoute } from '../routes/shell-route';
import { t } from '../words';
import { Avatar } from './avatar';
import { useMe } from './me.resource';
import styles from './switch-sheet.module.css';

export interface SwitchSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Switches to another account of the user. The shell then opens that account's first page. */
export function SwitchSheet({ open, onClose }: SwitchSheetProps) {
  const session = useShell((state) => state.session);
  return session && <Choices session={session} open={open} onClose={onClose} />;
}

function Choices({ session, open, onClose }: SwitchSheetProps & { session: NonNullable<ShellState['session']> }) {
  const { user, context } = session;
  const me = useMe(context).data;
  const venues = me?.venues?.data ?? [];
  const venuesId = useId();
  const routes = useRouteTable();
  const choices: AuthContext[] = [
    personalContext(user),
    ...user.vendors.map((vendor): AuthContext => ({ type: 'Vendor', data: vendor })),
  ];
  const choose = (choice: AuthContext) => {
    onClose();
    if (!isSameContext(choice, context)) switchContext(choice);
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('Switch to')}>
      <ul>
        {choices.map((choice) => {
          const isCurrent = isSameContext(choice, context);
          return (
            <li key={`${choice.type} ${choice.data.id}`}>
              <button
                type="button"
                className={styles.choice}
                aria-current={isCurrent ? 'true' : undefined}
                onClick={() => choose(choice)}
              >
                <Avatar name={choice.data.name} />
                <span className={styles.words}>
                  <span className={styles.kind}>
                    {`${choice.type === 'Vendor' ? t('Vendor') : t('Personal account')} `}
                  </span>
                  <span className={styles.name} translate="no">
                    {choice.data.name}
                  </span>
                </span>
                {isCurrent && <Icon of={Check} />}
              </button>
            </li>
          );
        })}
      </ul>
      {user.vendors.length === 0 && (
        <p className={styles.none}>{t('No vendor account is linked to you yet. Ask your venue to add you.')}</p>
      )}
      {venues.length > 0 && (
        <>
          <h3 id={venuesId} className={styles.heading}>
            {t('Venues')}
          </h3>
          <ul aria-labelledby={venuesId}>
            {venues.map(({ id, name }) => (
              <li key={id} className={styles.venue}>
                <Link to={vendorsPath(id)} className={styles.choice} onClick={onClose}>
                  <Avatar name={name} />
                  <span className={styles.words}>
                    <span className={styles.name} translate="no">
                      {name}
                    </span>
                  </span>
                  <Icon of={ChevronRight} isDirectional />
                </Link>
                {/* An earlier release of the remote has no such pages. */}
                <div className={styles.pages}>
                  {matchRoute(routes, officePath(id)) && (
                    <Button
                      size="small"
                      to={officePath(id)}
                      aria-label={t('Office of {name}', { name })}
                      onClick={onClose}
                    >
                      {t('Office')}
                    </Button>
                  )}
                  {matchRoute(routes, watchPath(id)) && (
                    <Button
                      size="small"
                      to={watchPath(id)}
                      aria-label={t('Watch of {name}', { name })}
                      onClick={onClose}
                    >
                      {t('Watch')}
                    </Button>
                  )}
                  {matchRoute(routes, operatorsPath(id)) && (
                    <Button
                      size="small"
                      to={operatorsPath(id)}
                      aria-label={t('Operators of {name}', { name })}
                      onClick={onClose}
                    >
                      {t('Operators')}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {me?.is_site_operator && matchRoute(routes, siteOperatorsPath) && (
        <>
          <h3 className={styles.heading}>{t('Site')}</h3>
          <Link to={siteOperatorsPath} className={styles.choice} onClick={onClose}>
            <Avatar name={site().brand} />
            <span className={styles.words}>
              <span className={styles.kind} translate="no">
                {site().brand}
              </span>
              <span className={styles.name}>{t('Site operators')}</span>
            </span>
            <Icon of={ChevronRight} isDirectional />
          </Link>
        </>
      )}
    </Sheet>
  );
}
