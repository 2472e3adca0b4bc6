import { useEffect } from 'react';
import { useShell } from 'shared-contracts/events';
import { readVendorDelivery, writeVendorDelivery } from 'shared-contracts/local-keys';
import { type DeliveryChoice, deliveryErrors, initialChoice, offersOnlyCollect } from 'shared-contracts/rules/delivery';
import { destinationAt, scannedAt } from 'shared-contracts/rules/destination';
import type { Order } from 'shared-contracts/types';
import { isDeliverySet } from '../cart/cart.rules';
import { useFocusAfterAct } from '../cart/use-focus-after-act';
import { forAll, isChoiceOpen } from './delivery.rules';
import { DeliveryForm } from './delivery-form';
import { DeliveryView } from './delivery-view';
import type { Deliveries } from './use-deliveries';

export interface DeliveryPanelProps {
  order: Order;
  deliveries: Deliveries;
  /** The other orders of the cart, if one tap may set their delivery too. */
  others?: readonly Order[];
  /** A scanned table that could not be saved for this order. The choice opens with it. */
  unsavedTable?: string | undefined;
  /** Receives whether this order's choice is open, which blocks payment. Must be a stable function. */
  onEditingChange: (orderId: number, isEditing: boolean) => void;
  /** Hides the Change button, for example if the delivery is fixed elsewhere. */
  isChangeHidden?: boolean;
}

/**
 * Shows and edits the delivery of one order. It opens in view mode if the order has a delivery that the vendor offers, otherwise
 * in edit mode. Change opens edit mode, Apply returns to view mode after the save, and Cancel returns with the order's own values.
 */
export function DeliveryPanel({
  order,
  deliveries,
  others = [],
  unsavedTable,
  onEditingChange,
  isChangeHidden = false,
}: DeliveryPanelProps) {
  const offered = order.vendor.delivery_method_types;
  const destination = useShell((state) => destinationAt(state, order.venue?.id));
  const isAtTable = useShell((state) => scannedAt(state, order.venue?.id) !== undefined);
  const { isSaving, failure, isOpen } = deliveries.of(order.id);
  const isSet = isDeliverySet(order);
  const isEditing = isChoiceOpen(order, isOpen, unsavedTable);

  useEffect(() => {
    onEditingChange(order.id, isEditing);
    return () => onEditingChange(order.id, false);
  }, [onEditingChange, order.id, isEditing]);

  const table = isAtTable ? tableFor(order, destination) : undefined;
  const { box, noteActed } = useFocusAfterAct(isEditing || (table ? 'view with a table' : 'view'));
  const turn = (isOpening: boolean) => {
    noteActed();
    deliveries.turn(order.id, isOpening);
  };

  const apply = async (choice: DeliveryChoice, instructions: string, isForAll: boolean) => {
    if (choice.method === '') return;
    noteActed();
    const chosen = {
      delivery_method: choice.method,
      delivery_method_type: choice.type,
      delivery_method_location: choice.method === 'collect' ? '' : choice.location.trim(),
    };
    const taking = isForAll ? forAll(others, choice).taking : [];
    if (isForAll) for (const { id } of [...taking, order]) deliveries.touch(id);
    const orders = [order, ...taking];
    const failures = await deliveries.save(orders, { ...chosen, delivery_method_instructions: instructions });
    // The instructions belong to this order alone, so they are not remembered.
    for (const { id, vendor } of orders) if (!failures.has(id)) writeVendorDelivery(vendor.id, chosen);
  };

  if (!isEditing) {
    const isFixed = isChangeHidden || offersOnlyCollect(offered);
    return (
      <div ref={box} tabIndex={-1}>
        <DeliveryView
          choice={choiceOf(order)}
          instructions={order.delivery_method_instructions}
          onChange={isFixed ? undefined : () => turn(true)}
          table={isFixed ? undefined : table}
          onTakeTable={(choice) => isSaving || void apply(choice, order.delivery_method_instructions, false)}
          failure={failure}
        />
      </div>
    );
  }

  return (
    <div ref={box} tabIndex={-1}>
      <DeliveryForm
        orderId={order.id}
        offered={offered}
        destination={destination}
        isAtTable={isAtTable}
        initial={
          unsavedTable === undefined
            ? initialChoice(offered, startingChoice(order), destination)
            : { method: 'deliver', type: 'table', location: unsavedTable }
        }
        initialInstructions={order.delivery_method_instructions}
        isSettled={isSet}
        isSaving={isSaving}
        problem={problemOf(order)}
        failure={failure}
        others={others}
        onTouch={() => deliveries.touch(order.id)}
        onApply={apply}
        onCancel={() => turn(false)}
      />
    </div>
  );
}

/** Returns the scanned table as a choice if the vendor delivers there and the order goes elsewhere. */
function tableFor(order: Order, location: string): DeliveryChoice | undefined {
  if (!order.vendor.delivery_method_types.includes('table')) return undefined;
  const isThere = order.delivery_method_type === 'table' && order.delivery_method_location === location;
  return isThere ? undefined : { method: 'deliver', type: 'table', location };
}

function choiceOf(order: Order): DeliveryChoice {
  return {
    method: order.delivery_method ?? '',
    type: order.delivery_method_type ?? '',
    location: order.delivery_method_location,
  };
}

/** Returns the order's own choice, else the last choice for this vendor on this device. */
function startingChoice(order: Order): DeliveryChoice {
  if (order.delivery_method) return choiceOf(order);
  const stored = readVendorDelivery(order.vendor.id);
  return {
    method: stored.delivery_method ?? '',
    type: stored.delivery_method_type ?? '',
    location: stored.delivery_method_location ?? '',
  };
}

/** Says why the order's choice is invalid: its vendor does not offer it, or its location is missing. */
function problemOf(order: Order): string | undefined {
  if (!order.delivery_method) return undefined;
  return Object.values(deliveryErrors(order.vendor.delivery_method_types, choiceOf(order))).join(' ') || undefined;
}
