/** Exports the code that only a cart with Stripe needs, as one chunk. */
export { loadStripe } from '@stripe/stripe-js/pure';
export { LoadedForm } from './loaded-form';
