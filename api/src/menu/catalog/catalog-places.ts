/**
 * Knows the languages of halls, those in which a stall is whole, and the stall of an item, for one version of the catalogue at a time. So a request
 * needs no query of its own for its language.
 */
import type { Clock } from 'core/clock';
import type { Queryable } from 'core/database/kysely';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { findMenus, findVendor, nextBack, readPlaces, vendorIdOfItem } from './catalog.repository';
import { wholeLanguages } from './menu-language.rules';

/** The languages of each open venue and of each of its vendors, by id. */
interface Places {
  venues: ReadonlyMap<number, readonly string[]>;
  vendors: ReadonlyMap<number, readonly string[]>;
}

interface Judged {
  languages: readonly string[];
  /** The time at which a sold-out entry comes back, which may lack a text. Null if none does. */
  until: Date | null;
}

interface Known {
  version: string;
  places?: Promise<Places> | undefined;
  judged: Map<number, Promise<Judged>>;
  vendorOfItem: Map<number, number>;
}

const nothingOf = (version: string): Known => ({ version, judged: new Map(), vendorOfItem: new Map() });

export class CatalogPlaces {
  private known = nothingOf('');

  constructor(
    private readonly db: Queryable,
    private readonly clock: Clock,
  ) {}

  /** Returns the languages of a venue, its first language first. @param version the current version of the catalogue */
  async ofVenue(venueId: number, version: string): Promise<readonly string[]> {
    return (await this.places(version)).venues.get(venueId) ?? [SOURCE_LANGUAGE];
  }

  async ofVendor(vendorId: number, version: string): Promise<readonly string[]> {
    return (await this.places(version)).vendors.get(vendorId) ?? [SOURCE_LANGUAGE];
  }

  /** @returns undefined for an item that does not exist */
  async vendorOfItem(itemId: number, version: string): Promise<number | undefined> {
    const { vendorOfItem } = this.of(version);
    const vendorId = vendorOfItem.get(itemId) ?? (await vendorIdOfItem(this.db, itemId));
    if (vendorId !== undefined) vendorOfItem.set(itemId, vendorId);
    return vendorId;
  }

  /** True if a venue has the language, and it is not the venue's first. */
  async isOther(language: string, version: string): Promise<boolean> {
    const { venues } = await this.places(version);
    return [...venues.values()].some((languages) => languages.indexOf(language) > 0);
  }

  /** Returns the language in which a guest reads a stall: the wanted one if the stall is whole in it, else its venue's first. */
  async languageOf(vendorId: number, wanted: string, version: string): Promise<string> {
    const languages = await this.ofVendor(vendorId, version);
    if (languages.indexOf(wanted) <= 0) return languages[0] ?? SOURCE_LANGUAGE;
    const whole = await this.wholeLanguages(vendorId, version);
    return (whole.includes(wanted) ? wanted : languages[0]) ?? SOURCE_LANGUAGE;
  }

  /** Returns the languages in which a stall is whole, as guests see it. */
  async wholeLanguages(vendorId: number, version: string): Promise<readonly string[]> {
    const { judged } = this.of(version);
    const before = await judged.get(vendorId);
    if (before && (before.until === null || this.clock.now() < before.until)) return before.languages;
    const judging = this.judge(vendorId);
    judged.set(vendorId, judging);
    judging.catch(() => judged.delete(vendorId));
    return (await judging).languages;
  }

  private async judge(vendorId: number): Promise<Judged> {
    // The time is read before the menu. If an entry comes back between the two reads, the judgement either counts it or expires at once.
    const until = await nextBack(this.db, vendorId);
    const vendor = await findVendor(this.db, vendorId, true);
    const menus = await findMenus(this.db, vendorId, false);
    return { languages: vendor ? wholeLanguages({ vendor, menus }) : [], until };
  }

  private places(version: string): Promise<Places> {
    const known = this.of(version);
    if (known.places) return known.places;
    const places = readPlaces(this.db);
    known.places = places;
    places.catch(() => {
      known.places = undefined;
    });
    return places;
  }

  private of(version: string): Known {
    if (version !== this.known.version) this.known = nothingOf(version);
    return this.known;
  }
}
