import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { applyFaults } from '../faults/fault-hooks';
import type { Faults } from '../faults/faults';
import { browserScript, escapeHtml, framedPages, htmlPage } from '../pages';
import { GlobalRefusal, type GlobalService, type RemoteRequest } from './global.service';
import { globalSignature, timestampOf } from './global-signature';

interface GlobalRouteDependencies {
  global: GlobalService;
  faults: Faults;
  save: () => Promise<void>;
  siteOrigins: string[];
}

const BROWSER_FOLDER = join(__dirname, 'browser');

/** Serves the hosted payment page, to which the shop's form posts, and the requests of its script. */
export async function globalPages(app: FastifyInstance, dependencies: GlobalRouteDependencies) {
  const { global, faults, save, siteOrigins } = dependencies;
  framedPages(app, siteOrigins);
  applyFaults(app, faults, save, 'The sandbox was told to fail this call.');
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(error instanceof GlobalRefusal ? 422 : 400).send({ message });
  });

  app.post<{ Body: Record<string, string> | null }>('/pay', async (request, reply) => {
    const body = await readFile(join(BROWSER_FOLDER, 'hosted-page.html'), 'utf8');
    const page = (values: Record<string, string>) =>
      reply
        .type('text/html; charset=utf-8')
        .send(htmlPage({ title: 'Card payment', body, values, script: '/global/hosted-page.js' }));
    try {
      const { token, amount, currency, responseOrigin, dimensionsOrigin } = global.open(request.body ?? {});
      return await page({
        token,
        amount: `${currency} ${amount}`,
        response: responseOrigin ?? '',
        dimensions: dimensionsOrigin ?? '',
      });
    } catch (error) {
      if (!(error instanceof GlobalRefusal)) throw error;
      return await page({ refusal: `${error.message} (${error.result})` });
    }
  });

  browserScript(app, '/global/hosted-page.js', join(BROWSER_FOLDER, 'hosted-page.ts'));

  app.post<{ Params: { token: string }; Body: { number?: string } | null }>('/global/pay/:token', (request) => {
    const record = global.ofToken(request.params.token);
    const next = global.pay(record, request.body?.number ?? '');
    return next === 'challenge' ? { next } : { next, response: global.response(record) };
  });
  app.post<{ Params: { token: string }; Body: { outcome?: string } | null }>('/global/challenge/:token', (request) => {
    const record = global.ofToken(request.params.token);
    global.answerChallenge(record, request.body?.outcome === 'complete' ? 'complete' : 'fail');
    return { next: 'done', response: global.response(record) };
  });
}

/** Serves the remote interface. It reads and writes XML, always with status 200. */
export async function globalRemote(
  app: FastifyInstance,
  { global, faults, save }: Omit<GlobalRouteDependencies, 'siteOrigins'>,
) {
  applyFaults(app, faults, save, 'The sandbox was told to fail this call.');
  app.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body)),
  );

  app.post<{ Body: string | null }>('/epage-remote.cgi', (request, reply) => {
    const call = readRequest(request.body ?? '');
    reply.type('text/xml; charset=utf-8');
    const timestamp = timestampOf(new Date());
    try {
      const { record, result, message, secret } = global.remote(call);
      const { merchantId, orderId, account, pasref, authcode, amount, currency } = record;
      const values = [timestamp, merchantId, orderId, result, message, pasref, authcode];
      return respond(timestamp, [
        element('merchantid', merchantId),
        element('account', account),
        element('orderid', orderId),
        element('authcode', authcode),
        element('result', result),
        element('message', message),
        element('pasref', pasref),
        `<amount currency="${escapeHtml(currency)}">${escapeHtml(amount)}</amount>`,
        element('sha1hash', globalSignature(values, secret)),
      ]);
    } catch (error) {
      if (!(error instanceof GlobalRefusal)) throw error;
      return respond(timestamp, [element('result', error.result), element('message', error.message)]);
    }
  });
}

function readRequest(xml: string): RemoteRequest {
  const [, attributes = ''] = /<request\s([^>]*)>/.exec(xml) ?? [];
  const attribute = (text: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(text)?.[1] ?? '';
  const value = (name: string) => new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]?.trim() ?? '';
  return {
    type: attribute(attributes, 'type'),
    timestamp: attribute(attributes, 'timestamp'),
    merchantid: value('merchantid'),
    account: value('account'),
    orderid: value('orderid'),
    pasref: value('pasref'),
    authcode: value('authcode'),
    amount: value('amount'),
    currency: attribute(/<amount\s[^>]*>/.exec(xml)?.[0] ?? '', 'currency'),
    sha1hash: value('sha1hash'),
    refundhash: value('refundhash'),
  };
}

function respond(timestamp: string, elements: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><response timestamp="${timestamp}">${elements.join('')}</response>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeHtml(text)}</${name}>`;
}
