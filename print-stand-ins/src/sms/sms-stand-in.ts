/**
 * A service that takes text messages as Twilio does, and sends none. By the published pages: the Messages resource
 * (https://www.twilio.com/docs/messaging/api/message-resource), the status callbacks
 * (https://www.twilio.com/docs/messaging/guides/track-outbound-message-status), their signature
 * (https://www.twilio.com/docs/usage/security#validating-requests) and the account (https://www.twilio.com/docs/iam/api/account).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TakenText {
  sid: string;
  to: string;
  from: string;
  body: string;
  statusCallback: string | null;
}

/**
 * `lost`: it takes the message, and the connection breaks before the answer. `silent`: it takes the message and never answers. `closed`: it takes
 * nothing, and says that its sender has not been given to this region.
 */
type Fault = 'busy' | 'broken' | 'lost' | 'silent' | 'closed';

interface StandInOptions {
  account?: string;
  token?: string;
  /** The number that messages come from. */
  from?: string;
}

interface Answer {
  status: number;
  body: object;
}

const INVALID_NUMBER = /[^+\d]|^\+?0|^.{0,7}$/;

export class SmsStandIn {
  readonly account: string;
  readonly token: string;
  readonly from: string;
  /** What was taken, in this order. */
  readonly taken: TakenText[] = [];
  /** False for a service that speaks the part for messages alone. */
  tellsNumbers = true;
  accountStatus: 'active' | 'suspended' | 'closed' = 'active';
  /** The faults of the next requests. */
  readonly faults: Fault[] = [];
  readonly #stopped = new Set<string>();
  readonly #server: Server;

  private constructor({ account, token, from }: StandInOptions) {
    this.account = account ?? `AC${'0'.repeat(32)}`;
    this.token = token ?? 'stand-in-token';
    this.from = from ?? '+447700900000';
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(options: StandInOptions = {}): Promise<SmsStandIn> {
    const standIn = new SmsStandIn(options);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings with which a site uses it. */
  get settings() {
    return { SMS_URL: this.url, SMS_ACCOUNT: this.account, SMS_TOKEN: this.token, SMS_FROM: this.from };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The texts that a number got. */
  textsTo(number: string): string[] {
    return this.taken.filter(({ to }) => to === number).map(({ body }) => body);
  }

  /** The form and the signature of a report. */
  report({ sid, to, from }: TakenText, url: string, status: string, errorCode?: number) {
    return this.signed(url, {
      AccountSid: this.account,
      From: from,
      MessageSid: sid,
      MessageStatus: status,
      SmsSid: sid,
      SmsStatus: status,
      To: to,
      ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
    });
  }

  /** The form and the signature of a reply. The service itself obeys STOP and START, too. */
  reply(from: string, body: string, url: string) {
    const word = body.trim().toUpperCase();
    if (word === 'STOP') this.#stopped.add(from);
    if (word === 'START') this.#stopped.delete(from);
    const sid = newSid();
    return this.signed(url, {
      AccountSid: this.account,
      Body: body,
      From: from,
      MessageSid: sid,
      NumMedia: '0',
      NumSegments: '1',
      SmsSid: sid,
      To: this.from,
    });
  }

  /** Signs a form for an address, as the service does. */
  signed(url: string, fields: Record<string, string>) {
    const text = Object.keys(fields)
      .sort()
      .reduce((all, name) => all + name + fields[name], url);
    return {
      url,
      body: String(new URLSearchParams(fields)),
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': createHmac('sha1', this.token).update(text, 'utf8').digest('base64'),
      },
    };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    const fault = this.faults.shift();
    if (fault === 'busy') return answer(response, refusal(429, 20429, 'Too Many Requests'));
    if (fault === 'broken') return answer(response, { status: 503, body: {} });
    if (fault === 'closed')
      return answer(response, refusal(400, 21408, 'Permission to send an SMS has not been enabled'));
    const result = this.#respond(request, form);
    if (fault === 'lost') return void response.destroy();
    if (fault === 'silent') return;
    answer(response, result);
  }

  #respond({ method, url, headers }: IncomingMessage, form: URLSearchParams): Answer {
    const key = `Basic ${Buffer.from(`${this.account}:${this.token}`).toString('base64')}`;
    if (headers.authorization !== key) return refusal(401, 20003, 'Authenticate');
    if (method === 'GET' && url === `/2010-04-01/Accounts/${this.account}.json`) {
      return {
        status: 200,
        body: { sid: this.account, friendly_name: 'Hall', status: this.accountStatus, type: 'Full' },
      };
    }
    const numbers = `/2010-04-01/Accounts/${this.account}/IncomingPhoneNumbers.json?PhoneNumber=`;
    if (this.tellsNumbers && method === 'GET' && url?.startsWith(numbers)) {
      const asked = decodeURIComponent(url.slice(numbers.length));
      return { status: 200, body: { incoming_phone_numbers: asked === this.from ? [{ phone_number: asked }] : [] } };
    }
    if (method !== 'POST' || url !== `/2010-04-01/Accounts/${this.account}/Messages.json`) {
      return refusal(404, 20404, 'The requested resource was not found');
    }
    const to = form.get('To') ?? '';
    const body = form.get('Body') ?? '';
    if (INVALID_NUMBER.test(to)) return refusal(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    if (form.get('From') !== this.from) return refusal(400, 21659, `The 'From' number is not yours.`);
    if (body === '') return refusal(400, 21602, 'Message body is required.');
    if (this.#stopped.has(to)) return refusal(400, 21610, 'Attempt to send to unsubscribed recipient');
    const text: TakenText = { sid: newSid(), to, from: this.from, body, statusCallback: form.get('StatusCallback') };
    this.taken.push(text);
    return { status: 201, body: this.#resource(text) };
  }

  #resource({ sid, to, from, body }: TakenText) {
    const now = new Date().toUTCString();
    return {
      account_sid: this.account,
      api_version: '2010-04-01',
      body,
      date_created: now,
      date_sent: null,
      date_updated: now,
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from,
      messaging_service_sid: null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: 'USD',
      sid,
      status: 'queued',
      to,
      uri: `/2010-04-01/Accounts/${this.account}/Messages/${sid}.json`,
    };
  }
}

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

function answer(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
