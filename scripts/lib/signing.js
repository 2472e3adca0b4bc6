// The registry's Ed25519 keys. The private one comes from the environment, or is made for this working copy when
// something is built for the first time; it is never committed (.gitignore) and lies in no folder that is served.
// CommonJS, since the build recipe bakes the public keys into the shell.
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const ownKeyFile = path.resolve(__dirname, '../../.keys/registry.pem');
/** What an Ed25519 public key in DER has before its 32 bytes. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function makeKey(file) {
  const { privateKey } = crypto.generateKeyPairSync('ed25519');
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Written whole and then linked: of two builds at once, one key stays, and nobody reads half of it.
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}

/**
 * REGISTRY_KEY is the private key in PEM, REGISTRY_KEY_FILE a file with it. Without either, this working copy's own.
 * @returns {crypto.KeyObject}
 * @throws when the setting names no Ed25519 private key
 */
function privateKey(environment = process.env) {
  const { REGISTRY_KEY: pem, REGISTRY_KEY_FILE: file } = environment;
  const setting = pem ? 'REGISTRY_KEY' : 'REGISTRY_KEY_FILE';
  if (!pem && !file && !fs.existsSync(ownKeyFile)) makeKey(ownKeyFile);
  let key;
  try {
    key = crypto.createPrivateKey(pem || fs.readFileSync(file || ownKeyFile, 'utf8'));
  } catch (error) {
    throw new Error(`${setting} must be an Ed25519 private key in PEM (${error.message}).`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${setting} must be an Ed25519 key, not ${key.asymmetricKeyType}.`);
  return key;
}

/**
 * The keys that a shell built now will trust: the one that signs, and those of REGISTRY_PUBLIC_KEYS (separated by
 * commas), which is how a key is changed without a moment in which open pages trust none.
 * @returns {string[]} each 32 bytes in base64
 */
function publicKeys(environment = process.env) {
  const der = crypto.createPublicKey(privateKey(environment)).export({ type: 'spki', format: 'der' });
  const others = (environment.REGISTRY_PUBLIC_KEYS ?? '').split(',').map((key) => key.trim());
  for (const key of others.filter(Boolean)) {
    if (Buffer.from(key, 'base64').length !== 32) {
      throw new Error(`REGISTRY_PUBLIC_KEYS has '${key}'; each must be the 32 bytes of an Ed25519 key in base64.`);
    }
  }
  return [...new Set([der.subarray(DER_PREFIX.length).toString('base64'), ...others])].filter(Boolean);
}

/** @param {string} text @returns {string} signature of its UTF-8 bytes, in base64 */
function sign(text, key = privateKey()) {
  return crypto.sign(null, Buffer.from(text), key).toString('base64');
}

function isSigned(text, signature, keys = publicKeys()) {
  return keys.some((key) => {
    const publicKey = crypto.createPublicKey({
      key: Buffer.concat([DER_PREFIX, Buffer.from(key, 'base64')]),
      type: 'spki',
      format: 'der',
    });
    return crypto.verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
  });
}

module.exports = { privateKey, publicKeys, sign, isSigned };
