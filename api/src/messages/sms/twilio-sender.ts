/**
 * Sends text messages through Twilio's Messages API. Its form: https://www.twilio.com/docs/messaging/api/message-resource (create a message);
 * the body of an error: https://www.twilio.com/docs/usage/twilios-response (exceptions).
 */
import type { Config, SmsConfig } from 'core/config';
import { z } from 'zod';
import { type AcceptedText, type OutgoingText, SmsError, type SmsSender } from './sms-sender';

const TIMEOUT_MS = 10_000;
/** The codes of network failures that happen before anything is sent, so that a retry sends no second message. */
const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** `num_segments` is a text, and '0' while the service has not chosen a sender yet. */
const createdSchema = z.object({
  sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/i),
  num_segments: z.string().nullish(),
});
/** https://www.twilio.com/docs/iam/api/account: 'active', 'suspended' or 'closed'. */
const accountSchema = z.object({ status: z.string().max(20) });
/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource (read several). */
const numbersSchema = z.object({ incoming_phone_numbers: z.array(z.object({ phone_number: z.string() })) });
const refusedSchema = z.object({ code: z.number().int() });

/** @returns null on a site that sends no text messages */
export const createSmsSender = ({ sms }: Pick<Config, 'sms'>): SmsSender | null => sms && new TwilioSender(sms);

export class TwilioSender implements SmsSender {
  constructor(
    private readonly config: SmsConfig,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async send({ to, text, statusUrl }: OutgoingText): Promise<AcceptedText> {
    const response = await this.call('/Messages.json', {
      method: 'POST',
      body: new URLSearchParams({ To: to, From: this.config.from, Body: text, StatusCallback: statusUrl }),
    });
    if (!response.ok) throw refusalOf(response.status, response.body);
    const created = createdSchema.safeParse(response.body);
    if (!created.success) throw new SmsError('unknown', 'The answer of the service cannot be read');
    return { id: created.data.sid, segments: Number(created.data.num_segments) || null };
  }

  async checkAccount(): Promise<void> {
    const response = await this.call('.json', { method: 'GET' });
    if (!response.ok) throw refusalOf(response.status, response.body);
    const found = accountSchema.safeParse(response.body);
    if (!found.success) throw new SmsError('unknown', 'The answer of the service cannot be read');
    if (found.data.status !== 'active') throw new SmsError('refused', `The account is ${found.data.status}`);
  }

  async ownsNumber(): Promise<boolean | null> {
    const { from } = this.config;
    const query = new URLSearchParams({ PhoneNumber: from });
    const response = await this.call(`/IncomingPhoneNumbers.json?${query}`, { method: 'GET' });
    // A service that only speaks the part for messages has no such address.
    if (response.status === 404) return null;
    if (!response.ok) throw refusalOf(response.status, response.body);
    const found = numbersSchema.safeParse(response.body);
    return found.success ? found.data.incoming_phone_numbers.some((number) => number.phone_number === from) : null;
  }

  /** @param path below the account */
  private async call(path: string, init: RequestInit): Promise<{ ok: boolean; status: number; body: unknown }> {
    const { account, token, url } = this.config;
    try {
      const response = await fetch(`${url}/2010-04-01/Accounts/${encodeURIComponent(account)}${path}`, {
        ...init,
        headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
        redirect: 'error',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      return { ok: response.ok, status: response.status, body: jsonOf(await response.text()) };
    } catch (error) {
      if (NEVER_LEFT.includes(networkCode(error))) throw new SmsError('not-sent', 'The service cannot be reached');
      throw new SmsError('unknown', 'The answer of the service is lost');
    }
  }
}

/** The service's own words contain the number, so only its code is kept. */
function refusalOf(status: number, body: unknown): SmsError {
  const { data } = refusedSchema.safeParse(body);
  const code = data ? String(data.code) : null;
  const message = `The service answered ${status}${code === null ? '' : ` with error ${code}`}`;
  if (status === 429) return new SmsError('not-sent', message, code);
  return new SmsError(status >= 500 ? 'unknown' : 'refused', message, code);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function networkCode(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}
