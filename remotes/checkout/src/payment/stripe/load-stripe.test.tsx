import { renderHook, waitFor } from '@testing-library/react';
import { speakEnglish, speakLanguage } from 'shared-contracts/testing';
import fr from '../../locales/fr.json';
import { useLoadedStripe } from './load-stripe';

const calls: unknown[][] = [];
/** The part of Stripe's script that its loader and our form use. */
const Stripe = Object.assign(
  (...args: unknown[]) => {
    calls.push(args);
    return { elements() {}, createToken() {}, createPaymentMethod() {}, confirmCardPayment() {} };
  },
  { version: 'endive' },
);

beforeAll(() => void Object.assign(window, { Stripe }));
afterEach(speakEnglish);
afterAll(() => void Reflect.deleteProperty(window, 'Stripe'));

async function localeFor(key: string): Promise<unknown> {
  const { result } = renderHook(() => useLoadedStripe(key));
  await waitFor(() => expect(result.current.state).toBe('ready'));
  return calls.find(([called]) => called === key)?.[1];
}

test("Stripe's fields follow the device on an English page, since the device also knows the country", async () => {
  expect(await localeFor('pk_live_english')).toEqual({ locale: 'auto' });
});

test("Stripe's fields are in the language of the page if the device has another", async () => {
  speakLanguage('fr', { checkout: fr });
  expect(await localeFor('pk_live_french')).toEqual({ locale: 'fr' });
});
