/** The signature of Twilio's callbacks: https://www.twilio.com/docs/usage/security#validating-requests. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signs a form that is posted to an address: HMAC-SHA1 of the address, followed by each field and its value in the order of the fields' names.
 * @example
 * signatureOf('token', 'https://hall.example/sms?id=1', { To: '+1', From: '+2' }); // signs 'https://hall.example/sms?id=1From+2To+1'
 */
export function signatureOf(token: string, url: string, fields: Readonly<Record<string, string>>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((signed, name) => signed + name + fields[name], url);
  return createHmac('sha1', token).update(text, 'utf8').digest('base64');
}

/** Twilio may sign an address with the port of its scheme, though it was given without one. */
export function isSignedBy(
  token: string,
  signature: string,
  { url, fields }: { url: string; fields: Readonly<Record<string, string>> },
): boolean {
  return [url, withPort(url)].some((signed) => isEqual(signature, signatureOf(token, signed, fields)));
}

const withPort = (url: string): string =>
  url.replace(
    /^(https?):\/\/([^/:?#]+)(?=[/?#]|$)/,
    (_all, scheme, host) => `${scheme}://${host}:${scheme === 'https' ? 443 : 80}`,
  );

function isEqual(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)];
  return first.length === second.length && timingSafeEqual(first, second);
}
