/**
 * The public responses of the catalogue, ready to send: writing a menu out again for each guest of a full hall costs six times as
 * much. Each belongs to one version of the catalogue, which the database changes with every commit (migration 0010), so a change is
 * seen at once on every process, also one by an import or by hand.
 */
import { type Encoded, encode } from './encoded';

type Responses = Map<string, Promise<Encoded>>;

export class PublicResponses {
  private version: string | null = null;
  private responses: Responses = new Map();

  /** @param readVersion the catalogue's version as the database has it now; a later call never resolves before an earlier one */
  constructor(private readonly readVersion: () => Promise<string>) {}

  /**
   * @param key the response's path
   * @param build runs once however many ask at the same time, after the version was read: what it finds is as new, or newer. What it
   * throws is not cached.
   */
  async get(key: string, build: () => Promise<string>): Promise<Encoded> {
    const responses = this.responsesOf(await this.readVersion());
    const known = responses.get(key);
    if (known) return known;
    const response = build().then(encode);
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
