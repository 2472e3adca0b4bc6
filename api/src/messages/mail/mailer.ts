/** Sends mail: over SMTP if the operator has set a server, else into a folder on this machine. */
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
  /** Resolves when the server or the folder has the email. */
  send(email: Email): Promise<void>;
}

export function createMailer({ smtp, dataDir }: Pick<Config, 'smtp' | 'dataDir'>): Mailer {
  if (smtp) return smtpMailer(smtp);
  return dataDir === MEMORY ? logMailer : folderMailer(join(dataDir, 'outbox'));
}

/** Asks programs that reply automatically, such as holiday notices, not to reply (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** Rejects if the server cannot be reached or refuses the email. Each email has a separate connection, because emails are few. */
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

/** Connects and signs in, and sends nothing. @throws the refusal of the server, or the network error */
export async function checkMailServer({ url }: SmtpConfig): Promise<void> {
  const transport = transportTo(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Writes each email as two files with the same name: `.txt` to read, and `.html` as a mail client would show it. */
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
