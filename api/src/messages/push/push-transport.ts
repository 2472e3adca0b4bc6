/** The only place where this process calls an address that a browser supplied. */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address';

export interface PushRequest {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface PushTransport {
  /** @returns the HTTP status. Rejects if no response came, and with RefusedEndpointError before anything was sent. */
  post(request: PushRequest): Promise<number>;
}

/** The endpoint is never called, because it is not https or its host is not public. */
export class RefusedEndpointError extends Error {
  override readonly name = 'RefusedEndpointError';
}

/** A test supplies a name service, a certificate authority and a rule for allowed addresses. */
export interface HttpsPushTransportOptions {
  isAllowed?: (address: string) => boolean;
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  ca?: string;
  timeoutMs?: number;
}

/**
 * Uses only https, and checks the host's name in its certificate. The name is resolved once, and the connection goes to the addresses that were
 * checked, so a later change of the name has no effect. Redirects are not followed.
 */
export class HttpsPushTransport implements PushTransport {
  constructor(private readonly options: HttpsPushTransportOptions = {}) {}

  async post({ endpoint, headers, body }: PushRequest): Promise<number> {
    const url = new URL(endpoint);
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    if (url.protocol !== 'https:') throw new RefusedEndpointError(`${url.protocol} is not called`);
    // An address needs no look-up, so the check below would not see it.
    if (isIP(hostname) !== 0) this.refuseUnlessAllowed(hostname, [{ address: hostname, family: isIP(hostname) }]);
    return new Promise<number>((resolve, reject) => {
      const call = request(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': body.length },
          agent: false,
          lookup: this.checkedLookup,
          signal: AbortSignal.timeout(this.options.timeoutMs ?? 10_000),
          ...(this.options.ca && { ca: this.options.ca }),
        },
        (response) => {
          resolve(response.statusCode ?? 0);
          // Only the status matters. The body is not read.
          response.destroy();
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  private readonly checkedLookup: LookupFunction = (hostname, { all }, callback) => {
    const { resolve = resolveAll } = this.options;
    resolve(hostname)
      .then((addresses) => {
        this.refuseUnlessAllowed(hostname, addresses);
        return addresses;
      })
      .then(
        (addresses) => {
          const [first] = addresses;
          if (all) callback(null, addresses);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
  };

  /** Refuses a name if any of its addresses is internal, because the network may choose any of them. */
  private refuseUnlessAllowed(hostname: string, addresses: readonly LookupAddress[]): void {
    const { isAllowed = isPublicAddress } = this.options;
    if (addresses.length > 0 && addresses.every(({ address }) => isAllowed(address))) return;
    throw new RefusedEndpointError(`${hostname} is not a public host`);
  }
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
