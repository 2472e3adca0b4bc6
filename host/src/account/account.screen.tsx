import {
  Building2,
  ChevronRight,
  CircleUserRound,
  ExternalLink,
  LayoutGrid,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  ReceiptText,
  Store,
} from 'lucide-react';
import { type ReactNode, Suspense, use, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import { Slot, useMenuEntries } from 'shared-contracts/remote';
import { Link, Navigate } from 'shared-contracts/router';
import { formatDateLongUs } from 'shared-contracts/rules/dates';
import { site } from 'shared-contracts/site';
import type { AuthContext } from 'shared-contracts/types';
import { Card, FailedState, Icon, Page, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { Unseen } from '../boundary/unseen';
import { onDemand } from '../first-screen/on-demand';
import { hallsPath, PATHS } from '../routes/paths';
import { useRouteTable } from '../routes/routes-context';
import { matchRoute } from '../routes/shell-route';
import { rich, t } from '../words';
import styles from './account.module.css';
import { Avatar } from './avatar';
import { logOut } from './log-out';
import { MarketingBlurb } from './marketing-blurb';
import { useMe } from './me.resource';
import { NameForm } from './name-form';
import { OwnData } from './own-data';
import { SwitchSheet } from './switch-sheet';
import { TextMessageNumber } from './text-message-number';

export function AccountScreen() {
  const session = useShell((state) => state.session);
  if (!session) return <Navigate to={PATHS.login} replace />;
  return <Account context={session.context} />;
}

function Account({ context }: { context: AuthContext }) {
  const [isSwitching, setIsSwitching] = useState(false);
  const isVendor = context.type === 'Vendor';
  const added = useMenuEntries('account');
  return (
    <Page width="account" className={styles.account}>
      <div className={styles.head}>
        <Avatar name={context.data.name} size="large" />
        <h1>
          <span className={styles.welcome}>{t('Welcome')} </span>
          <span translate="no">{context.data.name}</span>
        </h1>
      </div>
      {!isVendor && <NameForm name={context.data.name} />}
      <div className={styles.sinceBox}>
        <Since context={context} />
      </div>
      <Card className={styles.rows} clip>
        <button type="button" className={styles.logOut} onClick={logOut}>
          <RowFace icon={LogOut}>{t('Log Out')}</RowFace>
        </button>
        <Link to={PATHS.allOrders}>
          <RowFace icon={ReceiptText} end={ChevronRight}>
            {t('View Orders')}
          </RowFace>
        </Link>
        <a href={site().support_url} target="_blank" rel="noopener noreferrer">
          <RowFace icon={LifeBuoy} end={ExternalLink}>
            {t('Contact Support')}
          </RowFace>
        </a>
        <button type="button" aria-haspopup="dialog" onClick={() => setIsSwitching(true)}>
          <RowFace icon={isVendor ? CircleUserRound : Store} end={ChevronRight}>
            {isVendor ? t('Login to personal account') : t('Login in as vendor')}
          </RowFace>
        </button>
        <OfficeLink context={context} />
        {added.map(({ id, to, label }) => (
          <Link key={id} to={to}>
            <RowFace icon={LayoutGrid} end={ChevronRight}>
              {label}
            </RowFace>
          </Link>
        ))}
      </Card>
      <Slot name="account-export" isShown={isVendor} />
      <Slot name="account" />
      <MarketingBlurb />
      {!isVendor && <OwnData context={context} />}
      {!isVendor && <TextMessageNumber context={context} />}
      {/* It arrives late, so it is below what would move. */}
      {!isVendor && <SecondFactor context={context} />}
      <SwitchSheet open={isSwitching} onClose={() => setIsSwitching(false)} />
    </Page>
  );
}

// Operators alone see it by default.
const loadSecondFactor = onDemand(
  () => import(/* webpackChunkName: "second-factor" */ '../second-factor/second-factor-section'),
);

function LoadedSecondFactor() {
  const { SecondFactorSection } = use(loadSecondFactor());
  return <SecondFactorSection />;
}

/** Shows the second factor of an operator. Anyone else finds it at /profile?second-factor. */
function SecondFactor({ context }: { context: AuthContext }) {
  const { data: me } = useMe(context);
  const isOperator = me !== undefined && (me.is_site_operator || (me.venues?.data.length ?? 0) > 0);
  const isWanted = new URLSearchParams(window.location.search).has('second-factor');
  if (!isOperator && !isWanted) return null;
  return (
    <Unseen>
      <Suspense fallback={null}>
        <LoadedSecondFactor />
      </Suspense>
    </Unseen>
  );
}

/** Leads an operator to the office. A site without the remote of the office has no such page. */
function OfficeLink({ context }: { context: AuthContext }) {
  // The stored profile tells it before the request has ended, so the row does not move the page.
  const { venues } = useMe(context).data ?? readLocal('user') ?? {};
  const isOperator = (venues?.data?.length ?? 0) > 0;
  const hasOffice = Boolean(matchRoute(useRouteTable(), hallsPath));
  if (!isOperator || !hasOffice) return null;
  return (
    <Link to={hallsPath}>
      <RowFace icon={Building2} end={ChevronRight}>
        {t('Office of the hall')}
      </RowFace>
    </Link>
  );
}

/** Shows when the account was created, and a skeleton during the request. */
function Since({ context }: { context: AuthContext }) {
  const { data: me, isPending, isFetching, error, refetch } = useMe(context);
  if (isPending) {
    return (
      <Skeleton label={t('Loading your account…')} className={styles.waiting}>
        <SkeletonBlock width="long" />
        <SkeletonBlock width="half" className={styles.second} />
      </Skeleton>
    );
  }
  if (!me) {
    return (
      <FailedState
        variant="row"
        className={styles.failed}
        title={t('Your account could not be loaded')}
        text={t('You are still signed in.')}
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  return (
    <p className={styles.since}>
      {rich('Supporting your community since <whole>{date}</whole>', {
        date: formatDateLongUs(me.created_at),
        whole: (date) => (
          <span key="date" className={styles.date}>
            {date}
          </span>
        ),
      })}
    </p>
  );
}

interface RowFaceProps {
  icon: LucideIcon;
  end?: LucideIcon;
  children: ReactNode;
}

function RowFace({ icon, end, children }: RowFaceProps) {
  return (
    <>
      <Icon of={icon} isDirectional={icon === LogOut} />
      <span>{children}</span>
      {end && <Icon of={end} size="medium" isDirectional className={styles.end} />}
    </>
  );
}
