/** A printer that speaks Epson Server Direct Print, by Epson's 'Server Direct Print User's Manual'. */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { Poller } from './poller';

export interface ServerDirectOptions {
  id?: string;
  name?: string;
  version?: '1.00' | '2.00' | '3.00';
}

interface Request {
  jobId: string | null;
  bytes: Buffer;
}

interface Result {
  jobId: string | null;
  code: string;
}

/** A larger document is refused. */
const MAX_BYTES = 2 * 1024 * 1024;
const NAMESPACE = 'http://www.epson-pos.com/schemas/2011/03/epos-print';
const FORM = 'application/x-www-form-urlencoded';

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => name === 'ePOSPrint',
});
const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: true, suppressBooleanAttributes: false });

export class ServerDirectPrinter extends Poller {
  /** The code with which the next ticket fails, such as 'EPTR_CUTTER'. */
  nextFailure: string | null = null;

  readonly #options: Required<ServerDirectOptions>;
  /** Results that the server has not received yet. */
  #unsent: { file: string; wait: number } | null = null;

  constructor(url: string, { id = '', name = '', version = '2.00' }: ServerDirectOptions = {}) {
    super(url);
    this.#options = { id, name, version };
  }

  async poll(): Promise<void> {
    if (this.#unsent && this.#unsent.wait > 0) {
      this.#unsent.wait -= 1;
      return;
    }
    if (this.#unsent) {
      await this.#sendResult(this.#unsent.file);
      return;
    }
    const { id, name } = this.#options;
    const form =
      this.takeNonsense() ?? new URLSearchParams({ ConnectionType: 'GetRequest', ID: id, Name: name }).toString();
    const answer = await this.send('POST', {}, form, FORM);
    if (answer === null || answer.status !== 200 || answer.body.length === 0) return;
    const file = this.#fileFor(answer.body);
    if (file === null || this.takeForgetting()) return;
    this.#unsent = { file, wait: this.pollsBeforeConfirmation };
    if (this.#unsent.wait === 0) await this.#sendResult(file);
  }

  /** Tells the status, which a printer does every few minutes if it is set to. */
  async tellStatus(): Promise<void> {
    const status = {
      '@_devicename': 'local_printer',
      '@_asbstatus': `0x${this.#status().toString(16).padStart(8, '0')}`,
    };
    const xml = builder.build({ statusmonitor: { '@_Version': '1.00', printerstatus: status } });
    const form = new URLSearchParams({ ConnectionType: 'SetStatus', ID: this.#options.id, Status: xml });
    await this.send('POST', {}, form.toString(), FORM);
  }

  /** A communication that fails is attempted again after the interval. */
  async #sendResult(file: string): Promise<void> {
    const { id, name } = this.#options;
    const form = new URLSearchParams({ ConnectionType: 'SetResponse', ID: id, Name: name, ResponseFile: file });
    const answer = await this.send('POST', {}, form.toString(), FORM);
    if (answer?.status === 200) this.#unsent = null;
  }

  /** Prints what a document has. Returns the result to send; null where this version sends none. */
  #fileFor(body: Buffer): string | null {
    const xml = body.toString();
    if (body.length > MAX_BYTES) return this.#refusal('Data size is exceeded', 'Too big print request');
    if (XMLValidator.validate(xml) !== true) return this.#refusal('Invalid XML format', 'Entity: line 1: parser error');
    return this.#resultFile(requestsOf(xml).map((request) => this.#print(request)));
  }

  #print({ jobId, bytes }: Request): Result {
    const failure = this.nextFailure;
    this.nextFailure = null;
    const code = this.cover === 'open' ? 'EPTR_COVER_OPEN' : this.paper === 'out' ? 'EPTR_REC_EMPTY' : (failure ?? '');
    if (code === '') this.tickets.push(bytes);
    return { jobId, code };
  }

  #status(): number {
    const cover = this.cover === 'open' ? 0x28 : 0;
    const paper = { ok: 0, low: 0x20000, out: 0x80008 }[this.paper];
    return 0x0f000014 | cover | paper;
  }

  #resultFile(results: readonly Result[]): string {
    const { version } = this.#options;
    const response = ({ code }: Result) => ({
      '@_xmlns': NAMESPACE,
      '@_success': String(code === ''),
      '@_code': code,
      '@_status': String(this.#status() | (code === '' ? 2 : 0)),
      '@_battery': '0',
    });
    const tickets = results.map((result) => ({
      Parameter: { devid: 'local_printer', ...(result.jobId !== null && { printjobid: result.jobId }) },
      PrintResponse: { response: response(result) },
    }));
    return fileOf(version, {
      ...(version === '3.00' && { ServerDirectPrint: { Response: { '@_Success': 'true' } } }),
      ...(version === '1.00' ? { response: results.map(response) } : { ePOSPrint: tickets }),
    });
  }

  #refusal(ErrorSummary: string, ErrorDetail: string): string | null {
    if (this.#options.version !== '3.00') return null;
    return fileOf('3.00', { ServerDirectPrint: { Response: { '@_Success': 'false', ErrorSummary, ErrorDetail } } });
  }
}

const fileOf = (version: string, content: object): string =>
  `<?xml version="1.0" encoding="utf-8"?>${builder.build({ PrintResponseInfo: { '@_Version': version, ...content } })}`;

interface PrintRequest {
  Parameter?: { printjobid?: string };
  PrintData?: { 'epos-print'?: { command?: string } };
}

function requestsOf(xml: string): Request[] {
  const { PrintRequestInfo } = parser.parse(xml) as { PrintRequestInfo?: { ePOSPrint?: PrintRequest[] } };
  return (PrintRequestInfo?.ePOSPrint ?? []).map(({ Parameter, PrintData }) => ({
    jobId: Parameter?.printjobid ?? null,
    bytes: Buffer.from(PrintData?.['epos-print']?.command ?? '', 'hex'),
  }));
}
