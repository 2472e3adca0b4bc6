/**
 * The tables that a venue document writes, each with the columns of its key, the columns that each import sets, and those that only an insert
 * sets.
 */
import type { SyncTable } from './sync-rows';

export const venuesTable: SyncTable = {
  table: 'venues',
  key: ['slug'],
  parent: null,
  columns: [
    'name',
    'languages',
    'blurb',
    'image_url',
    'position',
    'currency',
    'currency_symbol',
    'timezone',
    'payment_provider',
    'payment_provider_key',
    'secret_env',
    'webhook_secret_env',
    'tax_name',
    'tax_number',
    'tax_rate_bp',
    'is_tax_included',
    'service_charge_minor',
    'tip_rates_bp',
    'delivery_method_types',
    'drawing',
  ],
  initialColumns: ['opening_hours', 'texts'],
  // Only operators close and open a venue.
  listed: null,
};
export const taxCategoriesTable: SyncTable = {
  table: 'tax_categories',
  key: ['venue_id', 'slug'],
  parent: 'venue_id',
  columns: ['name', 'rate_bp'],
  // Items and orders refer to the category.
  listed: null,
};
export const vendorsTable: SyncTable = {
  table: 'vendors',
  key: ['venue_id', 'slug'],
  parent: 'venue_id',
  columns: [
    'name',
    'blurb',
    'image_url',
    'thumbnail_url',
    'position',
    'address_1',
    'address_2',
    'city',
    'delivery_method_types',
    'subaccount_code',
    'stripe_account',
    'drawing',
  ],
  initialColumns: ['accepting_orders', 'late_after_minutes', 'very_late_after_minutes', 'opening_hours', 'texts'],
  listed: 'is_active',
};
export const menusTable: SyncTable = {
  table: 'menus',
  key: ['vendor_id', 'slug'],
  parent: 'vendor_id',
  columns: ['name', 'position'],
  initialColumns: ['texts', 'status'],
  listed: 'is_active',
};
export const groupsTable: SyncTable = {
  table: 'groups',
  key: ['menu_id', 'slug'],
  parent: 'menu_id',
  columns: ['name', 'position'],
  initialColumns: ['texts', 'status'],
  listed: 'is_active',
};
export const itemsTable: SyncTable = {
  table: 'items',
  key: ['group_id', 'slug'],
  parent: 'vendor_id',
  // An item can move to another section of its vendor.
  movesWithin: 'vendor_id',
  columns: ['vendor_id', 'name', 'description', 'image_url', 'hero_url', 'image_alt', 'drawing', 'position'],
  initialColumns: ['texts', 'status', 'back_at', 'tax_category_id', 'allergens', 'diets'],
  listed: 'is_listed',
};
export const variantsTable: SyncTable = {
  table: 'variants',
  key: ['item_id', 'slug'],
  parent: 'vendor_id',
  columns: ['vendor_id', 'name', 'price_minor', 'position'],
  initialColumns: ['texts', 'status', 'back_at'],
  listed: 'is_listed',
};
export const optionGroupsTable: SyncTable = {
  table: 'option_groups',
  key: ['item_id', 'group_id', 'slug'],
  nullable: ['item_id', 'group_id'],
  parent: 'vendor_id',
  columns: ['vendor_id', 'name', 'min_select', 'max_select', 'position'],
  initialColumns: ['texts', 'status'],
  listed: 'is_listed',
};
export const optionsTable: SyncTable = {
  table: 'options',
  key: ['option_group_id', 'slug'],
  parent: 'vendor_id',
  columns: ['vendor_id', 'name', 'price_minor', 'position'],
  initialColumns: ['texts', 'status', 'back_at', 'allergens'],
  listed: 'is_listed',
};
