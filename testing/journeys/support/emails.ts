/** Reads the emails of this worker's site, which writes them into a folder. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

const outbox = path.join(process.env.E2E_DATA ?? '', 'outbox');

/** The texts of the emails to this address. */
async function emailsTo(address: string, folder: string): Promise<string[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.txt'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.filter((text) => text.startsWith(`To: ${address}\n`));
}

/** Waits for the one email to this address, and returns its text. */
export async function onlyEmailTo(address: string, folder = outbox): Promise<string> {
  await expect.poll(async () => (await emailsTo(address, folder)).length).toBe(1);
  return (await emailsTo(address, folder))[0] ?? '';
}

/** The six digits in the one email to this address. @param folder the emails of another site than this worker's */
export async function codeFor(address: string, folder = outbox): Promise<string> {
  return /^\d{6}$/m.exec(await onlyEmailTo(address, folder))?.[0] ?? '';
}
