/** The number of a customer who asked for text messages. */
import { type ApiErrorShape, api, notAnAnswer } from 'shared-contracts/client';
import { invalidate, useMutation, useResource } from 'shared-contracts/query';
import type { Envelope, Phone } from 'shared-contracts/types';

const PHONE = '/me/phone';

export function usePhone({ enabled }: { enabled: boolean }) {
  return useResource<Envelope<Phone>, Phone>(PHONE, {}, { enabled, select: ({ data }) => data });
}

/** Sends a code to the number. */
export function useNewNumber(onSent: (phone: Phone) => void) {
  return usePhoneChange(async (number) => phoneIn(await api().post(PHONE, { number })), onSent);
}

/** Confirms the number with its code. */
export function usePhoneCode(onConfirmed: (phone: Phone) => void) {
  return usePhoneChange(async (code) => phoneIn(await api().post(`${PHONE}/confirm`, { code })), onConfirmed);
}

function usePhoneChange(mutationFn: (text: string) => Promise<Phone>, onSuccess: (phone: Phone) => void) {
  return useMutation<Phone, ApiErrorShape, string>({
    mutationFn,
    onSuccess: (phone) => {
      void invalidate(PHONE);
      onSuccess(phone);
    },
  });
}

function phoneIn({ data }: Envelope<Phone>): Phone {
  if (typeof data?.is_offered !== 'boolean') throw notAnAnswer();
  return data;
}
