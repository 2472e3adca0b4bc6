/** A site that sends its text messages to a stand-in. */
import { SmsStandIn } from 'print-stand-ins/sms';
import { Market } from '../../ordering/carts/market.testing';
import type { TestUser } from '../../testing/stored';
import { buildTestApp, type TestApp, type TestAppOptions } from '../../testing/test-app';

const SITE = 'https://hall.example';
export const NUMBER = '+447700900123';

interface SmsHallOptions {
  /** Further settings. */
  environment?: Record<string, string>;
  overrides?: TestAppOptions['overrides'];
}

export class SmsHall {
  readonly market = new Market(() => this.api);

  private constructor(
    readonly api: TestApp,
    readonly service: SmsStandIn,
  ) {}

  static async open({ environment = {}, overrides = {} }: SmsHallOptions = {}): Promise<SmsHall> {
    const service = await SmsStandIn.start();
    const api = await buildTestApp({ environment: { SITE_URL: SITE, ...service.settings, ...environment }, overrides });
    return new SmsHall(api, service);
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.service.stop();
  }

  ask(user: TestUser, number: string = NUMBER) {
    return this.market.call('POST', '/me/phone', user, { number });
  }

  confirm(user: TestUser, code: string) {
    return this.market.call('POST', '/me/phone/confirm', user, { code });
  }

  phone(user: TestUser) {
    return this.market.call('GET', '/me/phone', user);
  }

  /** The code that a number got last. */
  lastCode(number: string = NUMBER): string {
    return /\d{6}/.exec(this.service.textsTo(number).at(-1) ?? '')?.[0] ?? '';
  }

  /** Gives a person a confirmed number. */
  async confirmed(user: TestUser, number: string = NUMBER): Promise<void> {
    await this.ask(user, number);
    const { statusCode, body } = await this.confirm(user, this.lastCode(number));
    if (statusCode !== 200) throw new Error(body);
    this.service.taken.length = 0;
  }

  /** Hands a form of the service to the site. */
  async callBack({ url, body, headers }: ReturnType<SmsStandIn['signed']>, changes: Record<string, string> = {}) {
    const { statusCode } = await this.api.app.inject({
      method: 'POST',
      url: url.replace(SITE, ''),
      payload: body,
      headers: { ...headers, ...changes },
    });
    return statusCode;
  }

  reply(body: string, from: string = NUMBER) {
    return this.service.reply(from, body, `${SITE}/api/v1/sms/inbound`);
  }
}
