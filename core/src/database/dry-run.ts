/** A change that is only tried: its transaction finds what would be done, and leaves nothing behind. */
import type { Trx } from './kysely';

/** Ends the transaction of a dry run. */
class DryRun<T> extends Error {
  override readonly name = 'DryRun';
  constructor(readonly result: T) {
    super('dry run');
  }
}

/**
 * @param transaction runs work in a transaction
 * @returns what `work` returned, also where nothing stays
 */
export async function changing<T>(
  transaction: (work: (trx: Trx) => Promise<T>) => Promise<T>,
  { isDryRun }: { isDryRun: boolean },
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(async (trx) => {
      const result = await work(trx);
      if (isDryRun) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result as T;
    throw error;
  }
}
