import { useId } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { VendorTaxes } from 'shared-contracts/types';
import { Button, Card, Select } from 'shared-contracts/ui';
import styles from './item-tax.module.css';
import { changeItemTax, refreshTaxes, type useVendorTaxes } from './taxes.resource';

export interface ItemTaxProps {
  itemId: number;
  vendorId: string;
  taxes: ReturnType<typeof useVendorTaxes>;
}

/** Which tax an item has. Nothing where the venue has one alone, or the API is of an earlier version. */
export function ItemTax({ itemId, vendorId, taxes }: ItemTaxProps) {
  const id = useId();
  const hasFailed = !taxes.data && taxes.error !== null && ![403, 404].includes(taxes.error.status);
  if (!hasFailed && !taxes.data?.categories.length) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Tax</h2>
      <Card padded className={styles.card}>
        {taxes.data ? (
          <TaxField itemId={itemId} vendorId={vendorId} taxes={taxes.data} />
        ) : (
          <>
            <p>The taxes could not be loaded. Nothing was changed.</p>
            <Button size="small" busy={taxes.isFetching} onClick={() => void taxes.refetch()}>
              Try Again
            </Button>
          </>
        )}
      </Card>
    </section>
  );
}

/** The value of the venue's own tax. */
const OWN = '';

function TaxField({ itemId, vendorId, taxes }: Omit<ItemTaxProps, 'taxes'> & { taxes: VendorTaxes }) {
  const { tax, categories, items } = taxes;
  const current = items.find(({ item_id }) => item_id === itemId)?.tax_category_id ?? null;
  const change = useMutation<void, ApiErrorShape, number | null>({
    mutationFn: (to) => changeItemTax({ itemId, from: current, to }),
    onSuccess: () => showToast('The tax was changed.', { color: 'success' }),
    onError: ({ message }) => showToast(message, { color: 'danger' }),
    // Also after a refusal: another editor may have changed it.
    onSettled: () => refreshTaxes(vendorId),
  });
  const chosen = change.isPending ? change.variables : current;
  return (
    <Select
      label="Tax of this item"
      hint="A change holds for what guests add from now on."
      value={chosen === null ? OWN : String(chosen)}
      disabled={change.isPending}
      options={[
        { value: OWN, label: `${tax.name} ${tax.rate} %, as of the venue` },
        ...categories.map(({ id, name, rate }) => ({ value: String(id), label: `${name} ${rate} %` })),
      ]}
      onChange={({ target: { value } }) => change.mutate(value === OWN ? null : Number(value))}
    />
  );
}
