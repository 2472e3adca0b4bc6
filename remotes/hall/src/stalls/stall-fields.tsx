import type { DeliveryMethodType } from 'shared-contracts/types';
import { ChoiceGroup, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { METHODS } from './stall-form.rules';
import { methodName } from './stall-words';

interface MethodsProps {
  chosen: readonly DeliveryMethodType[];
  error: string | undefined;
  onChange: (chosen: DeliveryMethodType[]) => void;
}

export function DeliveryMethods({ chosen, error, onChange }: MethodsProps) {
  return (
    <ChoiceGroup
      type="checkbox"
      title={t('How guests get their orders')}
      choices={METHODS.map((id) => ({ id, name: methodName(id) }))}
      selected={chosen}
      error={error}
      onChange={onChange}
    />
  );
}

interface AccountProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The account that Paystack pays the stall's share to. */
export function Subaccount({ value, error, onChange }: AccountProps) {
  return (
    <TextInput
      label={t('Subaccount of Paystack')}
      hint={t('Such as ACCT_8f4s1eq7ml6rlzj. The dashboard of Paystack has it.')}
      value={value}
      error={error}
      maxLength={100}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The connected account that Stripe transfers the stall's share to. */
export function StripeAccount({ value, error, onChange }: AccountProps) {
  return (
    <TextInput
      label={t('Connected account at Stripe')}
      hint={t(
        'Such as acct_1Nv0FGQ9RKHgCVdK. Stripe transfers to it after each payment. Empty: the hall pays the stall.',
      )}
      dir="ltr"
      value={value}
      error={error}
      maxLength={105}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
