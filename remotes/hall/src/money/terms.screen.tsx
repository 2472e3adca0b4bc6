import { useState } from 'react';
import { useParams } from 'shared-contracts/router';
import type { HallTerms } from 'shared-contracts/types';
import { Button, Card, EmptyState, LinkText, Modal } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { peoplePath } from '../office/paths';
import { t } from '../words';
import { FeeTermsForm } from './fee-terms-form';
import styles from './money.module.css';
import { MoneyNav } from './money-nav';
import { StallTermsForm } from './stall-terms-form';
import { useTerms } from './terms.resource';
import { bearerText, estimateText, stallText } from './terms-words';

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

/** The id of the stall whose terms are edited, or 'fees'. */
type Editing = 'fees' | number | null;

function Terms({ venueId, terms }: { venueId: string; terms: HallTerms }) {
  const [editing, setEditing] = useState<Editing>(null);
  const close = () => setEditing(null);
  const { vendors } = terms;
  const edited = vendors.find(({ vendor }) => vendor.id === editing);
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
        <p>{bearerText(terms)}</p>
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
                onClick={() => setEditing(stall.vendor.id)}
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
        open={edited !== undefined}
        onClose={close}
        title={edited ? t('Terms of {name}', { name: edited.vendor.name }) : ''}
      >
        {edited && <StallTermsForm venueId={venueId} stall={edited} terms={terms} onDone={close} />}
      </Modal>
    </>
  );
}
