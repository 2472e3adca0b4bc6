/** Keys in files. A private key is PKCS#8 in PEM, readable by its owner alone; its public half is a line of base64 in a file beside it. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Key } from '@tufjs/models';
import { type Environment, processEnv } from 'settings/environment';
import { readText } from 'settings/read';
import { keyOf, type Signer, signerOf } from '../store/tuf-signer';

/** The roots that this repository has seen, by site, in the folder of the command. It is committed, so that a CI system knows them as well. */
export const KNOWN_ROOTS = 'registry-roots.json';

const ENCRYPTED = 'BEGIN ENCRYPTED PRIVATE KEY';
/** The shortest passphrase, in characters. It has to withstand guesses by a person who has a copy of the file. */
const LEAST_PASSPHRASE = 12;

/** Reads a line without showing it. @throws if no person is at the terminal */
async function askSecretly(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error(`${question} There is no terminal to ask at: set KEY_PASSPHRASE for this command.`);
  process.stderr.write(`${question} `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new Error('The input ended before the passphrase.')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

const passphraseOf = async (question: string, environment: Environment): Promise<string> =>
  readText(environment, 'KEY_PASSPHRASE') ?? (await askSecretly(question));

/**
 * Makes a key: `file` has the private half with mode 0600, and `file`.pub the public one.
 * @param isEncrypted if true, a passphrase is asked for
 * @returns the public half
 * @throws if one of the files exists
 */
export async function makeKeyFile(
  file: string,
  isEncrypted: boolean,
  environment: Environment = processEnv,
): Promise<Key> {
  for (const each of [file, `${file}.pub`])
    if (existsSync(each)) throw new Error(`${each} exists. A key is never overwritten: name another file.`);
  const { privateKey } = generateKeyPairSync('ed25519');
  const form = { type: 'pkcs8', format: 'pem' } as const;
  let pem = privateKey.export(form);
  if (isEncrypted) {
    const passphrase = await passphraseOf(`A passphrase for ${file}:`, environment);
    if (passphrase.length < LEAST_PASSPHRASE)
      throw new Error(`A passphrase has ${LEAST_PASSPHRASE} characters or more. Several words are easy to keep.`);
    if ((await passphraseOf('The same passphrase again:', environment)) !== passphrase)
      throw new Error('The two passphrases differ. No key was made.');
    pem = privateKey.export({ ...form, cipher: 'aes-256-cbc', passphrase });
  }
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
  const { key } = signerOf(privateKey);
  await writeFile(`${file}.pub`, `${textOf(key)}\n`, { flag: 'wx' });
  return key;
}

/** @returns the 32 bytes of a public key in base64 */
export const textOf = ({ keyVal }: Key): string => Buffer.from(keyVal.public ?? '', 'hex').toString('base64');

/** @throws with a sentence that names the file or setting */
async function signerIn(name: string, pem: string, environment: Environment): Promise<Signer> {
  const passphrase = pem.includes(ENCRYPTED)
    ? await passphraseOf(`The passphrase of ${name}:`, environment)
    : undefined;
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    throw new Error(
      passphrase === undefined
        ? `${name} is no private key in PEM. npm run keys -- make FILE makes one.`
        : `${name} cannot be read with this passphrase.`,
    );
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${name} must be an Ed25519 key, not ${key.asymmetricKeyType}.`);
  return signerOf(key);
}

const readOrSay = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}).`);
  });

/** Reads a private key. @throws for a file without one, and for a wrong passphrase */
export const readSigner = async (file: string, environment: Environment = processEnv): Promise<Signer> =>
  await signerIn(file, await readOrSay(file), environment);

/**
 * Reads the keys with which a team signs its releases.
 * @param files of `--key`, with commas between. By default, TEAM_KEY or TEAM_KEY_FILE
 * @returns an empty list if none is named
 */
export async function teamSigners(files: string | undefined, environment: Environment = processEnv): Promise<Signer[]> {
  const pem = readText(environment, 'TEAM_KEY');
  if (files === undefined && pem) return [await signerIn('TEAM_KEY', pem, environment)];
  const named = files ?? readText(environment, 'TEAM_KEY_FILE');
  return await Promise.all((named?.split(',') ?? []).map((file) => readSigner(file.trim(), environment)));
}

const ID = /^[0-9a-f]{8,64}$/;

/**
 * @param text an id, or its first eight characters or more
 * @returns undefined if no key has it
 * @throws if several keys have it
 */
function keyWithId(text: string, known: readonly Key[]): Key | undefined {
  // One key may have several roles.
  const named = new Map(known.filter(({ keyID }) => keyID.startsWith(text)).map((key) => [key.keyID, key]));
  if (named.size > 1) throw new Error(`The ids of several keys begin with ${text}: ${[...named.keys()].join(', ')}.`);
  return [...named.values()][0];
}

/** @returns a sentence with the ids that can be named; empty if there is none */
export const idsOf = (known: readonly Key[]): string =>
  known.length === 0 ? '' : ` The keys here are ${[...new Set(known.map(({ keyID }) => keyID))].join(', ')}.`;

/**
 * Reads a public key: a file that `make` wrote, a file with a private key, or 32 bytes in base64.
 * @param known keys that may be named by the first characters of their ids, as `show` prints them
 */
export async function readKey(
  text: string,
  known: readonly Key[] = [],
  environment: Environment = processEnv,
): Promise<Key> {
  const isId = ID.test(text);
  const named = isId ? keyWithId(text, known) : undefined;
  if (named) return named;
  const isFile = existsSync(text);
  if (isId && !isFile && known.length > 0) throw new Error(`No key here has the id ${text}.${idsOf(known)}`);
  const content = isFile ? (await readOrSay(text)).trim() : text;
  if (content.includes('PRIVATE KEY')) return (await signerIn(text, content, environment)).key;
  if (content.includes('PUBLIC KEY')) {
    const der = createPublicKey(content).export({ type: 'spki', format: 'der' });
    return keyOf(der.subarray(-32).toString('base64'));
  }
  if (Buffer.from(content, 'base64').length === 32) return keyOf(content);
  throw new Error(
    isFile
      ? `${text} is no key. Name the file that ends in .pub.`
      : `${text} is no key, and there is no such file. Name the file that ends in .pub.`,
  );
}
