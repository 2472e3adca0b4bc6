/** The interface of a payment provider in checkout. All providers share the opening, the waiting, the look-up and the notices. */
import type { ComponentType, ReactNode } from 'react';
import type { Cart } from 'shared-contracts/types';
import type { ShownCart } from '../cart/latest-cart.rules';

export interface PaymentProvider {
  /** The call that asks our server for the outcome of a payment: `POST /carts/{id}/{finish}`. */
  finish: 'pay-with-stripe' | 'pay-with-paystack' | 'pay-with-global';
  /** The parameter that names the payment in the address when a bank's own page sends the customer back. */
  returnParameter?: string;
  /**
   * Opens a payment for the cart that the customer sees, and brings what the provider needs in the browser.
   * @param key the venue's publishable key
   * @throws ApiError if the server refuses, Error if the provider's script cannot be loaded
   */
  start(cart: Cart, key: string): Promise<OpenPayment>;
  /** A form that opens with the cart, before a payment does. Without it the form opens by the tap on Pay. */
  FormInCart?: ComponentType<FormInCartProps>;
}

export interface OpenPayment {
  /** The provider's name for this payment. */
  reference: string;
  /** The secret with which a form in the cart confirms this payment. */
  secret?: string;
  /** Renders the provider's form, or the page behind its open window. Left out if the form is in the cart. */
  form?(events: PaymentEvents): ReactNode;
}

export interface FormInCartProps {
  cart: ShownCart;
  publishableKey: string;
  /** The amount that is charged, as text. */
  price: string;
  /** A payment is being opened or sent. */
  isBusy: boolean;
  /** The notice to the customer, below the fields. */
  notice: ReactNode;
  /**
   * Opens the payment.
   * @param check runs before anything is opened, such as the validation of the fields; false cancels the payment
   * @returns undefined if no payment was opened; the page shows the reason
   */
  onPay(check: () => Promise<boolean>): Promise<OpenPayment | undefined>;
  /** The payment was sent, or may have been sent. */
  onSent(payment: OpenPayment): void;
  /**
   * It is certain that nothing was charged, and the form stays open for another try.
   * @returns false if the payment was given up meanwhile and the page shows the reason
   */
  onDeclined(payment: OpenPayment): boolean;
  /** The form left the page and closed the wallet's sheet that was open over it. */
  onTakenAway(): void;
}

/** The reports of a form. None of them is proof: the server asks the provider itself. */
export interface PaymentEvents {
  /** The amount that is charged, as text. */
  price: string;
  /**
   * Something was sent, or may have been sent.
   * @param response the unchanged reply of the provider's page, if it is signed
   */
  onSent(response?: string): void;
  /** The customer closed the provider's window. */
  onCancel(): void;
  /** The provider could not even show its form; nothing was sent. */
  onBroken(error: unknown): void;
  /** The customer cannot cancel while the form is busy. */
  onBusyChange(isBusy: boolean): void;
}
