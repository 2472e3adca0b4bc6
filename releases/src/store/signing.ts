/**
 * The registry's Ed25519 keys. The private one comes from the environment, or is created for this working copy when
 * something is built for the first time. It is never committed (.gitignore), and no folder that is served contains it.
 */

import crypto, { type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, processEnv } from 'settings/environment';
import { ed25519Key, readRegistryKey } from 'settings/registry-key';

/** This working copy's own. */
const ownKeyFile = fileURLToPath(new URL('../../../.keys/registry.pem', import.meta.url));
/** Length of the header that an Ed25519 public key in DER has before its 32 bytes. */
const DER_PREFIX_LENGTH = 12;

function makeKey(file: string): void {
  const { privateKey: key } = crypto.generateKeyPairSync('ed25519');
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Written whole and then linked: of two builds at once, one key stays, and no build reads half of it.
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}

/**
 * The key that the settings name. Without one, this working copy's own, which is made when it is first needed.
 * @throws when the setting names no Ed25519 private key
 */
export function privateKey(environment: Environment = processEnv): KeyObject {
  const key = readRegistryKey(environment);
  if (key) return key;
  if (!fs.existsSync(ownKeyFile)) makeKey(ownKeyFile);
  return ed25519Key(ownKeyFile, () => fs.readFileSync(ownKeyFile, 'utf8'));
}

/** The public half of the signing key. @returns 32 bytes in base64 */
function ownPublicKey(environment: Environment): string {
  const der = crypto.createPublicKey(privateKey(environment)).export({ type: 'spki', format: 'der' });
  return der.subarray(DER_PREFIX_LENGTH).toString('base64');
}

/** @throws for what is no key */
function keysIn(setting: string, value = ''): string[] {
  const keys = value
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  for (const key of keys) {
    if (Buffer.from(key, 'base64').length !== 32) {
      throw new Error(`${setting} has '${key}'; each must be the 32 bytes of an Ed25519 key in base64.`);
    }
  }
  return keys;
}

/**
 * The keys that a shell built now will trust: the one that signs, and those of REGISTRY_PUBLIC_KEYS (separated by
 * commas), which is how a key is changed without a moment in which open pages trust none. REGISTRY_TRUSTED_KEYS is all of
 * them, for a build without the private key.
 * @returns each 32 bytes in base64, the one that signs first
 */
export function publicKeys(environment: Environment = processEnv): string[] {
  const { REGISTRY_TRUSTED_KEYS, REGISTRY_PUBLIC_KEYS } = environment;
  const all = keysIn('REGISTRY_TRUSTED_KEYS', REGISTRY_TRUSTED_KEYS);
  if (all.length > 0) return all;
  return [...new Set([ownPublicKey(environment), ...keysIn('REGISTRY_PUBLIC_KEYS', REGISTRY_PUBLIC_KEYS)])];
}

/** @returns the signature of the text's UTF-8 bytes, in base64; verify.ts verifies it */
export const sign = (text: string, key: KeyObject = privateKey()): string =>
  crypto.sign(null, Buffer.from(text), key).toString('base64');

/** The key and the site name that sign a registry. */
export interface Authority {
  /** 32 bytes in base64. */
  publicKey: string;
  /** @returns the signature of the text's UTF-8 bytes, in base64 */
  sign: (text: string) => string;
  /** The site that it signs for; without it, the site that the registry names stays. */
  site?: string | undefined;
}

/** @returns the name that a site is signed for: `REGISTRY_SITE`, or else the origin of `SITE_URL`; undefined: neither is set */
export const siteNameOf = ({ REGISTRY_SITE, SITE_URL }: Environment = processEnv): string | undefined =>
  REGISTRY_SITE || (SITE_URL && URL.canParse(SITE_URL) ? new URL(SITE_URL).origin : undefined);

/**
 * @param site the name of the site that is signed for
 * @throws when the setting names no Ed25519 private key
 */
export function authorityOf(environment: Environment = processEnv, site?: string): Authority {
  const key = privateKey(environment);
  return { publicKey: ownPublicKey(environment), sign: (text) => sign(text, key), site };
}
