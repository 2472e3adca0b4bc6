/**
 * The public responses of the catalogue, ready to send: writing a menu out again for each guest of a full hall costs six times as
 * much. Each belongs to one version of the catalogue, which the database changes with every commit (migration 0010), so a change is
 * seen at once on every process, also one by an import or by hand.
 */
import type { Clock } from 'core/clock';
import { type Encoded, encode } from './encoded';

export interface Written {
  text: string;
  /** When it is not true any more, though nothing was changed: a stall opens or closes. Null: it stays true. */
  until: Date | null;
}

interface Cached {
  encoded: Encoded;
  until: Date | null;
}

type Responses = Map<string, Promise<Cached>>;

export class PublicResponses {
  private version: string | null = null;
  private responses: Responses = new Map();

  /** @param readVersion the catalogue's version as the database has it now; a later call never resolves before an earlier one */
  constructor(
    private readonly readVersion: () => Promise<string>,
    private readonly clock: Clock,
  ) {}

  /**
   * @param key the response's path
   * @param build runs once however many ask at the same time, after the version was read: what it finds is as new, or newer. What it
   * throws is not cached.
   */
  async get(key: string, build: () => Promise<Written>): Promise<Encoded> {
    const responses = this.responsesOf(await this.readVersion());
    for (;;) {
      const known = responses.get(key);
      const response = known ?? this.begin(responses, key, build);
      const { encoded, until } = await response;
      if (!known || until === null || this.clock.now() < until) return encoded;
      // Others who wait may have begun the next one.
      if (responses.get(key) === response) responses.delete(key);
    }
  }

  private begin(responses: Responses, key: string, build: () => Promise<Written>): Promise<Cached> {
    const response = build().then(async ({ text, until }) => ({ encoded: await encode(text), until }));
    responses.set(key, response);
    response.catch(() => responses.delete(key));
    return response;
  }

  private responsesOf(version: string): Responses {
    if (version !== this.version) {
      this.version = version;
      this.responses = new Map();
    }
    return this.responses;
  }
}
