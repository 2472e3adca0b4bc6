/** Caches compressed pages of one release that visitors share. */
import { createHash } from 'node:crypto';

export interface Page {
  html: string;
  brotli: Buffer;
}

/** The most stored pages, which is more than a hall has vendors. A page with a first screen has a few tens of kilobytes. */
const MAX_PAGES = 200;
/** The most hashes of pages that were sent once. Each has 44 characters. */
const MAX_SENT = 5_000;

export interface Compressor {
  /** Compresses in about 3 ms, for the visitor who waits for it. */
  quickly(html: string): Promise<Buffer>;
  /** Compresses in about 30 ms, for all later visitors. */
  well(html: string): Promise<Buffer>;
}

/**
 * Stores a page at its second request, and compresses it well. An address has free text, such as the name of a table, so a program can always
 * request new pages. Such pages are sent once, and do not replace pages that visitors share.
 */
export class PageCache {
  private readonly pages = new Map<string, Promise<Page>>();
  private readonly sent = new Set<string>();

  constructor(private readonly compressor: Compressor) {}

  /** @param key identical pages have the same key */
  get(key: string, render: () => Promise<string>): Promise<Page> {
    const hash = createHash('sha256').update(key).digest('base64');
    const known = this.pages.get(hash);
    if (known) return known;
    const page = render().then(async (html) => ({ html, brotli: await this.compressor.quickly(html) }));
    if (this.sent.delete(hash)) this.store(hash, page);
    else remember(this.sent, hash);
    return page;
  }

  private store(hash: string, page: Promise<Page>): void {
    // The oldest page is removed: its content has changed since, or few visitors saw it.
    for (const oldest of this.pages.keys()) {
      if (this.pages.size < MAX_PAGES) break;
      this.pages.delete(oldest);
    }
    this.pages.set(hash, page);
    page
      .then(async (stored) => {
        stored.brotli = await this.compressor.well(stored.html);
      })
      .catch(() => this.pages.delete(hash));
  }
}

function remember(sent: Set<string>, hash: string): void {
  const [oldest] = sent;
  if (sent.size >= MAX_SENT && oldest !== undefined) sent.delete(oldest);
  sent.add(hash);
}
