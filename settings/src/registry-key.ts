/** The private key that signs a registry. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment } from './environment';
import { ConfigError, readText } from './read';

/**
 * Reads the private key from REGISTRY_KEY (PEM) or from the file that REGISTRY_KEY_FILE names.
 * @returns null when neither is set
 * @throws ConfigError for a file that cannot be read, and for a text that is not an Ed25519 private key
 */
export function readRegistryKey(environment: Environment): KeyObject | null {
  const pem = readText(environment, 'REGISTRY_KEY');
  if (pem) return ed25519Key('REGISTRY_KEY', () => pem);
  const file = readText(environment, 'REGISTRY_KEY_FILE');
  return file ? ed25519Key('REGISTRY_KEY_FILE', () => readFileSync(file, 'utf8')) : null;
}

/** @throws ConfigError that begins with `name`, unless the PEM is an Ed25519 private key */
export function ed25519Key(name: string, readPem: () => string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(readPem());
  } catch (error) {
    throw new ConfigError([`${name} must be an Ed25519 private key in PEM (${(error as Error).message}).`]);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new ConfigError([`${name} must be an Ed25519 key, not ${key.asymmetricKeyType}.`]);
  return key;
}
