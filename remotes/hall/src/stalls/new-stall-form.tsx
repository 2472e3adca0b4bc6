import { type FormEvent, useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useNavigate } from 'shared-contracts/router';
import type { HallStalls } from 'shared-contracts/types';
import { Button, TextInput } from 'shared-contracts/ui';
import { firstErrors, showFailure } from '../office/failures';
import { stallPath, stallsPath } from '../office/paths';
import { t } from '../words';
import { DeliveryMethods, Subaccount } from './stall-fields';
import { type StallErrors, stallErrors } from './stall-form.rules';
import styles from './stalls.module.css';
import { createStall } from './stalls.resource';

/** Creates a stall with a name and its delivery methods. Its page then leads to its first item. */
export function NewStallForm({ venueId, stalls }: { venueId: string; stalls: HallStalls }) {
  const isPaystack = stalls.payment_provider === 'Paystack';
  const [form, setForm] = useState({
    name: '',
    delivery_method_types: stalls.delivery_method_types,
    subaccount_code: '',
  });
  const [errors, setErrors] = useState<StallErrors>({});
  const navigate = useNavigate();
  const create = useMutation<number, ApiErrorShape>({
    mutationFn: () => {
      const { subaccount_code, ...fields } = form;
      return createStall(venueId, { ...fields, ...(isPaystack && { subaccount_code: subaccount_code.trim() }) });
    },
    onSuccess: (id) => {
      showToast(t('{name} is created. It takes no orders yet.', { name: form.name.trim() }), { color: 'success' });
      navigate(stallPath(venueId, id), { replace: true });
    },
    onError: (error) => {
      if (isApiError(error) && error.status === 422) setErrors(firstErrors(error));
      else showFailure(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = stallErrors(form, stalls.payment_provider);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0 && !create.isPending) create.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('Name')}
        value={form.name}
        error={errors.name}
        maxLength={200}
        onChange={({ target }) => setForm({ ...form, name: target.value })}
      />
      <DeliveryMethods
        chosen={form.delivery_method_types}
        error={errors.delivery_method_types}
        onChange={(delivery_method_types) => setForm({ ...form, delivery_method_types })}
      />
      {isPaystack && (
        <Subaccount
          value={form.subaccount_code}
          error={errors.subaccount_code}
          onChange={(subaccount_code) => setForm({ ...form, subaccount_code })}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t('Create the stall')}
        </Button>
        <Button to={stallsPath(venueId)}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
