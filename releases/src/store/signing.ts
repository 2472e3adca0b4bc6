/**
 * The registry's Ed25519 keys. The private key comes from the environment, or is created for this working copy when something is built for
 * the first time. It is never committed (.gitignore), and no served folder contains it.
 */

import crypto, { type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, processEnv } from 'settings/environment';
import { readSetting, readText } from 'settings/read';
import { ed25519Key, readRegistryKey } from 'settings/registry-key';
import { LIVES, type Lives } from './tuf-lists';
import { type Signer, signerOf } from './tuf-signer';

/** The file with this working copy's own key. */
const ownKeyFile = fileURLToPath(new URL('../../../.keys/registry.pem', import.meta.url));
/** The length of the header before the 32 bytes of an Ed25519 public key in DER. */
const DER_PREFIX_LENGTH = 12;

function makeKey(file: string): void {
  const { privateKey: key } = crypto.generateKeyPairSync('ed25519');
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // The file is written whole and then linked. So of two simultaneous builds one key stays, and no build reads half of it.
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
 * Returns the key that the settings name. By default it is this working copy's own, which is made when it is first needed, also where
 * REGISTRY_KEY_FILE names it.
 * @param ownFile the file of the working copy's own key
 * @throws when the setting names no Ed25519 private key
 */
export function privateKey(environment: Environment = processEnv, ownFile = ownKeyFile): KeyObject {
  const file = readText(environment, 'REGISTRY_KEY_FILE');
  const isOwn = !readText(environment, 'REGISTRY_KEY') && (!file || path.resolve(file) === ownFile);
  if (isOwn && !fs.existsSync(ownFile)) makeKey(ownFile);
  return readRegistryKey(environment) ?? ed25519Key(ownFile, () => fs.readFileSync(ownFile, 'utf8'));
}

/** Returns the public half of the signing key. @returns 32 bytes in base64 */
function ownPublicKey(environment: Environment): string {
  const der = crypto.createPublicKey(privateKey(environment)).export({ type: 'spki', format: 'der' });
  return der.subarray(DER_PREFIX_LENGTH).toString('base64');
}

/** @throws if a text is no key */
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
 * Returns the keys that a shell built now will trust: the key that signs, and those of REGISTRY_PUBLIC_KEYS (separated by commas). So a
 * site can change its key without a moment in which open pages trust none. REGISTRY_TRUSTED_KEYS replaces all of them, for a build without
 * the private key.
 * @returns each key as 32 bytes in base64, the one that signs first
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
  /** The key in the form of the metadata in registry/tuf. */
  signers: readonly Signer[];
  /** How long the metadata are valid that it signs. */
  lives: Lives;
  /** The site that it signs for. By default, the site that the registry names stays. */
  site?: string | undefined;
}

/** @returns the name of the site that is signed for: `REGISTRY_SITE`, or else the origin of `SITE_URL`, or undefined if neither is set */
export const siteNameOf = ({ REGISTRY_SITE, SITE_URL }: Environment = processEnv): string | undefined =>
  REGISTRY_SITE || (SITE_URL && URL.canParse(SITE_URL) ? new URL(SITE_URL).origin : undefined);

/**
 * Makes the authority that signs a registry with the settings' key.
 * @param site the name of the site that is signed for
 * @throws when the setting names no Ed25519 private key, or a lifetime is not a number that is allowed
 */
export function authorityOf(environment: Environment = processEnv, site?: string): Authority {
  const key = privateKey(environment);
  const lives: Lives = {
    ...LIVES,
    snapshotMs: readSetting(environment, 'REGISTRY_SNAPSHOT_HOURS') * 3_600_000,
    timestampMs: readSetting(environment, 'REGISTRY_TIMESTAMP_MINUTES') * 60_000,
  };
  return {
    publicKey: ownPublicKey(environment),
    sign: (text) => sign(text, key),
    signers: [signerOf(key)],
    lives,
    site,
  };
}
