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
  return usePhoneChange((number: string) => post(PHONE, { number }), onSent);
}

/** Confirms the number with its code. */
export function usePhoneCode(onConfirmed: (phone: Phone) => void) {
  return usePhoneChange((code: string) => post(`${PHONE}/confirm`, { code }), onConfirmed);
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

async function post(path: string, body: object): Promise<Phone> {
  const { data } = await api().post<Envelope<Phone>>(path, body);
  if (typeof data?.is_offered !== 'boolean') throw notAnAnswer();
  return data;
}
