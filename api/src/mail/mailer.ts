/** Outgoing mail: over SMTP where the operator named a server, else into a folder where whoever tries the site reads it. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Config, MEMORY, type SmtpConfig } from '../config';

export interface Letter {
  to: string;
  subject: string;
  /** The whole letter for readers without HTML. */
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the letter is handed over. */
  send(letter: Letter): Promise<void>;
}

export function createMailer({ smtp, dataDir }: Pick<Config, 'smtp' | 'dataDir'>): Mailer {
  if (smtp) return smtpMailer(smtp);
  return dataDir === MEMORY ? logMailer : folderMailer(join(dataDir, 'outbox'));
}

/** Rejects when the server cannot be reached or refuses the letter. A connection is made for each: letters are few. */
function smtpMailer({ url, from }: SmtpConfig): Mailer {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  return {
    send: async (letter) => {
      await transport.sendMail({ from, ...letter });
    },
  };
}

/** Each letter as two files of one name: `.txt` to read, `.html` as a mail client would show it. */
function folderMailer(folder: string): Mailer {
  return {
    send: async (letter) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`);
      await writeFile(`${file}.html`, letter.html, { mode: 0o600 });
      await writeFile(`${file}.txt`, asText(letter), { mode: 0o600 });
      console.info(`mail: wrote ${file}.txt (SMTP_URL is not set)`);
    },
  };
}

const logMailer: Mailer = {
  send: async (letter) => console.info(`mail: not kept, as DATA_DIR is ${MEMORY}\n${asText(letter)}`),
};

const asText = ({ to, subject, text }: Letter): string => `To: ${to}\nSubject: ${subject}\n\n${text}\n`;
