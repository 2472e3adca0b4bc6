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

export class PublicResponses {
  private latest: ResponsesOfVersion | null = null;

  /** @param readVersion reads the current version of the catalogue; a later call never resolves before an earlier one */
  constructor(
    private readonly readVersion: () => Promise<string>,
    private readonly clock: Clock,
  ) {}

  /** Returns the responses of the current version. Whatever is read after this call is at least as new. */
  async current(): Promise<ResponsesOfVersion> {
    const version = await this.readVersion();
    if (version !== this.latest?.version) this.latest = new ResponsesOfVersion(version, this.clock);
    return this.latest;
  }

  /** Returns a response of the current version, see `ResponsesOfVersion.get`. */
  async get(key: string, build: () => Promise<Written>): Promise<Encoded> {
    return (await this.current()).get(key, build);
  }
}

class ResponsesOfVersion {
  /** Null: there is no such resource. */
  private readonly responses = new Map<string, Promise<Cached | null>>();

  constructor(
    readonly version: string,
    private readonly clock: Clock,
  ) {}

  /**
   * @param key the path of the response, and its language
   * @param build runs once for all simultaneous requests. Neither its errors nor a null are cached. It throws no error with a text, because requests
   * in other languages may wait for the same build.
   * @returns null if `build` does
   */
  get(key: string, build: () => Promise<Written>): Promise<Encoded>;
  get(key: string, build: () => Promise<Written | null>): Promise<Encoded | null>;
  async get(key: string, build: () => Promise<Written | null>): Promise<Encoded | null> {
    for (;;) {
      const known = this.responses.get(key);
      const response = known ?? this.begin(key, build);
      const built = await response;
      if (built === null) return null;
      const { encoded, until } = built;
      if (!known || until === null || this.clock.now() < until) return encoded;
      // Other waiting requests may have started the next build.
      if (this.responses.get(key) === response) this.responses.delete(key);
    }
  }

  private begin(key: string, build: () => Promise<Written | null>): Promise<Cached | null> {
    const response = build().then(
      async (written) => written && { encoded: await encode(written.text), until: written.until },
    );
    this.responses.set(key, response);
    response.then(
      (built) => built ?? this.responses.delete(key),
      () => this.responses.delete(key),
    );
    return response;
  }
}
