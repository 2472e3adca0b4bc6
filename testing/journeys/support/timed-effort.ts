import type { Locator } from '@playwright/test';
import { Effort } from './effort';

/** Counts the taps of a long errand and the seconds that it took: '42 taps, 95 s'. */
export class TimedEffort extends Effort {
  private readonly began = Date.now();

  /** Types in place of what a field has: a tap, and a long one that selects it. */
  async retype(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    this.taps += 1;
    await field.clear();
    await this.type(field, text);
  }

  override toString(): string {
    return `${this.taps} taps, ${Math.round((Date.now() - this.began) / 1000)} s`;
  }
}
