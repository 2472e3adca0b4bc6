import { type FormEvent, useState } from 'react';
import {
  chooseType,
  type DeliverType,
  type DeliveryChoice,
  deliverTypesOf,
  deliveryErrors,
  initialChoice,
  locationHint,
  offersCollect,
  withMethod,
} from 'shared-contracts/rules/delivery';
import type { DeliveryMethod, DeliveryMethodType, Order } from 'shared-contracts/types';
import { Alert, Button, cx, Select, TextArea, TextInput } from 'shared-contracts/ui';
import { listOf } from '../cart/cart.rules';
import { t } from '../words';
import styles from './delivery.module.css';
import { type ForAll, forAll } from './delivery.rules';
import { type DeliveryDraft, keepDeliveryDraft, readDeliveryDraft } from './delivery-draft';

function typeName(type: DeliverType): string {
  switch (type) {
    case 'table':
      return t('Table');
    case 'room':
      return t('Room');
    case 'address':
      return t('Address');
  }
}

/** The label and the placeholder of the location field. */
function locationTexts(type: DeliveryChoice['type']) {
  switch (type) {
    case 'table':
      return { label: t('Table number'), placeholder: t('The number on your table') };
    case 'room':
      return { label: t('Room number'), placeholder: t('The number on your door') };
    case 'address':
      return { label: t('Address'), placeholder: t('Street, number and town') };
    default:
      return { label: t('Location'), placeholder: t('Table, room or address') };
  }
}

export interface DeliveryFormProps {
  orderId: number;
  offered: readonly DeliveryMethodType[];
  destination: string;
  /** True if the destination is a scanned table and not an address. */
  isAtTable: boolean;
  initial: DeliveryChoice;
  initialInstructions: string;
  /** True if the order has a valid delivery, which Cancel restores. */
  isSettled: boolean;
  isSaving: boolean;
  /** Says what is wrong with the order's own choice. */
  problem: string | undefined;
  /** Why the last Apply was not saved. It is removed at the next attempt. */
  failure: string | undefined;
  /** The other orders of the cart, if one tap may set their delivery too. */
  others: readonly Order[];
  onTouch: () => void;
  onApply: (choice: DeliveryChoice, instructions: string, isForAll: boolean) => void;
  onCancel: () => void;
}

/**
 * Shows the open choice. Apply is disabled while anything is missing or being saved. Cancel restores the order's own values, and is
 * disabled if nothing was changed and the order has no delivery.
 */
export function DeliveryForm({
  orderId,
  offered,
  destination,
  isAtTable,
  initial,
  initialInstructions,
  isSettled,
  isSaving,
  problem,
  failure,
  others,
  onTouch,
  onApply,
  onCancel,
}: DeliveryFormProps) {
  const [{ choice, instructions }, setTyped] = useState<DeliveryDraft>(() => {
    const draft = readDeliveryDraft(orderId);
    if (!draft) return { choice: initial, instructions: initialInstructions };
    return { ...draft, choice: initialChoice(offered, draft.choice, destination) };
  });
  const type = (change: Partial<DeliveryDraft>) => {
    const typed = { choice, instructions, ...change };
    setTyped(typed);
    keepDeliveryDraft(orderId, typed);
  };
  const errors = deliveryErrors(offered, choice);
  const deliverTypes = deliverTypesOf(offered);
  const isDelivery = choice.method === 'deliver';
  const canCancel = isSettled || !isSame(choice, initial) || instructions !== initialInstructions;

  const isIncomplete = Object.keys(errors).length > 0;
  const all = forAll(others, choice);
  // An order to collect needs none of the values that were typed for a delivery.
  const apply = (isForAll: boolean) => onApply(choice, isDelivery ? instructions.trim() : '', isForAll);

  const chooseDeliverType = (deliverType: DeliverType) =>
    type({ choice: chooseType(choice, deliverType, isAtTable && deliverType === 'address' ? '' : destination) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(false);
  };
  const cancel = () => {
    setTyped({ choice: initial, instructions: initialInstructions });
    keepDeliveryDraft(orderId, undefined);
    onCancel();
  };

  return (
    <form className={styles.form} onSubmit={submit} onChange={onTouch} noValidate>
      {problem && <Alert className={styles.whole}>{problem}</Alert>}
      <Select
        label={t('Collect / Deliver')}
        placeholder={t('Choose one')}
        value={choice.method}
        options={[
          ...(offersCollect(offered) ? [{ value: 'collect', label: t('Collect') }] : []),
          ...(deliverTypes.length > 0 ? [{ value: 'deliver', label: t('Deliver') }] : []),
        ]}
        onChange={({ target }) => type({ choice: withMethod(choice, target.value as DeliveryMethod) })}
      />
      {isDelivery && (
        <Select
          label={t('Deliver to')}
          placeholder={t('Choose one')}
          value={choice.type === 'collect' ? '' : choice.type}
          error={errors.delivery_method_type}
          options={deliverTypes.map((type) => ({ value: type, label: typeName(type) }))}
          onChange={({ target }) => chooseDeliverType(target.value as DeliverType)}
        />
      )}
      {isDelivery && (
        <>
          <TextInput
            {...locationTexts(choice.type)}
            name={`location-${orderId}`}
            autoComplete="off"
            maxLength={200}
            value={choice.location}
            error={locationHint(choice)}
            onChange={({ target }) => type({ choice: { ...choice, location: target.value } })}
          />
          <TextArea
            className={styles.instructionsField}
            label={t('Instructions')}
            placeholder={t('Anything that helps us find you')}
            rows={3}
            maxLength={500}
            value={instructions}
            onChange={({ target }) => type({ instructions: target.value })}
          />
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={isIncomplete} busy={isSaving}>
          {t('Apply')}
        </Button>
        {/* The button must not be `disabled`, because the button that was just pressed keeps the focus. */}
        <Button variant="plain" onClick={cancel} disabled={isSaving} aria-disabled={!canCancel || undefined}>
          {t('Cancel')}
        </Button>
        {/* This is shown from the start, so that nothing moves when the choice is complete. */}
        {all.isOffered && (
          <Button
            className={styles.whole}
            aria-describedby={`alike-${orderId}`}
            onClick={() => apply(true)}
            disabled={isIncomplete || all.taking.length === 0 || isSaving}
          >
            {t('Apply to all')}
          </Button>
        )}
      </div>
      {all.isOffered && (
        <p id={`alike-${orderId}`} className={cx(styles.alike, styles.whole)}>
          {isIncomplete ? t('One choice can be for {vendors} too.', { vendors: namesOf(others) }) : alikeText(all)}
        </p>
      )}
      {failure && <Alert className={styles.whole}>{failure}</Alert>}
    </form>
  );
}

function isSame(one: DeliveryChoice, other: DeliveryChoice): boolean {
  return one.method === other.method && one.type === other.type && one.location === other.location;
}

const namesOf = (orders: readonly Order[]) => listOf(orders.map(({ vendor }) => vendor.name));

/** Names the vendors that one tap chooses for, and those that offer something else. */
function alikeText({ taking, refusing }: ForAll): string {
  const offered = taking.length > 0 && t('Also for {vendors}.', { vendors: namesOf(taking) });
  return [offered, refusing.length > 0 && refusedText(refusing)].filter(Boolean).join(' ');
}

const refusedText = (refusing: readonly Order[]) =>
  refusing.length === 1
    ? t('{vendor} does not offer that.', { vendor: namesOf(refusing) })
    : t('{vendors} do not offer that.', { vendors: namesOf(refusing) });
