/** Runs the card form inside the shop's frame. It posts its replies as JSON to the one origin that the signed request names. */

interface Step {
  next: 'challenge' | 'done';
  response?: Record<string, string>;
  message?: string;
}

const { token = '', response: responseOrigin = '', dimensions = '', refusal = '' } = document.body.dataset;
const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const form = element<HTMLFormElement>('card');
const challenge = element('challenge');

function show(part: HTMLElement | null) {
  form.hidden = part !== form;
  challenge.hidden = part !== challenge;
  part?.querySelector<HTMLElement>('input, button')?.focus();
}

function tellHeight() {
  if (dimensions === '') return;
  const { offsetHeight, offsetWidth } = document.documentElement;
  const message = { iframe: { height: `${offsetHeight}px`, width: `${offsetWidth}px` } };
  window.parent.postMessage(JSON.stringify(message), dimensions);
}

async function send(path: string, body: object) {
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  element('error').textContent = '';
  try {
    const reply = await fetch(`${path}/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const step = (await reply.json()) as Step;
    if (!reply.ok) element('error').textContent = step.message ?? 'The payment was refused.';
    else if (step.next === 'challenge') show(challenge);
    else finish(step.response ?? {});
  } catch {
    element('error').textContent = 'The payment could not be sent. Please try again.';
  } finally {
    for (const button of document.querySelectorAll('button')) button.disabled = false;
  }
}

function finish(response: Record<string, string>) {
  show(null);
  if (responseOrigin !== '') window.parent.postMessage(JSON.stringify(response), responseOrigin);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send('/global/pay', { number: String(new FormData(form).get('number') ?? '') });
});
for (const button of challenge.querySelectorAll<HTMLButtonElement>('button[data-outcome]')) {
  button.addEventListener('click', () => void send('/global/challenge', { outcome: button.dataset.outcome }));
}

new ResizeObserver(tellHeight).observe(document.body);
if (refusal === '') show(form);
tellHeight();

export {};
