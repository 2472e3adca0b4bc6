/** Outgoing mail. For now a letter is a file in the data directory, where the operator of a trial can read it. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MEMORY } from '../../config';

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the letter is handed over. */
  send(letter: Letter): Promise<void>;
}

/** Letters go to `<dataDir>/outbox/`; with nothing kept on disk, to the log. */
export function createMailer(dataDir: string): Mailer {
  return {
    send: async ({ to, subject, text }) => {
      const letter = `To: ${to}\nSubject: ${subject}\n\n${text}\n`;
      if (dataDir === MEMORY) {
        console.info(`mail: not kept, as DATA_DIR is ${MEMORY}\n${letter}`);
        return;
      }
      const folder = join(dataDir, 'outbox');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.txt`;
      await writeFile(join(folder, name), letter, { mode: 0o600 });
      console.info(`mail: wrote ${join(folder, name)}`);
    },
  };
}
