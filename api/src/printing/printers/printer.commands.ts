/** The commands with which owners and operators set up the printers of a stall. The audit log has them by a trigger (migration 0147). */
import { randomBytes } from 'node:crypto';
import type { Trx } from 'core/database/kysely';
import { conflict, invalid } from 'core/errors';
import { hashToken, type Session } from 'core/http/session';
import type { PrinterAddress, PrinterSettings } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { leadPlace, vendorPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { moveJob } from '../jobs/move-job';
import { printingChanged } from '../jobs/printer.repository';
import { isCircular } from '../jobs/takeover.rules';
import { findPrinterOf, type ListedPrinter, printersOfVendor } from './printers.query';

/** The most printers of a stall, because a person chooses from this list. */
const MOST_PRINTERS = 20;

export interface PrinterDeps extends Pick<Deps, 'outbox' | 'clock' | 'config'> {
  /** The languages of the server's texts. */
  languages: readonly string[];
}

interface Place {
  vendorId: number;
  session: Session;
}

type PrinterPlace = Place & { id: number };

/** @throws ApiError 422 */
export function addPrinter(
  deps: PrinterDeps,
  { settings, ...place }: Place & { settings: PrinterSettings },
): Promise<{ printer: ListedPrinter; address: PrinterAddress | null }> {
  return change(deps, place, async (trx) => {
    const { vendorId } = place;
    const others = await printersOfVendor(trx, vendorId);
    if (others.length >= MOST_PRINTERS) {
      throw invalid({ name: [t('A stall has at most {count} printers.', { count: MOST_PRINTERS })] });
    }
    await check(deps, trx, { vendorId, id: null, settings, others });
    const secret = settings.kind === 'tablet' ? null : newSecret();
    const { id } = await trx
      .insertInto('printers')
      .values({
        vendor_id: vendorId,
        ...settings,
        secret_hash: secret === null ? null : hashToken(secret),
        created_at: deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const printer = await findPrinterOf(trx, { vendorId, id });
    return { printer, address: secret === null ? null : addressOf(deps, secret) };
  });
}

/** A tablet has no address: the one of a printer that becomes a tablet ends. @throws ApiError 404, 422 */
export function changePrinter(
  deps: PrinterDeps,
  { settings, ...place }: PrinterPlace & { settings: PrinterSettings },
): Promise<ListedPrinter> {
  return change(deps, place, async (trx) => {
    const { vendorId, id } = place;
    const before = await findPrinterOf(trx, place);
    await check(deps, trx, { vendorId, id, settings, others: await printersOfVendor(trx, vendorId) });
    await trx
      .updateTable('printers')
      .set({
        ...settings,
        ...(settings.kind === 'tablet' && { secret_hash: null }),
        // What another kind of printer said is no news of this one.
        ...(settings.kind !== before.kind && { paper_level: null, cover: null, problem: null, problem_code: '' }),
      })
      .where('id', '=', id)
      .execute();
    return findPrinterOf(trx, place);
  });
}

/** Its jobs go to the printer that takes over, or end. @throws ApiError 404 */
export function removePrinter(deps: PrinterDeps, place: PrinterPlace): Promise<void> {
  return change(deps, place, async (trx) => {
    const printer = await findPrinterOf(trx, place);
    const now = deps.clock.now();
    await trx
      .updateTable('printers')
      .set({ removed_at: now, secret_hash: null })
      .where('id', '=', printer.id)
      .execute();
    await trx
      .updateTable('printers')
      .set({ takeover_printer_id: null })
      .where('takeover_printer_id', '=', printer.id)
      .execute();
    const jobs = await trx
      .selectFrom('print_jobs')
      .select(['id', 'order_id', 'sends', 'document'])
      .where('printer_id', '=', printer.id)
      .where('state', 'in', ['queued', 'sent'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const to = (await printersOfVendor(trx, place.vendorId)).find(({ id }) => id === printer.takeover_printer_id);
    for (const job of jobs) {
      const isMoved = to !== undefined && job.document !== 'notice' && job.document !== 'test';
      if (isMoved) await moveJob(trx, { job, from: { ...printer, removed_at: now }, to, now });
      else await endJobOfRemoved(trx, job.id, now);
    }
  });
}

async function endJobOfRemoved(trx: Trx, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('print_jobs')
    .set({ state: 'failed', problem: 'removed', ended_at: now })
    .where('id', '=', id)
    .execute();
}

/** Makes an address in place of the one before. @throws ApiError 404; 409 for a tablet */
export function makeAddress(deps: PrinterDeps, place: PrinterPlace): Promise<PrinterAddress> {
  return change(deps, place, async (trx) => {
    const { id, kind } = await findPrinterOf(trx, place);
    if (kind === 'tablet') throw conflict('NO_ADDRESS', t('A tablet has no address.'));
    const secret = newSecret();
    await trx
      .updateTable('printers')
      .set({ secret_hash: hashToken(secret) })
      .where('id', '=', id)
      .execute();
    return addressOf(deps, secret);
  });
}

/** @throws ApiError 404 */
export function revokeAddress(deps: PrinterDeps, place: PrinterPlace): Promise<void> {
  return change(deps, place, async (trx) => {
    const { id } = await findPrinterOf(trx, place);
    await trx.updateTable('printers').set({ secret_hash: null }).where('id', '=', id).execute();
  });
}

/** Runs a change under the lock of the stall, and tells its pages. @throws ApiError 401, 403, 404 */
function change<Result>(
  deps: PrinterDeps,
  { vendorId, session }: Place,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return deps.outbox.transaction(async (trx) => {
    await leadPlace(trx, deps, await vendorPlace(trx, vendorId), session);
    const result = await work(trx);
    await printingChanged(trx, [vendorId]);
    return result;
  });
}

interface Checked {
  vendorId: number;
  /** Null for a new printer. */
  id: number | null;
  settings: PrinterSettings;
  others: readonly ListedPrinter[];
}

/** @throws ApiError 422 */
async function check({ languages }: PrinterDeps, trx: Trx, { vendorId, id, settings, others }: Checked): Promise<void> {
  const { language, group_ids, takeover_printer_id: takeover } = settings;
  if (!languages.includes(language)) throw invalid({ language: [t('The site does not speak this language.')] });
  const groups = await trx
    .selectFrom('groups')
    .innerJoin('menus', 'menus.id', 'groups.menu_id')
    .select('groups.id')
    .where('menus.vendor_id', '=', vendorId)
    .execute();
  if (group_ids.some((each) => !groups.some((group) => group.id === each))) {
    throw invalid({ group_ids: [t('This group is not on the menu.')] });
  }
  if (takeover === null) return;
  if (!others.some((each) => each.id === takeover)) {
    throw invalid({ takeover_printer_id: [t('Printer not found.')] });
  }
  if (id !== null && isCircular(others, id, takeover)) {
    throw invalid({ takeover_printer_id: [t('That printer hands over to this one.')] });
  }
}

/** Like the token of a session, so that the log hides it. */
const newSecret = (): string => randomBytes(32).toString('base64url');

const addressOf = ({ config }: PrinterDeps, secret: string): PrinterAddress => ({
  url: `${config.siteUrl}/api/v1/print/${secret}`,
  secret,
});
