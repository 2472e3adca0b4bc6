/** A stall's menu as its editor reads and changes it: with hidden entries, and without envelopes around lists. */
import { z } from 'zod';
import { t } from '../words';
import { allergenSchema, dietSchema } from './catalog';
import { idSchema, languageSchema, lineSchema, moneySchema, paragraphSchema, statusSchema } from './shared';

/** The texts of an entry in the other languages of its venue, by language. Only an item has a description and a picture. */
export const entryTextsSchema = z.record(
  languageSchema,
  z.object({ name: z.string(), description: z.string(), image_alt: z.string() }).partial(),
);

/** The names and other texts are in the venue's first language. */
const edited = { id: idSchema, name: z.string(), status: statusSchema, texts: entryTextsSchema.optional() };

const editedPricedSchema = z.object({ ...edited, price: moneySchema });

export const editedOptionGroupSchema = z.object({
  ...edited,
  min_select: z.int().nonnegative(),
  /** Null: any number. */
  max_select: z.int().positive().nullable(),
  options: z.array(
    editedPricedSchema.extend({
      /** The allergens that it adds to those of the item. */
      allergens: z.array(allergenSchema),
    }),
  ),
});

export const editedItemSchema = z.object({
  ...edited,
  /** When an inactive entry becomes active by itself. Absent: once it is switched on. */
  back_at: z.iso.datetime().optional(),
  /** Null: the venue's own tax. */
  tax_category_id: idSchema.nullable(),
  /** Null: the stall states nothing of them. */
  allergens: z.array(allergenSchema).nullable(),
  diets: z.array(dietSchema),
  description: z.string(),
  image_url: z.string().nullable(),
  hero_url: z.string().nullable(),
  /** A description of the picture. Empty where it is decoration. */
  image_alt: z.string(),
  /** The first is the default one. */
  variants: z.array(editedPricedSchema),
  option_groups: z.array(editedOptionGroupSchema),
});

export const editedGroupSchema = z.object({
  ...edited,
  /** The choices of all its items. */
  option_groups: z.array(editedOptionGroupSchema),
  items: z.array(editedItemSchema),
});

export const editedMenuSchema = z.object({ ...edited, groups: z.array(editedGroupSchema) });

export const menuEditorSchema = z.object({
  /** Differs after each change of the menu, by any person. */
  version: z.string(),
  currency: z.string().length(3),
  currency_symbol: z.string(),
  /** The languages of the venue's menus, its first language first. Absent in responses of a server that knows one language. */
  languages: z.array(languageSchema).optional(),
  /** The languages in which the stall's own short text is missing, so that guests see no menu of it in them. Its document has that text. */
  languages_without_blurb: z.array(languageSchema).optional(),
  menus: z.array(editedMenuSchema),
});

/** The menu after a change. */
export const menuEditedSchema = menuEditorSchema.extend({
  /** The entry that was created, copied, changed or moved. Null after a removal. */
  entry_id: idSchema.nullable(),
});

/** Limits of an order and of its lists. The document of a venue has the same limits of texts. */
export const MENU_LIMITS = {
  menus: 20,
  groups: 100,
  /** The most items of one stall. */
  items: 2_000,
  variants: 50,
  option_groups: 30,
  options: 200,
} as const;

const name = lineSchema
  .min(1, { error: () => t('A name is required.') })
  .max(200, { error: () => t('A name has at most 200 characters.') });
const description = paragraphSchema.max(2_000, { error: () => t('A description has at most 2,000 characters.') });
const image_alt = lineSchema.max(200, { error: () => t('This has at most 200 characters.') });
/** If they are left out, an existing entry keeps its texts. An empty text is a missing one. */
const texts = z
  .record(languageSchema, z.strictObject({ name: name.or(z.literal('')), description, image_alt }).partial())
  .optional();
/** The id of an existing part. A part without one is added. */
const id = idSchema.optional();

const pricedDraftSchema = z.object({ id, name, texts, price: moneySchema, status: statusSchema.default('active') });

const different = <T extends z.ZodType>(each: T) =>
  z.array(each).refine((list) => new Set(list).size === list.length, 'This is in the list twice.');

/** If it is left out, an existing choice keeps its allergens. */
const optionDraftSchema = pricedDraftSchema.extend({ allergens: different(allergenSchema).optional() });

