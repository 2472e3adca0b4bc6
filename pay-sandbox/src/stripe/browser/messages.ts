/** The messages between the stand-in script on the shop's page and the sandbox's frames. Card numbers never travel here. */

export interface Appearance {
  theme?: string;
  variables?: Record<string, string>;
}

export interface WireIntent {
  id: string;
  status: string;
  client_secret: string;
  last_payment_error: WireError | null;
  [field: string]: unknown;
}

export interface WireError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  payment_intent?: WireIntent;
}

export interface FieldState {
  complete: boolean;
  empty: boolean;
}

export type IntentResult = { paymentIntent: WireIntent } | { error: WireError };
export type SubmitResult = { error?: WireError };

export type FormRequest =
  | { action: 'submit' }
  | { action: 'confirm'; clientSecret: string }
  | { action: 'retrieve'; clientSecret: string }
  | { action: 'focus' }
  | { action: 'clear' };

/**
 * The messages from the page to the payment form. `connect` is posted to the window and carries the port. All others go through the port.
 */
export type ToForm =
  | { kind: 'connect'; publishableKey: string; appearance: Appearance }
  | { kind: 'appearance'; appearance: Appearance }
  | { kind: 'request'; id: number; request: FormRequest };

/** The messages from the payment form to the page, through the port. */
export type FromForm =
  | { kind: 'ready' }
  | { kind: 'height'; height: number }
  | { kind: 'change'; state: FieldState }
  | { kind: 'focus' }
  | { kind: 'blur' }
  | { kind: 'escape' }
  | { kind: 'reply'; id: number; result: IntentResult | SubmitResult };

/** The form's window posts this before it has a port. */
export const FORM_LOADED = 'pay-sandbox:form-loaded';

/** The message of the wallet's button. */
export const WALLET_PRESSED = 'pay-sandbox:wallet-pressed';

/** The payment that the wallet's sheet shows. `amount` is in the currency's smallest unit. */
export interface WalletDetails {
  kind: 'wallet';
  amount: number;
  currency: string;
}

export interface ChallengeDetails {
  kind: 'challenge';
  publishableKey: string;
  paymentIntentId: string;
  clientSecret: string;
}

/** Returns `pi_123` for `pi_123_secret_456`. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
