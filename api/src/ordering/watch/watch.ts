import type { Deps } from '../../deps';
import { OpeningMemory } from './opening-memory';
import { watchSilence } from './silence';
import { storePromises } from './store-promises';
import { takeSteps } from './take-steps';

/** Looks at orders that no one has seen and at stalls that are not heard from. Each process of a site has one. */
export class Watch {
  private readonly memory = new OpeningMemory();

  constructor(private readonly deps: Pick<Deps, 'db' | 'outbox' | 'clock' | 'log'>) {}

  /** Runs one round. */
  async runRound(): Promise<void> {
    await takeSteps(this.deps);
    await watchSilence(this.deps, this.memory);
    await storePromises(this.deps);
  }
}
