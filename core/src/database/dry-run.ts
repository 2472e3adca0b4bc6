/** Runs a change as a dry run: its transaction finds out what would change and is then rolled back. */
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
 * @returns the result of `work`, in a dry run too
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
