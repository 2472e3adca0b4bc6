import { useState } from 'react';
import { useParams } from 'shared-contracts/router';
import type { HallTerms } from 'shared-contracts/types';
import { Button, Card, EmptyState, LinkText, Modal } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { peoplePath } from '../office/paths';
import { t } from '../words';
import { moneyFormatter } from './amounts.rules';
import { FeeTermsForm } from './fee-terms-form';
import styles from './money.module.css';
import { MoneyNav } from './money-nav';
import { monthText } from './period.rules';
import { StallTermsForm } from './stall-terms-form';
import { useTerms } from './terms.resource';

/** Shows what each stall pays the hall, and who bears the provider's fees. */
export function Screen() {
  const { venueId = '' } = useParams();
  const terms = useTerms(venueId);
  return (
    <Office section="money" heading={t('Terms')} read={terms} lead={<MoneyNav venueId={venueId} page="terms" />}>
      {(data) => <Terms venueId={venueId} terms={data} />}
    </Office>
  );
}

type Editing = 'fees' | HallTerms['vendors'][number] | null;

function Terms({ venueId, terms }: { venueId: string; terms: HallTerms }) {
  const [editing, setEditing] = useState<Editing>(null);
  const close = () => setEditing(null);
  const { vendors, currency } = terms;
  return (
    <>
      <p className={styles.note}>
        {t('A change counts from then on. A payment keeps the terms of its time.')}{' '}
        <LinkText quiet to={`${peoplePath(venueId)}?kind=money`}>
          {t('Who changed what')}
        </LinkText>
      </p>
      <Card as="section" padded className={styles.section} aria-labelledby="fees">
        <div className={styles.between}>
          <h2 id="fees">{t('Provider’s fees')}</h2>
          <Button size="small" aria-label={t('Edit the provider’s fees')} onClick={() => setEditing('fees')}>
            {t('Edit')}
          </Button>
        </div>
        <p>{terms.fees_borne_by === 'hall' ? t('The hall bears them.') : t('The stalls bear their part of them.')}</p>
        <p className={styles.note}>{estimateText(terms)}</p>
      </Card>
      {vendors.length === 0 ? (
        <EmptyState title={t('This hall has no stall yet.')} />
      ) : (
        <Card as="ul" clip aria-label={t('Terms of the stalls')}>
          {vendors.map((stall) => (
            <li key={stall.vendor.id} className={styles.termsRow}>
              <span className={styles.rowWords}>
                <bdi className={styles.name} translate="no">
                  {stall.vendor.name}
                </bdi>
                <span className={styles.note}>{stallText(stall, terms)}</span>
              </span>
              <Button
                size="small"
                aria-label={t('Edit the terms of {name}', { name: stall.vendor.name })}
                onClick={() => setEditing(stall)}
              >
                {t('Edit')}
              </Button>
            </li>
          ))}
        </Card>
      )}
      <Modal open={editing === 'fees'} onClose={close} title={t('Provider’s fees')}>
        {editing === 'fees' && <FeeTermsForm venueId={venueId} terms={terms} onDone={close} />}
      </Modal>
      <Modal
        open={editing !== null && editing !== 'fees'}
        onClose={close}
        title={editing !== null && editing !== 'fees' ? t('Terms of {name}', { name: editing.vendor.name }) : ''}
      >
        {editing !== null && editing !== 'fees' && (
          <StallTermsForm venueId={venueId} stall={editing} currency={currency} onDone={close} />
        )}
      </Modal>
    </>
  );
}

const estimateText = (terms: HallTerms): string =>
  t('Until the provider tells a fee, {percent} % and {amount} for each payment are booked as an estimate.', {
    percent: terms.fee_percent,
    amount: moneyFormatter(terms)(terms.fee_fixed),
  });

function stallText({ commission_percent, rent, rent_from }: HallTerms['vendors'][number], terms: HallTerms): string {
  const commission = t('{percent} % commission', { percent: commission_percent });
  if (rent === 0 || rent_from === null) return commission;
  const amount = moneyFormatter(terms)(rent);
  return `${commission} · ${t('{amount} rent a month from {month}', { amount, month: monthText(rent_from) })}`;
}
