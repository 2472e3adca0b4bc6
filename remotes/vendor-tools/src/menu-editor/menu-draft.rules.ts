/** Turns the draft of an entry into the fields to send, and compares them with another editor's changes. Pure. */
import { decimalOf, exponentOf, toMinor } from 'shared-contracts/rules/money';
import type {
  Allergen,
  Diet,
  EditedItem,
  EditedOptionGroup,
  EntryTexts,
  ItemPicture,
  MenuEntryKind,
  Status,
} from 'shared-contracts/types';
import { t } from '../words';
import type { Entry } from './menu-tree.rules';
import { mergeTexts, trimTexts, writtenTexts } from './translation.rules';

export interface PricedDraft {
  /** The key of the row on the screen. */
  key: string;
  id?: number | undefined;
  name: string;
  texts?: EntryTexts | undefined;
  price: string;
  status: Status;
  /** The allergens that a choice adds. */
  allergens?: readonly Allergen[] | undefined;
}

export interface ChoicesDraft {
  key: string;
  id?: number | undefined;
  name: string;
  texts?: EntryTexts | undefined;
  status: Status;
  min_select: string;
  /** An empty text allows any number. */
  max_select: string;
  options: readonly PricedDraft[];
}

/** The draft of any entry. A menu uses only the name, its translations and the status, and a section also the choices. */
export interface Draft extends Pick<Fields, 'texts' | 'status' | 'until' | 'tax_category_id' | 'allergens' | 'diets'> {
  name: string;
  description: string;
  picture: ItemPicture | null;
  variants: readonly PricedDraft[];
  option_groups: readonly ChoicesDraft[];
}

type Priced = Omit<EditedItem['variants'][number], 'id'> & {
  id?: number | undefined;
  allergens?: readonly Allergen[] | undefined;
};

/** The fields of an entry as the request sends them. */
export interface Fields {
  name: string;
  /** The texts in the venue's other languages. A draft that was stored by an earlier page has none. */
  texts?: EntryTexts | undefined;
  status: Status;
  /** Null where a hidden entry returns only by hand. */
  until: 'tomorrow' | null;
  /** Null for the venue's own tax. */
  tax_category_id: number | null;
  /** Null where the stall states no allergens. */
  allergens: readonly Allergen[] | null;
  diets: readonly Diet[];
  description: string;
  picture: ItemPicture | null;
  variants: readonly Priced[];
  option_groups: readonly (Omit<EditedOptionGroup, 'id' | 'options'> & {
    id?: number | undefined;
    options: readonly Priced[];
  })[];
}

/** Fields that are compared, sent and asked about together. The status includes its end: neither is enough alone. */
export type Field = Exclude<keyof Fields, 'until'>;

export const FIELDS: Readonly<Record<MenuEntryKind, readonly Field[]>> = {
  menus: ['name', 'texts', 'status'],
  groups: ['name', 'texts', 'status', 'option_groups'],
  items: [
    'name',
    'texts',
    'status',
    'tax_category_id',
    'allergens',
    'diets',
    'description',
    'picture',
    'variants',
    'option_groups',
  ],
};

/** The fields of a new entry. It has one size, whose name is not typed while it is the only one. */
export const NEW_FIELDS: Fields = {
  name: '',
  status: 'active',
  until: null,
  tax_category_id: null,
  allergens: null,
  diets: [],
  description: '',
  picture: null,
  variants: [],
  option_groups: [],
};

export const newPriced = (list: readonly { key: string }[], name = '', price = ''): PricedDraft => ({
  key: freshKey(list),
  name,
  price,
  status: 'active',
});

export const newChoices = (list: readonly { key: string }[]): ChoicesDraft => ({
  key: freshKey(list),
  name: '',
  status: 'active',
  min_select: '0',
  max_select: '',
  options: [newPriced([], '', '0')],
});

function freshKey(list: readonly { key: string }[]): string {
  const numbers = list.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0));
  return `new-${Math.max(0, ...numbers) + 1}`;
}

export function toFields(entry: Entry): Fields {
  return {
    name: entry.name,
    texts: entry.texts,
    status: entry.status,
    until: 'back_at' in entry && entry.back_at !== undefined ? 'tomorrow' : null,
    tax_category_id: 'tax_category_id' in entry ? entry.tax_category_id : null,
    allergens: 'allergens' in entry ? entry.allergens : null,
    diets: 'diets' in entry ? entry.diets : [],
    description: 'description' in entry ? entry.description : '',
    picture: 'image_url' in entry ? toPicture(entry) : null,
    variants: 'variants' in entry ? entry.variants : [],
    option_groups: 'option_groups' in entry ? entry.option_groups : [],
  };
}

