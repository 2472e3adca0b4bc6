/** Checks what the process needs beside the database: a disk, a mail server, a service of text messages, keys for Web Push. */
import { createECDH, randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config, RegistryConfig, StorageConfig } from 'core/config';
import { isSystemError, messageOf } from 'core/errors';
import type { ApiDescription } from 'releases/fits/compare-calls';
import { apiFitIn, sentencesOfFit } from 'releases/live/api-fit';
import { registrySiteProblem } from 'releases/live/registry-site';
import { metadataStateIn } from 'releases/live/release-keys';
import { entryProblems, signatureProblems } from 'releases/store/live-problems';
import { folderTarget } from 'releases/store/targets/folder';
import { checkMailServer } from '../../messages/mail/mailer';
import type { SmsSender } from '../../messages/sms/sms-sender';
import { ok, type Result, unchecked, wrong } from './finding';

/** Pictures and emails are small. The embedded database grows, and a disk with less free space is full soon. */
const LEAST_FREE_BYTES = 1e9;

export async function checkDisk({ dataDir }: StorageConfig): Promise<Result[]> {
  const file = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await writeFile(file, 'doctor');
    await rm(file);
    const { bavail, bsize } = await statfs(dataDir);
    const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB`;
    if (bavail * bsize >= LEAST_FREE_BYTES) return [ok(`${dataDir} can be written to and has ${free} left.`)];
    return [wrong(`${dataDir} has ${free} left; make room.`)];
  } catch (error) {
    return [
      wrong(
        `DATA_DIR ${dataDir} cannot be written to (${isSystemError(error) ? error.code : messageOf(error)}); make the folder, owned by the user of the site, and run this command as that user.`,
      ),
    ];
  }
}

export async function checkMail({ smtp, dataDir }: Pick<Config, 'smtp' | 'dataDir'>): Promise<Result[]> {
  if (!smtp) {
    const folder = join(dataDir, 'outbox');
    return [wrong(`SMTP_URL is not set, so customers get no codes and receipts: each email is a file in ${folder}.`)];
  }
  try {
    await checkMailServer(smtp);
    return [ok('The mail server takes emails.')];
  } catch (error) {
    return [wrong(`The mail server of SMTP_URL refuses (${messageOf(error)}); check its address, user and password.`)];
  }
}

/** @param sender null on a site that sends no text messages */
export async function checkTexts(sender: SmsSender | null): Promise<Result[]> {
  if (!sender) return [ok('They are off: SMS_ACCOUNT is not set.')];
  try {
    await sender.checkAccount();
    const isOwn = await sender.ownsNumber();
    if (isOwn === false) return [wrong('SMS_FROM is not a number of SMS_ACCOUNT; set one that the account has.')];
    if (isOwn) return [ok('The service takes SMS_ACCOUNT and SMS_TOKEN, and SMS_FROM is a number of the account.')];
    return [
      ok('The service takes SMS_ACCOUNT and SMS_TOKEN. It does not tell whether SMS_FROM is a number of the account.'),
    ];
  } catch (error) {
    return [wrong(`${messageOf(error)}; check SMS_ACCOUNT, SMS_TOKEN and SMS_URL, and the account at the service.`)];
  }
}

/** Verifies the live release as a browser does that takes it. */
export async function checkRegistry(config: RegistryConfig): Promise<Result[]> {
  const target = folderTarget(config.distDir);
  const unsigned = await signatureProblems(target);
  // The further checks read these files. They say nothing about a release if someone else has written the files.
  if (unsigned.length > 0) return unsigned.map(wrong);
  const site = await registrySiteProblem(config);
  const problems = [...(site ? [site] : []), ...(await entryProblems(target))];
  return problems.length > 0 ? problems.map(wrong) : [ok('Pages take what is released.')];
}

/** Checks the metadata by which browsers verify what is live. */
export async function checkReleaseKeys({ distDir }: Pick<Config, 'distDir'>, now: Date): Promise<Result[]> {
  const { hasRoot, signedUntil, problems } = await metadataStateIn(distDir, now);
  if (!hasRoot) return [ok('The site has no root yet. The next release makes one.')];
  if (problems.length > 0) return problems.map(wrong);
  return [ok(`What is live is signed until ${signedUntil}, and no role ends within a month.`)];
}

/** The time that the site may take to describe its API, in milliseconds. */
const DESCRIPTION_MS = 10_000;

/** Compares the running API with the calls of the live releases. */
export async function checkReleases({ siteUrl, distDir }: Pick<Config, 'siteUrl' | 'distDir'>): Promise<Result[]> {
  const address = `${siteUrl}/api/v1/openapi.json`;
  const api = await fetch(address, { signal: AbortSignal.timeout(DESCRIPTION_MS) })
    .then(async (response) => (response.ok ? ((await response.json()) as ApiDescription) : null))
    .catch(() => null);
  if (!api) return [unchecked(`The API does not describe itself at ${address}.`)];
  const fit = await apiFitIn(distDir, () => api);
  if (fit.broken.length > 0)
    return sentencesOfFit(fit).map((sentence) =>
      wrong(`${sentence} Release the app again, or go back to the API before.`),
    );
  const unknown = fit.unknown.length > 0 ? ` ${fit.unknown.length} more have no record of their calls.` : '';
  return [ok(`The API has what ${fit.compared} releases call.${unknown}`)];
}

export function checkPush({ push, siteUrl }: Pick<Config, 'push' | 'siteUrl'>): Result[] {
  if (!siteUrl.startsWith('https://')) {
    return [wrong(`SITE_URL is ${siteUrl}; browsers take Web Push from an https address only.`)];
  }
  if (!push.keys) return [ok('The site makes its keys itself, and stores them in the database.')];
  const { publicKey, privateKey } = push.keys;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  if (pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url')))
    return [ok('VAPID_PUBLIC_KEY is of VAPID_PRIVATE_KEY.')];
  return [wrong('VAPID_PUBLIC_KEY is not of VAPID_PRIVATE_KEY; set a pair that was made together.')];
}
