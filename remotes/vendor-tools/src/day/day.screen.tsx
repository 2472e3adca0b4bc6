import { ChevronLeft, ChevronRight, FileSpreadsheet, Printer } from 'lucide-react';
import { useServerNow } from 'shared-contracts/query';
import { useParams, useSearchParams } from 'shared-contracts/router';
import { localDay } from 'shared-contracts/rules/dates';
import type { DayEnd } from 'shared-contracts/types';
import {
  Alert,
  Button,
  EmptyState,
  FailedState,
  IconButton,
  LinkText,
  Page,
  Skeleton,
  SkeletonBlock,
  StatePage,
  TextInput,
} from 'shared-contracts/ui';
import { Facts } from '../facts';
import { useMayOwn } from '../members/members.resource';
import { NotYours } from '../not-yours';
import { officeOfStallPath, statementPath } from '../office-paths';
import { useIsMember } from '../stock.resource';
import { t } from '../words';
import styles from './day.module.css';
import { useDayEnd } from './day.resource';
import { dayFacts, daysLater, parseDay } from './day.rules';
import { DayTables } from './day-tables';
import { PrintDay } from './print-day';
import { useDayFile } from './use-day-file';

/** Shows the stall's sales of one day, to view, print or save. The stall's owners and the operators of its venue can open it. */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  const mayOwn = useMayOwn(vendorId);
  if (!mayOwn) return isMember ? <NotOwner /> : <NotYours page={t('Day’s end')} />;
  return <OwnDay vendorId={vendorId} />;
}

function OwnDay({ vendorId }: { vendorId: string }) {
  const isMember = useIsMember(vendorId);
  const [params, setParams] = useSearchParams();
  const requestedDay = parseDay(params.get('day'));
  const day = useDayEnd(vendorId, requestedDay);
  // A session does not list the venues that the user runs, so the API decides who may open another vendor's page.
  if (day.error?.status === 403) return isMember ? <NotOwner /> : <NotYours page={t('Day’s end')} />;
  const shown = day.data;
  return (
    <Page width="account" className={styles.page}>
      <div className={styles.head}>
        <h1>{t('Day’s end')}</h1>
        {/* The element stays in the page, so that screen readers announce another day when it has loaded. */}
        <p role="status" className={styles.note}>
          {shown && <Facts facts={dayFacts(shown)} />}
        </p>
      </div>
      <DayChoice
        day={requestedDay ?? shown?.day}
        timeZone={shown?.timezone}
        onChoose={(chosen) => setParams({ day: chosen }, { replace: true })}
      />
      {shown && <DayShown key={shown.day} vendorId={vendorId} day={shown} />}
      {shown?.venue_id !== undefined && <Ways venueId={shown.venue_id} vendorId={vendorId} isMember={isMember} />}
      {!shown && day.isPending && <DaySkeleton />}
      {!shown && !day.isPending && (
        <FailedState
          text={t('Nothing was changed. Your orders still come in.')}
          error={day.error}
          busy={day.isFetching}
          onRetry={() => void day.refetch()}
        />
      )}
    </Page>
  );
}

/** The ways to what the hall owes the stall, and for an operator back to the office. */
function Ways({ venueId, vendorId, isMember }: { venueId: number; vendorId: string; isMember: boolean }) {
  return (
    <p className={styles.ways}>
      <LinkText to={statementPath(venueId, vendorId)}>{t('Statements')}</LinkText>
      {!isMember && <LinkText to={officeOfStallPath(venueId, vendorId)}>{t('Stall in the office')}</LinkText>}
    </p>
  );
}

interface DayChoiceProps {
  /** Undefined until the venue's present day is known. */
  day: string | undefined;
  timeZone: string | undefined;
  onChoose: (day: string) => void;
}

function DayChoice({ day, timeZone, onChoose }: DayChoiceProps) {
  const now = useServerNow();
  const today = timeZone && localDay(new Date(now), timeZone);
  const isLast = day === undefined || (today !== undefined && day >= today);
  return (
    <div className={styles.choice}>
      <IconButton
        icon={ChevronLeft}
        isDirectional
        aria-label={t('Day before')}
        aria-disabled={day === undefined || undefined}
        onClick={() => day && onChoose(daysLater(day, -1))}
      />
      <TextInput
        label={t('Day')}
        type="date"
        className={styles.field}
        value={day ?? ''}
        max={today}
        onChange={({ target }) => {
          const chosen = parseDay(target.value);
          if (chosen) onChoose(chosen);
        }}
      />
      <IconButton
        icon={ChevronRight}
        isDirectional
        aria-label={t('Day after')}
        aria-disabled={isLast || undefined}
        onClick={() => day && !isLast && onChoose(daysLater(day, 1))}
      />
    </div>
  );
}

function DayShown({ vendorId, day }: { vendorId: string; day: DayEnd }) {
  const file = useDayFile();
  if (day.totals.length === 0) {
    return <EmptyState title={t('Nothing was sold on this day.')} text={t('Nor was anything refunded.')} />;
  }
  return (
    <>
      {day.totals.map((totals) => (
        <DayTables key={totals.currency} totals={totals} isOnly={day.totals.length === 1} />
      ))}
      <div className={styles.actions}>
        <Button icon={Printer} onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <Button icon={FileSpreadsheet} busy={file.isPending} onClick={() => file.mutate(day)}>
          {t('Save as spreadsheet')}
        </Button>
        <PrintDay vendorId={vendorId} day={day.day} />
        {/* The element stays in the page without words too: screen readers announce only a status that was there before. */}
        <p role="status" className={styles.note}>
          {file.data && t('{file} is saved.', { file: file.data })}
        </p>
        {file.error && <Alert>{t('No file was saved. The file could not be written. Please try again.')}</Alert>}
      </div>
    </>
  );
}

function NotOwner() {
  return (
    <StatePage heading={t('Day’s end')}>
      <EmptyState
        title={t('Only an owner of this vendor sees what it sold.')}
        text={t('Ask an owner for the day’s end.')}
      />
    </StatePage>
  );
}

function DaySkeleton() {
  return (
    <Skeleton label={t('Loading the day…')} className={styles.waiting}>
      <SkeletonBlock className={styles.figuresBlock} />
      <SkeletonBlock className={styles.amountsBlock} />
      <SkeletonBlock className={styles.itemsBlock} />
    </Skeleton>
  );
}