const toPicture = ({ image_url, hero_url, image_alt }: EditedItem): ItemPicture | null =>
  image_url === null ? null : { image_url, hero_url: hero_url ?? image_url, alt: image_alt };

export function toDraft(fields: Fields, currency: string): Draft {
  const pricedOf = ({ id, name, texts, price, status, allergens }: Priced): PricedDraft => ({
    key: `id-${id}`,
    id,
    name,
    ...(texts && { texts }),
    price: decimalOf(toMinor(price, currency), currency),
    status,
    ...(allergens && { allergens }),
  });
  return {
    ...fields,
    variants: fields.variants.map(pricedOf),
    option_groups: fields.option_groups.map(({ id, name, texts, status, min_select, max_select, options }) => ({
      key: `id-${id}`,
      id,
      name,
      ...(texts && { texts }),
      status,
      min_select: String(min_select),
      max_select: max_select === null ? '' : String(max_select),
      options: options.map(pricedOf),
    })),
  };
}

/** Returns the draft of a new entry. */
export const newDraft = (kind: MenuEntryKind): Draft => ({
  ...toDraft(NEW_FIELDS, 'CAD'),
  variants: kind === 'items' ? [newPriced([], t('Regular'))] : [],
});

/** Keeps only the ids of rows that `present` has. The other rows are sent as new ones, since the API no longer knows their ids. */
export function withKnownIds(draft: Draft, present: Fields): Draft {
  const withKnownId = <T extends { id?: number | undefined }>(
    row: T,
    rows: readonly { id?: number | undefined }[] = [],
  ): T => ({
    ...row,
    id: rows.some(({ id }) => id === row.id) ? row.id : undefined,
  });
  return {
    ...draft,
    variants: draft.variants.map((row) => withKnownId(row, present.variants)),
    option_groups: draft.option_groups.map((group) => {
      const options = present.option_groups.find(({ id }) => id === group.id)?.options;
      return {
        ...withKnownId(group, present.option_groups),
        options: group.options.map((row) => withKnownId(row, options)),
      };
    }),
  };
}

/** Tells whether the size needs no name, since the item has one. A hidden size shows that it is hidden, and how to show it again. */
export const isOnlySize = (rows: readonly PricedDraft[]): boolean => rows.length === 1 && rows[0]?.status === 'active';

/** The errors by the path that the API names in a 422. */
export type DraftErrors = Readonly<Record<string, string>>;

/** @returns the fields to send, or the errors of the draft */
export function readDraft(
  draft: Draft,
  kind: MenuEntryKind,
  currency: string,
): { fields: Fields; errors?: undefined } | { fields?: undefined; errors: DraftErrors } {
  const errors: Record<string, string> = {};
  const readName = (name: string, path: string) => {
    if (name.trim() === '') errors[path] = t('A name is required.');
    return name.trim();
  };
  const pricedOf = (path: string) => (row: PricedDraft, index: number) => {
    const price = parsePrice(row.price, currency);
    if (price === null) errors[`${path}.${index}.price`] = t('Type a price, such as 12 or 12.50.');
    else if (typeof price === 'string') errors[`${path}.${index}.price`] = price;
    return {
      ...(row.id !== undefined && { id: row.id }),
      name: readName(row.name, `${path}.${index}.name`),
      ...readTexts(row.texts),
      price: typeof price === 'number' ? price : 0,
      status: row.status,
      ...(row.allergens && { allergens: row.allergens }),
    };
  };
  const has = (field: Field) => FIELDS[kind].includes(field);
  const fields: Fields = {
    name: readName(draft.name, 'name'),
    ...readTexts(draft.texts),
    status: draft.status,
    until: draft.until,
    tax_category_id: draft.tax_category_id,
    allergens: draft.allergens,
    diets: draft.diets,
    description: draft.description.trim(),
    picture: draft.picture && { ...draft.picture, alt: draft.picture.alt.trim() },
    variants: has('variants') ? draft.variants.map(pricedOf('variants')) : [],
    option_groups: !has('option_groups')
      ? []
      : draft.option_groups.map((group, index) => {
          const path = `option_groups.${index}`;
          const min_select = parseCount(group.min_select.trim() === '' ? '0' : group.min_select);
          const max_select = group.max_select.trim() === '' ? null : parseCount(group.max_select);
          if (min_select === undefined) errors[`${path}.min_select`] = t('Type a number, such as 0 or 1.');
          else if (min_select > group.options.length)
            errors[`${path}.min_select`] = t('This is more than there are choices.');
          if (max_select === undefined || max_select === 0)
            errors[`${path}.max_select`] = t('Type a number of 1 or more, or leave it empty.');
          else if (max_select !== null && max_select < (min_select ?? 0))
            errors[`${path}.max_select`] = t('The most is at least the least.');
          if (group.options.length === 0) errors[`${path}.options`] = t('Add a choice.');
          return {
            ...(group.id !== undefined && { id: group.id }),
            name: readName(group.name, `${path}.name`),
            ...readTexts(group.texts),
            status: group.status,
            min_select: min_select ?? 0,
            max_select: max_select ?? null,
            options: group.options.map(pricedOf(`${path}.options`)),
          };
        }),
  };
  return Object.keys(errors).length > 0 ? { errors } : { fields };
}