export const optionGroupDraftSchema = z
  .object({
    id,
    name,
    texts,
    status: statusSchema.default('active'),
    min_select: z
      .int()
      .min(0, { error: () => t('The least is 0 or more.') })
      .default(0),
    max_select: z
      .int()
      .min(1, { error: () => t('The most is 1 or more.') })
      .max(1_000)
      .nullable()
      .default(null),
    options: z
      .array(optionDraftSchema)
      .min(1, { error: () => t('Add a choice.') })
      .max(MENU_LIMITS.options, {
        error: () => t('There are at most {max} choices in a group.', { max: MENU_LIMITS.options }),
      }),
  })
  .refine(({ min_select, max_select }) => max_select === null || max_select >= min_select, {
    path: ['max_select'],
    error: () => t('The most is at least the least.'),
  })
  .refine(({ min_select, options }) => min_select <= options.length, {
    path: ['min_select'],
    error: () => t('This is more than there are choices.'),
  });

const optionGroups = z.array(optionGroupDraftSchema).max(MENU_LIMITS.option_groups, {
  error: () => t('There are at most {max} groups of choices.', { max: MENU_LIMITS.option_groups }),
});

const address = z.string().min(1).max(100);

/** The pictures of an item: addresses that the stall has uploaded, or that the item has. */
export const itemPictureSchema = z.object({
  image_url: address,
  hero_url: address,
  alt: image_alt.default(''),
});

const menuFields = { name, texts, status: statusSchema };
const groupFields = { name, texts, status: statusSchema, option_groups: optionGroups };
const itemFields = {
  name,
  texts,
  status: statusSchema,
  /** 'tomorrow': it is inactive until the first opening of the next business day. Null: it is inactive until it is switched on. */
  until: z.literal('tomorrow').nullable(),
  tax_category_id: idSchema.nullable(),
  allergens: different(allergenSchema).nullable(),
  diets: different(dietSchema),
  description,
  variants: z
    .array(pricedDraftSchema)
    .min(1, { error: () => t('Add a price.') })
    .max(MENU_LIMITS.variants, { error: () => t('There are at most {max} sizes.', { max: MENU_LIMITS.variants }) }),
  option_groups: optionGroups,
  /** Null if the item has none. */
  picture: itemPictureSchema.nullable(),
};

const NOT_BACK = { path: ['until'], error: 'Only what is inactive comes back.' };
const comesBack = ({
  status,
  until,
}: {
  status?: z.output<typeof statusSchema> | undefined;
  until?: 'tomorrow' | null | undefined;
}) => until !== 'tomorrow' || status !== 'active';

/** The version of the menu that the editor has. A change is refused if the menu has another version by now. */
const version = z.string().min(1).max(100);
const ofParent = { version, parent_id: idSchema };

export const newMenuSchema = z.object({ version, ...menuFields, status: menuFields.status.default('active') });
export const newGroupSchema = z.object({
  ...ofParent,
  ...groupFields,
  status: statusSchema.default('active'),
  option_groups: optionGroups.default([]),
});
export const newItemSchema = z
  .object({
    version,
    /** The section that it goes to. Left out for the first item of a stall: a menu and a section are made for it where there is none. */
    parent_id: idSchema.optional(),
    ...itemFields,
    status: statusSchema.default('active'),
    until: itemFields.until.default(null),
    tax_category_id: itemFields.tax_category_id.default(null),
    allergens: itemFields.allergens.default(null),
    diets: itemFields.diets.default([]),
    description: itemFields.description.default(''),
    option_groups: optionGroups.default([]),
    picture: itemFields.picture.default(null),
  })
  .refine(comesBack, NOT_BACK);

/** The fields to change. A list is sent whole: an entry that it leaves out is removed. */
const changeSchema = <T extends z.ZodRawShape>(fields: T) => z.object(fields).partial().extend({ version });

export const menuChangeSchema = changeSchema(menuFields);
export const groupChangeSchema = changeSchema(groupFields);
export const itemChangeSchema = changeSchema(itemFields).refine(comesBack, NOT_BACK);

/**
 * Puts an entry behind another one of its list, or first. `parent_id` is the list that it moves to; without it the entry stays
 * in its list.
 */
export const entryMoveSchema = z.object({
  version,
  parent_id: idSchema.optional(),
  after_id: idSchema.nullable(),
});

export const menuVersionSchema = z.object({ version });
export const menuEntryKindSchema = z.enum(['menus', 'groups', 'items']);
