/**
 * A vendor's menu as the text that is sent, with its ETag: writing it out again for each guest of a full hall costs six
 * times as much. The process that changes a vendor forgets its texts at once. With PostgreSQL other processes may change it
 * too, so there a text is believed for a second only.
 */
import { createHash } from 'node:crypto';

export interface CachedText {
  body: string;
  etag: string;
}

interface Entry {
  text: Promise<CachedText>;
  bestBefore: number;
}

export type Reader = 'public' | 'member';

export class MenuCache {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly now: () => number,
    private readonly lifetimeMs = Number.POSITIVE_INFINITY,
  ) {}

  /** `build` runs once however many ask at the same time; what it throws is not kept. */
  get(vendorId: number, reader: Reader, build: () => Promise<string>): Promise<CachedText> {
    const key = `${vendorId} ${reader}`;
    const known = this.entries.get(key);
    if (known && known.bestBefore > this.now()) return known.text;
    const text = build().then((body) => ({ body, etag: etagOf(body) }));
    const entry = { text, bestBefore: this.now() + this.lifetimeMs };
    this.entries.set(key, entry);
    text.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return text;
  }

  /** To be called after the commit. A build still under way is forgotten with the rest: it may have read the old rows. */
  forget(vendorId: number): void {
    this.entries.delete(`${vendorId} public`);
    this.entries.delete(`${vendorId} member`);
  }

  forgetAll(): void {
    this.entries.clear();
  }
}

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
