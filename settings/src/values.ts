/** Rules for the text of one setting. Each message continues '… is 'x'; it must be'. */
import { isIP } from 'node:net';
import { z } from 'zod';

export const text = () => z.string().optional();

export function oneOf<T extends string>(...allowed: readonly [T, ...T[]]) {
  return z.enum(allowed, { error: `one of ${allowed.join(', ')}` });
}

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((found) => /^\d+$/.test(found) && Number(found) >= min && Number(found) <= max, {
      error: `a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

/** @param protocols each with its colon */
export function address(...protocols: readonly string[]) {
  return z
    .string()
    .refine((found) => URL.canParse(found) && protocols.includes(new URL(found).protocol), {
      error: `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    })
    .optional();
}

export function listeningHost() {
  return z.string().refine((found) => isIP(found) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(found), {
    error: 'an address of this machine, such as 127.0.0.1, without a scheme or a port',
  });
}

/**
 * Origins with commas between. With `isAnyPortMeant`, 'http://localhost:*' allows any port of that host. A host may not be a pattern, since
 * a Content-Security-Policy reads 'http://*' as every site.
 */
export function originList({ isAnyPortMeant = false } = {}) {
  const example = isAnyPortMeant ? 'http://localhost:*' : 'https://hall.example';
  return z.string().transform((found, context) => {
    const entries = found.split(',').flatMap((entry) => entry.trim() || []);
    for (const entry of entries) {
      const origin = isAnyPortMeant ? entry.replace(/:\*$/, '') : entry;
      if (!origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin) continue;
      const message = `a list of origins, such as ${example}, with commas between`;
      context.addIssue({ code: 'custom', message, params: { found: entry } });
      return z.NEVER;
    }
    return entries;
  });
}

/** Names of apps with commas between, or '*'. */
export function nameList() {
  return z.string().transform((found, context) => {
    const entries = found.split(',').flatMap((entry) => entry.trim() || []);
    const wrong = entries.find((entry) => !/^(\*|[a-z][a-z0-9-]*)$/.test(entry));
    if (wrong === undefined) return entries;
    const message = 'names of apps, such as host,checkout, with commas between, or *';
    context.addIssue({ code: 'custom', message, params: { found: wrong } });
    return z.NEVER;
  });
}

/** Prefixes that the names of variables may have, with commas between: 'STRIPE_, PAYSTACK_'. */
export function prefixList() {
  return z.string().transform((found, context) => {
    const entries = found.split(',').flatMap((entry) => entry.trim() || []);
    // A shorter prefix would open most of the environment.
    const wrong = entries.find((entry) => !/^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(entry));
    if (wrong === undefined && entries.length > 0) return entries;
    const message = 'a list of how names begin, such as STRIPE_, each with an underscore, with commas between';
    context.addIssue({ code: 'custom', message, params: { found: wrong ?? found } });
    return z.NEVER;
  });
}

/** Addresses and networks with commas between: '10.0.0.7, 192.168.0.0/16, ::1'. */
export function networkList() {
  return z.string().transform((found, context) => {
    const entries = found.split(',').flatMap((entry) => entry.trim() || []);
    for (const entry of entries) {
      if (isNetwork(entry)) continue;
      const message = 'a list of addresses or networks, such as 127.0.0.1, 10.0.0.0/8, with commas between';
      context.addIssue({ code: 'custom', message, params: { found: entry } });
      return z.NEVER;
    }
    return entries;
  });
}

function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

/** A token that a tool sends as `Authorization: Bearer …`. */
export function bearerToken(length: number) {
  return z
    .string()
    .refine((found) => found.length >= length && /^[\x21-\x7e]+$/.test(found), {
      error: `${length} or more characters of ASCII without a space`,
    })
    .optional();
}

/** One half of a pair of VAPID keys. When one half is set, the other is required. */
export function vapidKey(bytes: number) {
  const error = `a key of ${bytes} bytes in base64url; VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together`;
  return z
    .string({ error })
    .refine((found) => /^[\w-]+$/.test(found) && Buffer.from(found, 'base64url').length === bytes, { error });
}

export function pushContact() {
  return z.string().refine((found) => /^(mailto:.+@.+|https:\/\/.+)$/.test(found), {
    error: 'where push services may write to: mailto:… or https://…',
  });
}

/** A number that can be replied to. Names in place of a number cannot. */
export function phoneNumber() {
  return z
    .string()
    .refine((found) => /^(\+[1-9]\d{6,14}|\d{3,8})$/.test(found), {
      error: 'a number with its country code, such as +447700900000, or a short code',
    })
    .optional();
}
