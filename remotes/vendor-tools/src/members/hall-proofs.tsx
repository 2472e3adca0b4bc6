import { type FormEvent, useId, useState } from 'react';
import { type ApiErrorShape, api, fieldError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { invalidate, useMutation, useResource } from 'shared-contracts/query';
import type { Envelope, VenueProofs } from 'shared-contracts/types';
import { Alert, Button, Card, ChoiceRow, FailedState, Skeleton, SkeletonBlock, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './members.module.css';

interface HallProofsProps {
  venueId: string;
  /** The code of the hall's currency, once it is known. */
  currency: string | undefined;
}

/** What the hall asks of its operators: a second factor, and a proof before large refunds. */
export function HallProofs({ venueId, currency }: HallProofsProps) {
  const path = `/venues/${encodeURIComponent(venueId)}/proofs`;
  const { data, error, isFetching, refetch } = useResource<Envelope<VenueProofs>, VenueProofs>(
    path,
    {},
    { select: ({ data: proofs }) => proofs },
  );
  // An earlier server asks for nothing.
  if (!data && error?.status === 404) return null;
  if (!data && error) {
    return (
      <FailedState
        variant="row"
        title={t('The second factor of this hall could not be loaded')}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <Skeleton label={t('Loading the second factor of this hall…')}>
        <SkeletonBlock width="long" />
        <SkeletonBlock width="half" />
      </Skeleton>
    );
  }
  // Another operator may have changed it.
  return <ProofsForm key={JSON.stringify(data)} path={path} proofs={data} currency={currency} />;
}

function ProofsForm({ path, proofs, currency }: { path: string; proofs: VenueProofs; currency: string | undefined }) {
  const headingId = useId();
  const [isRequired, setIsRequired] = useState(proofs.requires_second_factor);
  const [amount, setAmount] = useState(proofs.refund_proof === null ? '' : String(proofs.refund_proof));
  const save = useMutation<unknown, ApiErrorShape, VenueProofs>({
    mutationFn: (next) => api().put(path, next),
    onSuccess: () => {
      showToast(t('Saved.'), { color: 'success' });
      void invalidate(path);
    },
  });
  const wanted = amount.trim().replace(',', '.');
  const isNumber = wanted === '' || /^\d{1,9}(\.\d{1,3})?$/.test(wanted);
  const [isWrong, setIsWrong] = useState(false);
  const amountError = isWrong ? t('Please type an amount, such as 50.') : fieldError(save.error, 'refund_proof');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    setIsWrong(!isNumber);
    if (!isNumber) return;
    save.mutate({ requires_second_factor: isRequired, refund_proof: wanted === '' ? null : Number(wanted) });
  }

  return (
    <Card as="section" padded aria-labelledby={headingId}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <h2 id={headingId}>{t('Second factor')}</h2>
        <ChoiceRow
          type="checkbox"
          name="requires-second-factor"
          checked={isRequired}
          onChange={setIsRequired}
          note={t('A passkey or an authenticator app. Without one they cannot act in this hall.')}
        >
          {t('Operators need a second factor')}
        </ChoiceRow>
        <TextInput
          label={
            currency ? t('Ask again for refunds above, in {currency}', { currency }) : t('Ask again for refunds above')
          }
          inputMode="decimal"
          autoComplete="off"
          placeholder="100"
          value={amount}
          error={amountError}
          hint={t('An operator with a second factor confirms it again if the last time was over 15 minutes ago.')}
          onChange={({ target }) => {
            setAmount(target.value);
            setIsWrong(false);
            save.reset();
          }}
        />
        <Button variant="primary" type="submit" wide busy={save.isPending}>
          {t('Save')}
        </Button>
        {save.error && !amountError && <Alert>{save.error.message}</Alert>}
      </form>
    </Card>
  );
}
