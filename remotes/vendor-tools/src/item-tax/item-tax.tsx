import { type ReactNode, useId } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { VendorTaxes } from 'shared-contracts/types';
import { Button, Card } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './item-tax.module.css';
import { TaxSelect } from './tax-select';
import { changeItemTax, refreshTaxes, type useVendorTaxes } from './taxes.resource';

type Taxes = ReturnType<typeof useVendorTaxes>;

export interface ItemTaxProps {
  itemId: number;
  vendorId: string;
  taxes: Taxes;
}

/** Chooses the tax of an item. */
export function ItemTax({ itemId, vendorId, taxes }: ItemTaxProps) {
  return (
    <TaxSection taxes={taxes}>{(known) => <TaxField itemId={itemId} vendorId={vendorId} taxes={known} />}</TaxSection>
  );
}

/** Shows the section of the tax. A venue with only one tax has no such section. */
export function TaxSection({ taxes, children }: { taxes: Taxes; children: (taxes: VendorTaxes) => ReactNode }) {
  const id = useId();
  const hasFailed = !taxes.data && taxes.error !== null && taxes.error.status !== 403;
  if (!hasFailed && !taxes.data?.categories.length) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('Tax')}</h2>
      <Card padded className={styles.card}>
        {taxes.data ? (
          children(taxes.data)
        ) : (
          <>
            <p>{t('The taxes could not be loaded. Nothing was changed.')}</p>
            <Button size="small" busy={taxes.isFetching} onClick={() => void taxes.refetch()}>
              {t('Try Again')}
            </Button>
          </>
        )}
      </Card>
    </section>
  );
}

function TaxField({ itemId, vendorId, taxes }: Omit<ItemTaxProps, 'taxes'> & { taxes: VendorTaxes }) {
  const current = taxes.items.find(({ item_id }) => item_id === itemId)?.tax_category_id ?? null;
  const change = useMutation<void, ApiErrorShape, number | null>({
    mutationFn: (to) => changeItemTax({ itemId, from: current, to }),
    onSuccess: () => showToast(t('The tax was changed.'), { color: 'success' }),
    onError: ({ message }) => showToast(message, { color: 'danger' }),
    // The taxes are fetched after a refusal too, since another editor may have changed them.
    onSettled: () => refreshTaxes(vendorId),
  });
  const chosen = change.isPending ? change.variables : current;
  return <TaxSelect taxes={taxes} value={chosen} disabled={change.isPending} onChange={change.mutate} />;
}
