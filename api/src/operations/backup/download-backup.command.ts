import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { conflict, notFound } from 'core/errors';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { backUp } from './backup';
import { userOfLink } from './backup-link';

export interface BackupFile {
  /** Removes its file when it ends, or is cancelled. */
  content: Readable;
  bytes: number;
  /** 'foodhall-2026-11-30.backup' */
  name: string;
}

/** Makes at most one backup at a time in this process: each takes a copy of the database and the pictures on the disk. */
export class BackupDownloads {
  private isBusy = false;

  constructor(private readonly deps: Pick<Deps, 'clock' | 'config' | 'db' | 'exportPool'>) {}

  /**
   * Makes a backup for a link. The file is whole before the first byte is sent, so that a slow line holds no transaction open.
   * @throws ApiError 404 for a link that has ended or whose person no longer runs the site; 409 BACKUP_RUNNING
   */
  async make(link: string): Promise<BackupFile> {
    const { clock, config, db, exportPool } = this.deps;
    const now = clock.now();
    const userId = await userOfLink(db, link, now);
    const operator =
      userId !== null &&
      (await db.selectFrom('site_operators').select('user_id').where('user_id', '=', userId).executeTakeFirst());
    if (!operator) throw notFound(t('This link has ended. Ask for a new backup.'));
    if (this.isBusy) throw conflict('BACKUP_RUNNING', t('Another backup is being made. Try again in a few minutes.'));
    this.isBusy = true;
    const folder = await mkdtemp(join(tmpdir(), 'foodhall-backup-'));
    const end = async () => {
      this.isBusy = false;
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const file = join(folder, 'site.backup');
      const { bytes } = await backUp({ pool: exportPool, mediaDir: config.mediaDir }, file);
      await db
        .insertInto('audit_log')
        .values({ at: now, actor_id: operator.user_id, action: 'backup.downloaded', subject: `${bytes} bytes` })
        .execute();
      const content = createReadStream(file);
      content.once('close', () => void end());
      return { content, bytes, name: `foodhall-${now.toISOString().slice(0, 10)}.backup` };
    } catch (error) {
      await end();
      throw error;
    }
  }
}
