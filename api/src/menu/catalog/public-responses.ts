/**
 * Caches the public responses of the catalogue, because building a menu for each guest of a full hall takes six times as long. Each response
 * belongs to one version of the catalogue. The database changes the version with every commit (migration 0010), so every process sees a change
 * at once, even one by an import or by hand.
 */
import type { Clock } from 'core/clock';
import { type Encoded, encode } from './encoded';

export interface Written {
  text: string;
  /** The time at which the response expires without a change, because a stall opens or closes; null if it does not expire. */
  until: Date | null;
}

interface Cached {
  encoded: Encoded;
  until: Date | null;
}

/** Null: there is no such resource. */
type Responses = Map<string, Promise<Cached | null>>;

export class PublicResponses {
  private version: string | null = null;
  private responses: Responses = new Map();

  /** @param readVersion reads the current version of the catalogue; a later call never resolves before an earlier one */
  constructor(
    private readonly readVersion: () => Promise<string>,
    private readonly clock: Clock,
  ) {}

  /**
   * @param key the path of the response
   * @param build runs once for all simultaneous requests, after the version was read, so that its result is at least as new. Neither its
   * errors nor a null are cached. It throws no error with a text, because requests in other languages may wait for the same build.
   * @returns null if `build` does
   */
  get(key: string, build: () => Promise<Written>): Promise<Encoded>;
  get(key: string, build: () => Promise<Written | null>): Promise<Encoded | null>;
  async get(key: string, build: () => Promise<Written | null>): Promise<Encoded | null> {
    const responses = this.responsesOf(await this.readVersion());
    for (;;) {
      const known = responses.get(key);
      const response = known ?? this.begin(responses, key, build);
      const built = await response;
      if (built === null) return null;
      const { encoded, until } = built;
      if (!known || until === null || this.clock.now() < until) return encoded;
      // Other waiting requests may have started the next build.
      if (responses.get(key) === response) responses.delete(key);
    }
  }

  private begin(responses: Responses, key: string, build: () => Promise<Written | null>): Promise<Cached | null> {
    const response = build().then(
      async (written) => written && { encoded: await encode(written.text), until: written.until },
    );
    responses.set(key, response);
    response.then(
      (built) => built ?? responses.delete(key),
      () => responses.delete(key),
    );
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
