/** Runs the page inside the payment frame. Card numbers are only in its three fields and go only to the sandbox's origin. */
import {
  type CardEntry,
  type CardProblem,
  digitsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  problemsOf,
  readExpiry,
} from './card-fields';
import {
  type Appearance,
  FORM_LOADED,
  type FormRequest,
  type FromForm,
  type IntentResult,
  intentIdOf,
  type SubmitResult,
  type ToForm,
  type WireError,
  type WireIntent,
} from './messages';
import { parentOrigin } from './parent-origin';

const FIELDS = ['number', 'expiry', 'cvc'] as const;
const FORMATS: Record<keyof CardEntry, (text: string) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: formatCvc,
};

/** Stripe's appearance variables that this form follows. */
const VARIABLES = [
  'colorPrimary',
  'colorBackground',
  'colorText',
  'colorTextSecondary',
  'colorTextPlaceholder',
  'colorDanger',
  'borderRadius',
  'fontFamily',
  'fontSizeBase',
  'spacingUnit',
] as const;

const shopOrigin = parentOrigin();
const inputs = { number: input('number'), expiry: input('expiry'), cvc: input('cvc') };
let port: MessagePort | null = null;
let publishableKey = '';
let lastState = '';

function input(name: keyof CardEntry): HTMLInputElement {
  return document.getElementById(name) as HTMLInputElement;
}

function tell(message: FromForm) {
  port?.postMessage(message);
}

function entry(): CardEntry {
  return { number: inputs.number.value, expiry: inputs.expiry.value, cvc: inputs.cvc.value };
}

function showProblem(field: keyof CardEntry, problem: CardProblem | undefined) {
  const line = document.getElementById(`${field}-error`);
  if (line) line.textContent = problem?.message ?? '';
  inputs[field].setAttribute('aria-invalid', String(problem !== undefined));
}

function reportChange() {
  const values = entry();
  const state = {
    complete: problemsOf(values, new Date()).length === 0,
    empty: FIELDS.every((field) => values[field] === ''),
  };
  const text = JSON.stringify(state);
  if (text === lastState) return;
  lastState = text;
  tell({ kind: 'change', state });
}

/** Formats the field, and keeps the caret behind the typed digit although the spaces around it change. */
function reformat(field: keyof CardEntry) {
  const box = inputs[field];
  const digitsBefore = digitsOf(box.value.slice(0, box.selectionStart ?? box.value.length)).length;
  const isAtEnd = box.selectionStart === box.value.length;
  const formatted = FORMATS[field](box.value);
  if (formatted === box.value) return;
  box.value = formatted;
  if (isAtEnd) return;
  let caret = 0;
  for (let seen = 0; caret < formatted.length && seen < digitsBefore; caret += 1) {
    if (/\d/.test(formatted.charAt(caret))) seen += 1;
  }
  box.setSelectionRange(caret, caret);
}

/** Moves the focus from a complete field to the next one, like Stripe's own form. */
function moveOn(field: keyof CardEntry) {
  const next = FIELDS[FIELDS.indexOf(field) + 1];
  const isComplete = !problemsOf(entry(), new Date()).some((problem) => problem.field === field);
  if (next && isComplete && inputs[next].value === '') inputs[next].focus();
}

function applyAppearance(appearance: Appearance) {
  const root = document.documentElement;
  root.dataset.theme = appearance.theme === 'night' ? 'night' : 'light';
  for (const name of VARIABLES) {
    const value = appearance.variables?.[name];
    if (value) root.style.setProperty(`--${name}`, value);
    else root.style.removeProperty(`--${name}`);
  }
}

function submit(): SubmitResult {
  const problems = problemsOf(entry(), new Date());
  for (const field of FIELDS)
    showProblem(
      field,
      problems.find((problem) => problem.field === field),
    );
  const [first] = problems;
  if (!first) return {};
  inputs[first.field].focus();
  return { error: { type: 'validation_error', code: first.code, message: first.message } };
}

async function call(path: string, form: Record<string, string> | null): Promise<IntentResult> {
  try {
    const response = await fetch(path, form ? { method: 'POST', body: new URLSearchParams(form) } : {});
    const body = (await response.json()) as WireIntent & { error?: WireError };
    return body.error ? { error: body.error } : { paymentIntent: body };
  } catch {
    return { error: { type: 'api_connection_error', message: 'The payment provider cannot be reached.' } };
  }
}

function confirm(clientSecret: string): Promise<IntentResult> {
  const expiry = readExpiry(inputs.expiry.value);
  return call(`/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
    key: publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(inputs.number.value),
    'payment_method_data[card][exp_month]': String(expiry?.month ?? ''),
    'payment_method_data[card][exp_year]': String(expiry?.year ?? ''),
    'payment_method_data[card][cvc]': inputs.cvc.value,
  });
}

function retrieve(clientSecret: string): Promise<IntentResult> {
  const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret });
  return call(`/v1/payment_intents/${intentIdOf(clientSecret)}?${query}`, null);
}

async function perform(request: FormRequest): Promise<IntentResult | SubmitResult> {
  switch (request.action) {
    case 'submit':
      return submit();
    case 'confirm':
      return confirm(request.clientSecret);
    case 'retrieve':
      return retrieve(request.clientSecret);
    case 'focus':
      inputs.number.focus();
      return {};
    case 'clear':
      for (const field of FIELDS) {
        inputs[field].value = '';
        showProblem(field, undefined);
      }
      reportChange();
      return {};
  }
}

for (const field of FIELDS) {
  const box = inputs[field];
  box.addEventListener('input', () => {
    reformat(field);
    showProblem(field, undefined);
    reportChange();
    if (box.selectionStart === box.value.length) moveOn(field);
  });
  box.addEventListener('focus', () => tell({ kind: 'focus' }));
  box.addEventListener('blur', () => {
    if (box.value !== '')
      showProblem(
        field,
        problemsOf(entry(), new Date()).find((problem) => problem.field === field),
      );
    tell({ kind: 'blur' });
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell({ kind: 'escape' });
  });
}

window.addEventListener('message', (event: MessageEvent<ToForm>) => {
  if (event.origin !== shopOrigin || event.source !== window.parent || event.data.kind !== 'connect') return;
  const [given] = event.ports;
  if (!given || port) return;
  port = given;
  publishableKey = event.data.publishableKey;
  applyAppearance(event.data.appearance);
  port.onmessage = async (message: MessageEvent<ToForm>) => {
    if (message.data.kind === 'appearance') applyAppearance(message.data.appearance);
    if (message.data.kind !== 'request') return;
    tell({ kind: 'reply', id: message.data.id, result: await perform(message.data.request) });
  };
  new ResizeObserver(() =>
    tell({ kind: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body);
  tell({ kind: 'ready' });
  reportChange();
});

window.parent.postMessage(FORM_LOADED, shopOrigin);
