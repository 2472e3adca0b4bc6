import type { ReactNode } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { useParams } from 'shared-contracts/router';
import {
  Alert,
  Button,
  EmptyState,
  FailedState,
  Page,
  QuietHeading,
  Skeleton,
  SkeletonBlock,
} from 'shared-contracts/ui';
import { t } from '../words';
import { isRefusal } from './failures';
import styles from './office.module.css';
import { useOperatedVenues } from './office.resource';
import { OfficeNav } from './office-nav';
import type { SectionId } from './sections';

/** What a section shows, as `useResource` reads it. */
interface Read<Data> {
  data: Data | undefined;
  error: ApiErrorShape | null;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

interface OfficeProps<Data> {
  section: SectionId;
  heading: string;
  /** The heading is a name, which is not translated. */
  isName?: boolean;
  read: Read<Data>;
  /** Owners of stalls read this page too. They see no way to the other sections. */
  isForOwners?: boolean;
  /** Stays in the page while the content loads: ways to other pages, and what chooses the content. */
  lead?: ReactNode;
  /** Blocks in the shape of the content. By default three rows. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The frame of each section of the office: the hall's name, the way to the other sections, and what the section's data allow to show. */
export function Office<Data>({
  section,
  heading,
  isName = false,
  read,
  isForOwners = false,
  lead,
  skeleton,
  children,
}: OfficeProps<Data>) {
  const { venueId = '' } = useParams();
  const venue = useOperatedVenues().data?.find(({ id }) => String(id) === venueId);
  const isRefused = read.error !== null && isRefusal(read.error);
  const { data } = read;
  return (
    <>
      {/* The page of someone who is refused does not move up. */}
      {isRefused || (isForOwners && !venue) ? (
        <div className={styles.sections} />
      ) : (
        <OfficeNav venueId={venueId} section={section} />
      )}
      <Page className={styles.page}>
        {isRefused ? (
          <>
            <QuietHeading>{heading}</QuietHeading>
            {read.error?.code === 'SECOND_FACTOR_REQUIRED' ? <NeedsSecondFactor /> : <NotOperator />}
          </>
        ) : (
          <>
            <div className={styles.head}>
              {isName ? (
                <h1 translate="no">
                  <bdi>{heading}</bdi>
                </h1>
              ) : (
                <h1>{heading}</h1>
              )}
              <p className={styles.note} translate="no">
                {/* The line has its height before the name is there. */}
                <bdi>{venue?.name ?? '\u00a0'}</bdi>
              </p>
            </div>
            {lead}
            {data !== undefined && read.isError && <OldData read={read} />}
            {data !== undefined && children(data)}
            {data === undefined && read.isPending && (
              // Below a lead it is another one, so it does not move when the lead arrives.
              <Skeleton key={lead ? 'below' : 'alone'} label={t('Loading…')} className={styles.list}>
                {skeleton ?? ROWS}
              </Skeleton>
            )}
            {data === undefined && !read.isPending && (
              <FailedState
                text={t('Nothing was changed.')}
                error={read.error}
                busy={read.isFetching}
                onRetry={() => void read.refetch()}
              />
            )}
          </>
        )}
      </Page>
    </>
  );
}

const ROWS = [0, 1, 2].map((row) => <SkeletonBlock key={row} className={styles.rowBlock} />);

function OldData({ read }: { read: Pick<Read<unknown>, 'isFetching' | 'refetch'> }) {
  return (
    <Alert>
      <div className={styles.between}>
        <span>{t('This page may be out of date. It could not be refreshed.')}</span>
        <Button size="small" busy={read.isFetching} onClick={() => void read.refetch()}>
          {t('Try Again')}
        </Button>
      </div>
    </Alert>
  );
}

/** Leads an operator to the second factor that the hall asks for. */
export function NeedsSecondFactor() {
  return (
    <EmptyState
      title={t('This hall asks its operators for a second factor.')}
      text={t('Set one up in My Account, then come back.')}
      action={
        <Button variant="primary" to="/profile?second-factor">
          {t('Set up a second factor')}
        </Button>
      }
    />
  );
}

function NotOperator() {
  return (
    <EmptyState
      title={t('Only an operator of this hall sees its office.')}
      text={t('Ask one of them to invite you.')}
      action={
        <Button variant="primary" to="/profile">
          {t('My Account')}
        </Button>
      }
    />
  );
}
