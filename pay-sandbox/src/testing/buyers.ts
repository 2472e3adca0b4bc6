/** Plays a buyer's browser at each provider, with the data that the shop handed to it. */

/** Takes one step in Paystack's window. @returns 'success', 'failed', 'send_pin', 'send_otp' or 'pending' */
export async function payAtPaystack(
  url: string,
  accessCode: string,
  fields: { number?: string; cvv?: string; pin?: string; code?: string },
): Promise<string> {
  const { status } = await postJson(`${url}/paystack/charge/${accessCode}`, fields);
  return String(status);
}

/**
 * Opens Global's hosted page with the signed request, and enters a card.
 * @param outcome the outcome of the bank's challenge, for a card that has one
 * @returns the unchanged message that the page posts to the shop
 */
export async function payAtGlobal(
  url: string,
  request: string,
  number: string,
  outcome: 'complete' | 'fail' = 'complete',
): Promise<string> {
  const opened = await fetch(`${url}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ ...(JSON.parse(request) as Record<string, string>), HPP_POST_RESPONSE: url }),
  });
  const token = /data-token="([^"]+)"/.exec(await opened.text())?.[1] ?? '';
  const paid = await postJson(`${url}/global/pay/${token}`, { number });
  const step = paid.next === 'challenge' ? await postJson(`${url}/global/challenge/${token}`, { outcome }) : paid;
  return JSON.stringify(step.response);
}

async function postJson(url: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}
