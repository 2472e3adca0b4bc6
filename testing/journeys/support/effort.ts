/** Counts what a visitor does with a thumb: taps, and characters that are typed. */
import type { Locator } from '@playwright/test';

export class Effort {
  taps = 0;
  characters = 0;

  async tap(what: Locator): Promise<void> {
    this.taps += 1;
    await what.tap();
  }

  /** A choice in a select takes two taps: one opens it. */
  async choose(select: Locator, option: string): Promise<void> {
    this.taps += 2;
    await select.selectOption(option);
  }

  /** Types key by key. A field that does not have the focus already takes a tap first. */
  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    const hasFocus = await field.evaluate((element) => document.hasFocus() && document.activeElement === element);
    if (!hasFocus) await this.tap(field);
    this.characters += text.length;
    await field.pressSequentially(text);
  }

  toString(): string {
    return `${this.taps} taps and ${this.characters} characters`;
  }
}
