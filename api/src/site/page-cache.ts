/** Pages of one release that visitors share, compressed. */
import { createHash } from 'node:crypto';

export interface Page {
  html: string;
  brotli: Buffer;
}

/** More pages with a first screen than a hall has vendors; each is a few tens of kilobytes. */
const MAX_PAGES = 200;
/** Hashes of pages that were sent once, 44 characters each. */
const MAX_SENT = 5_000;

export interface Compressor {
  /** Compresses in about 3 ms, for the visitor who waits for it. */
  quickly(html: string): Promise<Buffer>;
  /** Compresses in about 30 ms, for all later visitors. */
  well(html: string): Promise<Buffer>;
}

/**
 * Stores a page, and compresses it well, at its second request. An address has free text, such as the name of a table, so a program can
 * request ever other pages: these are sent once, and evict no page that visitors share.
 */
export class PageCache {
  private readonly pages = new Map<string, Promise<Page>>();
  private readonly sent = new Set<string>();

  constructor(private readonly compressor: Compressor) {}

  /** @param key the same for pages that are the same */
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
    // The oldest gives way: what it showed has changed since, or was seen by few.
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
