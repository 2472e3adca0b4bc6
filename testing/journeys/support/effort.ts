/** Counts the work of a visitor's thumb: taps and typed characters. */
import type { Locator } from '@playwright/test';

export class Effort {
  taps = 0;
  characters = 0;

  /** A click stands for the tap: emulated touches do not reach the frame of another origin on every machine. */
  async tap(what: Locator): Promise<void> {
    this.taps += 1;
    await what.click();
  }

  /** Chooses an option of a select. That takes two taps, since one opens it. */
  async choose(select: Locator, option: string): Promise<void> {
    this.taps += 2;
    await select.selectOption(option);
  }

  /** Types key by key. A field without the focus takes a tap first. */
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
