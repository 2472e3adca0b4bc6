/** @jest-environment node */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { PAGE_SIGNATURE, signedTextOf } from 'releases/model/page-signature';
import { importPageKey, openPage } from './own-page';

const HTML = '<!doctype html><div id="root"></div>';
const POLICY = { 'content-security-policy': "script-src 'self'", 'x-frame-options': 'DENY' };

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

beforeAll(() => {
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const importScripts = (address: string) => {
    expect(address).toBe('/page-key.js');
    Object.assign(globalThis, { PAGE_KEY: text });
  };
  Object.assign(globalThis, { importScripts });
  importPageKey();
});

function signatureOf(headers: Record<string, string>, html: string, key: KeyObject = privateKey): string {
  const text = Buffer.from(signedTextOf((name) => headers[name] ?? '', html));
  return sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
}
const response = (html: string, headers: Record<string, string>) => new Response(html, { headers });
const signed = (html: string, headers: Record<string, string>) =>
  response(html, { ...headers, [PAGE_SIGNATURE]: signatureOf(headers, html) });

test('a page that the server signed keeps its text and only the signed headers', async () => {
  const page = await openPage(signed(HTML, { ...POLICY, 'set-cookie': 'a=b', 'service-worker-allowed': '/' }));
  expect(page?.html).toBe(HTML);
  expect(Object.fromEntries(page?.headers ?? [])).toEqual({ ...POLICY, 'content-type': 'text/html; charset=utf-8' });
});

const evil = '<script>steal()</script>';
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const signature = signatureOf(POLICY, HTML);

test.each<[string, Response]>([
  ['another text', response(HTML + evil, { ...POLICY, [PAGE_SIGNATURE]: signature })],
  ['no policy', response(HTML, { [PAGE_SIGNATURE]: signature })],
  ['a wider policy', response(HTML, { ...POLICY, 'content-security-policy': '*', [PAGE_SIGNATURE]: signature })],
  ['no signature', response(HTML, POLICY)],
  ['an invalid signature', response(HTML, { ...POLICY, [PAGE_SIGNATURE]: 'a%' })],
  ['a signature of another key', response(HTML, { ...POLICY, [PAGE_SIGNATURE]: signatureOf(POLICY, HTML, other) })],
])('a page with %s is refused', async (_what, page) => {
  expect(await openPage(page)).toBeUndefined();
});
