/** Plays Paystack's checkout. The published inline script shows it in a frame, and both exchange the messages that this script defines. */

interface Transaction {
  id: number;
  access_code: string;
  amount: number;
  currency: string;
  email: string;
}

interface ChargeResponse {
  status: 'success' | 'send_pin' | 'send_otp' | 'failed' | 'pending';
  message: string;
  reference?: string;
  transaction?: string;
}

/** The first message identifies the script. From then on only its window and origin get replies. */
let shopOrigin: string | null = null;
let transaction: Transaction | null = null;
let step: 'pin' | 'code' = 'pin';

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const cardForm = element<HTMLFormElement>('card');
const stepForm = element<HTMLFormElement>('step');
const answerField = element<HTMLInputElement>('answer');

function tell(event: string, data: object = {}) {
  window.parent.postMessage({ event, data }, shopOrigin ?? '*');
}

function show(form: HTMLFormElement, error = '') {
  cardForm.hidden = form !== cardForm;
  stepForm.hidden = form !== stepForm;
  element('error').textContent = error;
  form.querySelector('input')?.focus();
}

async function open(accessCode: string) {
  transaction = null;
  // The forms are hidden first, so that their reset cannot remove text that the buyer is typing.
  cardForm.hidden = true;
  stepForm.hidden = true;
  cardForm.reset();
  stepForm.reset();
  const response = await fetch(`/transaction/verify_access_code/${encodeURIComponent(accessCode)}`);
  const body = (await response.json()) as { status: boolean; message: string; data: Transaction };
  if (!body.status) {
    tell('error', { type: 'setup', message: body.message });
    element('error').textContent = body.message;
    return;
  }
  transaction = body.data;
  const { id, amount, currency, email } = transaction;
  element('amount').textContent = `${email}, ${currency} ${(amount / 100).toFixed(2)}`;
  tell('loaded:transaction', { id, accessCode, customer: { email } });
  show(cardForm);
}

async function charge(fields: Record<string, string>) {
  if (!transaction) return;
  setBusy(true);
  try {
    const response = await fetch(`/paystack/charge/${transaction.access_code}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    react((await response.json()) as ChargeResponse);
  } catch {
    element('error').textContent = 'The payment could not be sent. Please try again.';
  } finally {
    setBusy(false);
  }
}

function react({ status, message, reference, transaction: number }: ChargeResponse) {
  switch (status) {
    case 'success':
      tell('success', { status, message, reference, trxref: reference, trans: number, transaction: number });
      break;
    case 'send_pin':
    case 'send_otp':
      step = status === 'send_pin' ? 'pin' : 'code';
      element('question').textContent = message;
      answerField.value = '';
      show(stepForm);
      break;
    case 'pending':
      element('error').textContent = message;
      break;
    default:
      show(cardForm, `${message}. You were not charged. Try another card.`);
  }
}

function setBusy(isBusy: boolean) {
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
}

function fieldOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '');
}

cardForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void charge({ number: fieldOf(cardForm, 'number'), cvv: fieldOf(cardForm, 'cvv') });
});
stepForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void charge({ [step]: fieldOf(stepForm, 'answer').trim() });
});
element('cancel').addEventListener('click', () => tell('cancel'));
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell('cancel');
});

window.addEventListener(
  'message',
  (event: MessageEvent<{ type?: string; params?: { accessCode?: string } } | string>) => {
    if (event.source !== window.parent) return;
    if (typeof event.data === 'string' || event.data?.type !== 'inline:url') return;
    shopOrigin = event.origin;
    const accessCode = event.data.params?.accessCode;
    if (accessCode) void open(accessCode);
  },
);

tell('loaded:checkout');

export {};
