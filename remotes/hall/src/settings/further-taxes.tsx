import { useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { AlertDialog, Button, Card, FailedState, Modal, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { t } from '../words';
import { FurtherTaxForm } from './further-tax-form';
import styles from './settings.module.css';
import { type FurtherTax, type FurtherTaxList, removeTax, useFurtherTaxes } from './taxes.resource';

/** The taxes that single items may have in place of the hall's own, such as that on alcohol. */
export function FurtherTaxes({ venueId }: { venueId: string }) {
  const taxes = useFurtherTaxes(venueId);
  return (
    <section className={styles.section} aria-labelledby="further">
      <h2 id="further">{t('Other tax rates')}</h2>
      <p className={styles.note}>
        {t('For items with another tax, such as alcohol. The owners of the stalls give them to their items.')}
      </p>
      {taxes.data && <Taxes venueId={venueId} list={taxes.data} />}
      {!taxes.data && taxes.isPending && (
        <Skeleton label={t('Loading…')}>
          <SkeletonBlock className={styles.block} />
        </Skeleton>
      )}
      {!taxes.data && !taxes.isPending && (
        <FailedState
          variant="row"
          title={t('The tax rates could not be loaded.')}
          error={taxes.error}
          busy={taxes.isFetching}
          onRetry={() => void taxes.refetch()}
        />
      )}
    </section>
  );
}

function Taxes({ venueId, list }: { venueId: string; list: FurtherTaxList }) {
  const [editing, setEditing] = useState<FurtherTax | 'new' | null>(null);
  const close = () => setEditing(null);
  return (
    <>
      {list.data.length > 0 && (
        <Card as="ul" clip aria-labelledby="further">
          {list.data.map((tax) => (
            <Tax key={tax.slug} venueId={venueId} tax={tax} version={list.version} onEdit={() => setEditing(tax)} />
          ))}
        </Card>
      )}
      <div>
        <Button onClick={() => setEditing('new')}>{t('Add a tax rate')}</Button>
      </div>
      <Modal
        open={editing !== null}
        onClose={close}
        title={editing === null || editing === 'new' ? t('New tax rate') : t('Edit {name}', { name: editing.name })}
      >
        {editing !== null && (
          <FurtherTaxForm venueId={venueId} list={list} tax={editing === 'new' ? null : editing} onDone={close} />
        )}
      </Modal>
    </>
  );
}

interface TaxProps {
  venueId: string;
  tax: FurtherTax;
  version: string;
  onEdit: () => void;
}

function Tax({ venueId, tax: { slug, name, rate }, version, onEdit }: TaxProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeTax(venueId, slug, version),
    onSuccess: () => showToast(t('{name} is removed.', { name }), { color: 'success' }),
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi translate="no">{name}</bdi>
        </span>
        <span className={styles.note}>{t('{rate} %', { rate })}</span>
      </span>
      <span className={styles.actions}>
        <Button size="small" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
          {t('Edit')}
        </Button>
        <Button size="small" aria-label={t('Remove {name}', { name })} onClick={() => setIsAsking(true)}>
          {t('Remove')}
        </Button>
      </span>
      <AlertDialog
        open={isAsking}
        title={t('Remove {name}?', { name })}
        okLabel={t('Remove')}
        closeLabel={t('Cancel')}
        isDanger
        busy={remove.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => remove.mutate()}
      >
        {t('Only a tax that no item has any more can be removed.')}
      </AlertDialog>
    </li>
  );
}
