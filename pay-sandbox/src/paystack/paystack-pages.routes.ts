import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { browserScript, framedPages, htmlPage } from '../pages';

const BROWSER_FOLDER = join(__dirname, 'browser');

/** The hosts that the sandbox replaces in the published script. */
const HOSTS = ['https://checkout.paystack.com/', 'https://api.paystack.co/', 'https://standard.paystack.co/'];

/** Serves Paystack's published script with the sandbox's hosts, and the page that the script opens in a frame. */
export async function paystackPages(app: FastifyInstance, { siteOrigins }: { siteOrigins: string[] }) {
  framedPages(app, siteOrigins);

  app.get('/paystack/inline.js', async (request, reply) => {
    const published = await readFile(createRequire(__filename).resolve('@paystack/inline-js/dist/inline.js'), 'utf8');
    const here = `${request.protocol}://${request.host}/`;
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    return reply
      .type('text/javascript; charset=utf-8')
      .send(HOSTS.reduce((script, host) => script.replaceAll(host, here), published));
  });

  browserScript(app, '/paystack/popup.js', join(BROWSER_FOLDER, 'popup.ts'));
  app.get('/popup', async (_request, reply) => {
    const body = await readFile(join(BROWSER_FOLDER, 'popup.html'), 'utf8');
    return reply
      .type('text/html; charset=utf-8')
      .send(htmlPage({ title: 'Pay with card', body, script: '/paystack/popup.js' }));
  });
}