const readTexts = (texts: EntryTexts | undefined): { texts?: EntryTexts } => (texts ? { texts: trimTexts(texts) } : {});

/**
 * Reads a price in major units: null for no number, a sentence for a number that is no price. '12,50' is '12.50'.
 * The digits after the mark count as they are typed: '1.000' may be a thousand, and so may '1,000' of a currency with three decimals.
 */
export function parsePrice(text: string, currency: string): number | string | null {
  const [, whole = '', decimals = ''] = /^(\d*)(\.\d*|,\d+)?$/.exec(text.trim()) ?? [];
  const fraction = decimals.slice(1);
  if (whole + fraction === '') return null;
  if (/^,\d{3}$/.test(decimals)) return t('Type thousands without a comma, such as 1000.');
  if (fraction.length > exponentOf(currency)) return t('This has more decimals than {currency} has.', { currency });
  const price = Number(`${whole || '0'}.${fraction || '0'}`);
  try {
    toMinor(price, currency);
    return price;
  } catch {
    return t('This price is too high.');
  }
}

const parseCount = (text: string): number | undefined => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);

/** Compares two values. The order of their properties does not count, and a missing translation is an empty one. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

/** Returns the changed fields. In a list the ids count too. */
export function changedFields(kind: MenuEntryKind, before: Fields, after: Fields): Field[] {
  return FIELDS[kind].filter((field) => !isSame(pickField(before, field), pickField(after, field)));
}

/** Returns a field with the fields that belong to it. */
export function pickField<T extends Fields | Draft>(fields: T, field: Field): Partial<T> {
  const { [field]: value, until } = fields;
  return { [field]: value, ...(field === 'status' && { until }) } as Partial<T>;
}

/** Sorts the properties of each object, so that equal objects have equal texts, and leaves out empty translations. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, key === 'texts' ? comparableTexts(each) : ordered(each)]),
  );
}

const comparableTexts = (texts: EntryTexts | undefined): string[] =>
  writtenTexts(texts)
    .map((each) => JSON.stringify(each))
    .sort();

/** Returns the fields that both editors have changed differently since `base`. */
export function findConflicts(
  kind: MenuEntryKind,
  { base, mine, theirs }: { base: Fields; mine: Fields; theirs: Fields },
): Field[] {
  const changed = new Set(changedFields(kind, base, mine));
  const differing = new Set(changedFields(kind, mine, theirs));
  const canMerge = mergeTexts({ base: base.texts, mine: mine.texts, theirs: theirs.texts }) !== null;
  return changedFields(kind, base, theirs).filter(
    (field) => changed.has(field) && differing.has(field) && !(field === 'texts' && canMerge),
  );
}

/** Returns the fields to send. Only an item has a time at which it is back. */
export function onlyFields(kind: MenuEntryKind, fields: Fields, names: readonly Field[]): Partial<Fields> {
  const { until, ...sent }: Partial<Fields> = Object.assign({}, ...names.map((name) => pickField(fields, name)));
  return kind === 'items' && until !== undefined ? { ...sent, until } : sent;
}
