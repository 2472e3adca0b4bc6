import { type CSSProperties, type FormEvent, useState } from 'react';
import { useParams, useSearchParams } from 'shared-contracts/router';
import { Alert, Button, Card, cx, EmptyState, Select, SkeletonBlock, TextInput } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { useStalls } from '../stalls/stalls.resource';
import { t } from '../words';
import { CAUSES, groupOf, groupsOf, type LedgerFilter, parseFilter, queryOf } from './ledger.rules';
import { LedgerCheck } from './ledger-check';
import { EntryRow } from './ledger-entry';
import { causeName } from './ledger-words';
import styles from './money.module.css';
import { useAmounts, useHallClock } from './money.resource';
import { MoneyNav } from './money-nav';
import { useLedger } from './use-ledger';

/** Lists the entries of the ledger, the newest first, and checks the books. */
export function Screen() {
  const { venueId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const onFilter = (next: LedgerFilter) => setParams(queryOf(next), { replace: true });
  const { first, entries, hasMore, more } = useLedger(venueId, filter);
  const clock = useHallClock(venueId);
  const money = useAmounts(venueId);
  return (
    <Office
      section="money"
      heading={t('Ledger')}
      read={clock ? first : { ...first, data: undefined }}
      lead={
        <>
          <MoneyNav venueId={venueId} page="ledger" />
          <LedgerCheck venueId={venueId} />
          {/* Another filter from outside, such as 'Show all entries', fills the field again. */}
          <Filter key={filter.payment} venueId={venueId} filter={filter} onFilter={onFilter} />
        </>
      }
      skeleton={<SkeletonBlock className={styles.tallBlock} />}
    >
      {() =>
        entries.length === 0 ? (
          <NoEntries filter={filter} onFilter={onFilter} />
        ) : (
          <>
            <Card clip>
              {groupsOf(entries).map((group) => (
                <ul
                  key={groupOf(group[0])}
                  aria-label={t('Entries')}
                  className={styles.entries}
                  style={{ '--rows': group.length } as CSSProperties}
                >
                  {group.map((entry) => (
                    <EntryRow
                      key={entry.id}
                      venueId={venueId}
                      entry={entry}
                      timeZone={clock?.timeZone ?? 'UTC'}
                      money={money}
                    />
                  ))}
                </ul>
              ))}
            </Card>
            {more.error && <Alert>{t('More entries could not be loaded. Please try again.')}</Alert>}
            {hasMore && (
              <p>
                <Button busy={more.isPending} onClick={() => !more.isPending && more.mutate()}>
                  {t('Show older entries')}
                </Button>
              </p>
            )}
          </>
        )
      }
    </Office>
  );
}

interface FilterProps {
  filter: LedgerFilter;
  onFilter: (filter: LedgerFilter) => void;
}

function NoEntries({ filter, onFilter }: FilterProps) {
  if (Object.keys(queryOf(filter)).length === 0) {
    return <EmptyState title={t('Nothing is booked yet.')} text={t('The first payment makes the first entry.')} />;
  }
  return (
    <EmptyState
      title={t('No entry is like this.')}
      text={t('A payment is found by its whole number, or by the provider’s whole reference.')}
      action={<Button onClick={() => onFilter({ vendor: '', cause: '', payment: '' })}>{t('Show all entries')}</Button>}
    />
  );
}

function Filter({ venueId, filter, onFilter }: FilterProps & { venueId: string }) {
  const stalls = useStalls(venueId).data;
  const [payment, setPayment] = useState(filter.payment);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ ...filter, payment: payment.trim() });
  };
  return (
    <form className={cx(styles.choice, styles.filter)} onSubmit={submit}>
      <Select
        label={t('Stall')}
        className={styles.field}
        value={filter.vendor}
        options={[
          { value: '', label: t('All stalls') },
          ...[...(stalls?.data ?? []), ...(stalls?.archived ?? [])].map(({ id, name }) => ({
            value: String(id),
            label: name,
          })),
        ]}
        onChange={({ target }) => onFilter({ ...filter, vendor: target.value })}
      />
      <Select
        label={t('Cause')}
        className={styles.field}
        value={filter.cause}
        options={[
          { value: '', label: t('All causes') },
          ...CAUSES.map((cause) => ({ value: cause, label: causeName(cause) })),
        ]}
        onChange={({ target }) => onFilter({ ...filter, cause: target.value })}
      />
      <TextInput
        label={t('Payment number or reference')}
        className={styles.field}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={payment}
        onChange={({ target }) => setPayment(target.value)}
      />
      <Button type="submit">{t('Find')}</Button>
    </form>
  );
}
