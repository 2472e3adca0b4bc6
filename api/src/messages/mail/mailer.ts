/** Outgoing mail: over SMTP where the operator named a server, else into a folder on this machine. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, MEMORY, type SmtpConfig } from 'core/config';
import { createTransport } from 'nodemailer';

export interface Email {
  to: string;
  subject: string;
  /** The whole email for readers without HTML. */
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the email is handed over. */
  send(email: Email): Promise<void>;
}

export function createMailer({ smtp, dataDir }: Pick<Config, 'smtp' | 'dataDir'>): Mailer {
  if (smtp) return smtpMailer(smtp);
  return dataDir === MEMORY ? logMailer : folderMailer(join(dataDir, 'outbox'));
}

/** Tells programs that reply by themselves, such as those of people on holiday, not to (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** Rejects when the server cannot be reached or refuses the email. Each email has its own connection: emails are few. */
function smtpMailer({ url, from }: SmtpConfig): Mailer {
  const transport = transportTo(url);
  return {
    send: async (email) => {
      await transport.sendMail({ from, headers: AUTOMATIC, ...email });
    },
  };
}

const transportTo = (url: string) =>
  createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });

/** Connects and signs in; sends nothing. @throws what the server, or the way to it, refuses */
export async function checkMailServer({ url }: SmtpConfig): Promise<void> {
  const transport = transportTo(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Writes each email as two files of one name: `.txt` to read, `.html` as a mail client would show it. */
function folderMailer(folder: string): Mailer {
  return {
    send: async (email) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`);
      await writeFile(`${file}.html`, email.html, { mode: 0o600 });
      await writeFile(`${file}.txt`, asText(email), { mode: 0o600 });
      console.info(`mail: an email was written to ${file}.txt, as SMTP_URL is not set`);
    },
  };
}

const logMailer: Mailer = {
  send: async (email) => console.info(`mail: an email was printed only, as DATA_DIR is ${MEMORY}\n${asText(email)}`),
};

const asText = ({ to, subject, text }: Email): string => `To: ${to}\nSubject: ${subject}\n\n${text}\n`;
