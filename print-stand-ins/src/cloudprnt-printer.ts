/** A printer that speaks Star CloudPRNT, version HTTP, by the Star CloudPRNT Protocol Guide 2.4. */
import { type HttpAnswer, Poller } from './poller';

interface Confirmation {
  token: string | null;
  code: string;
  /** The polls to wait before it. */
  wait: number;
  retries: number;
}

export interface CloudPrntOptions {
  mac?: string;
  /** The media types that the printer knows, the preferred first. */
  mediaTypes?: readonly string[];
}

export class CloudPrntPrinter extends Poller {
  /** The code with which the next ticket fails after it was fetched, such as '511 Media decoding error'. */
  nextFailure: string | null = null;

  readonly #mac: string;
  readonly #mediaTypes: readonly string[];
  #confirmation: Confirmation | null = null;

  constructor(url: string, options: CloudPrntOptions = {}) {
    super(url);
    this.#mac = options.mac ?? '00:11:62:00:00:01';
    this.#mediaTypes = options.mediaTypes ?? ['application/vnd.star.starprnt', 'application/vnd.star.line'];
  }

  async poll(): Promise<void> {
    if (this.#confirmation && this.#confirmation.wait === 0) {
      await this.#confirm(this.#confirmation);
      return;
    }
    const isPrinting = this.#confirmation !== null;
    const answer = await this.#postStatus(isPrinting);
    if (this.#confirmation) {
      this.#confirmation.wait -= 1;
      return;
    }
    const offer = readOffer(answer);
    // A printer that is offline fetches nothing ('JSON Response').
    if (!offer || !this.canPrint()) return;
    const mediaType = this.#mediaTypes.find((each) => offer.mediaTypes.includes(each));
    if (mediaType === undefined) await this.#end(offer.token, '510 Incompatible media type');
    else await this.#print(offer.token, mediaType);
  }

  async #postStatus(printingInProgress: boolean): Promise<HttpAnswer | null> {
    const status = {
      status: '23 6 0 0 0 0 0 0 0 ',
      printerMAC: this.#mac,
      statusCode: encodeURIComponent(this.#statusCode()),
      printingInProgress,
      clientAction: null,
    };
    return this.send('POST', {}, this.takeNonsense() ?? JSON.stringify(status), 'application/json');
  }

  #statusCode(): string {
    if (this.cover === 'open') return '420 Cover Open';
    if (this.paper === 'out') return '410 Paper Empty';
    return this.paper === 'low' ? '211 Paper Low' : '200 OK';
  }

  async #print(token: string | null, type: string): Promise<void> {
    const answer = await this.send('GET', { mac: this.#mac, type, ...(token !== null && { token }) });
    // Without a response there is nothing to print: the next poll offers it again.
    if (answer === null) return;
    if (answer.status !== 200) {
      await this.#end(token, '520 Download timeout');
      return;
    }
    const failure = this.nextFailure;
    this.nextFailure = null;
    if (failure?.startsWith('4')) {
      // An error of the printer is reported by a poll, and the ticket is fetched again after it ('Print failure or error').
      if (failure.startsWith('42')) this.cover = 'open';
      else this.paper = 'out';
      await this.#postStatus(false);
      return;
    }
    if (failure === null) this.tickets.push(answer.body);
    await this.#end(token, failure ?? '200 OK');
  }

  async #end(token: string | null, code: string): Promise<void> {
    if (this.takeForgetting()) return;
    this.#confirmation = { token, code, wait: this.pollsBeforeConfirmation, retries: 0 };
    if (this.#confirmation.wait === 0) await this.#confirm(this.#confirmation);
  }

  /** Repeats until a response comes ('Network Reliability and request retry'). */
  async #confirm(confirmation: Confirmation): Promise<void> {
    const { token, code, retries } = confirmation;
    const query = {
      mac: this.#mac,
      code,
      ...(token !== null && { token }),
      ...(retries > 0 && { retry: String(retries) }),
    };
    const answer = await this.send('DELETE', query);
    if (answer === null || answer.status >= 500) confirmation.retries += 1;
    else this.#confirmation = null;
  }
}

function readOffer(answer: HttpAnswer | null): { token: string | null; mediaTypes: string[] } | null {
  if (answer?.status !== 200) return null;
  const { jobReady, jobToken = null, mediaTypes = [] } = JSON.parse(answer.body.toString());
  return jobReady === true ? { token: jobToken, mediaTypes } : null;
}
