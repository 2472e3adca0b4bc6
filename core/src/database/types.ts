/** The types of the tables for Kysely. The migrations define the tables, and a test compares the two. Money is in minor units. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Translated } from 'shared-contracts/rules/menu-texts';
import type {
  Allergen,
  DeliveryMethod,
  DeliveryMethodType,
  Diet,
  PaymentProvider,
  PrintedDocument,
  PrinterKind,
  PrinterSettings,
  PrintProblem,
  QueueEntry,
  QueueState,
  Role,
  Schedule,
  SeenBy,
  Status,
  VendorRole,
} from 'shared-contracts/types';
import type { PaymentsMode } from '../config';

/** Filled by the database when left out; read as a Date. */
type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

/** The texts of an entry in the venue's other languages, by language: `{"fr": {"name": "Soupe"}}`. */
export type StoredTexts = Readonly<Record<string, Translated>>;

/**
 * The picture of a demo document. `glyphs` names food of the Fluent Emoji Flat set, the main dish first. `ground` and `pattern` are for the
 * few pictures that must look a certain way. Without them, both follow from the dish.
 */
export interface Picture {
  glyphs: readonly string[];
  ground?: string | undefined;
  pattern?: string | undefined;
}

export interface UsersTable {
  id: Generated<number>;
  name: string;
  email: string;
  phone: string | null;
  password_hash: string | null;
  created_at: Time;
  email_confirmed_at: OptionalTime;
  is_demo: Generated<boolean>;
  deleted_at: OptionalTime;
  /** The language that the person has chosen, as a BCP 47 tag. Null before the first choice. */
  language: string | null;
}

export interface TokensTable {
  id: Generated<number>;
  user_id: number;
  token_hash: Buffer;
  created_at: Time;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  proved_at: OptionalTime;
  last_used_at: Time;
}

export interface SecondFactorsTable {
  id: Generated<number>;
  user_id: number;
  kind: 'passkey' | 'authenticator';
  name: string;
  created_at: Time;
  last_used_at: OptionalTime;
  credential_id: Buffer | null;
  public_key: Buffer | null;
  sign_count: Generated<number>;
  transports: Generated<string[]>;
  secret: Buffer | null;
  /** The latest time step of 30 s whose code was used. */
  last_step: number | null;
}

export interface RecoveryCodesTable {
  user_id: number;
  code_hash: Buffer;
  used_at: OptionalTime;
}

export interface FactorStepsTable {
  token_hash: Buffer;
  user_id: number;
  purpose: 'sign-in' | 'prove' | 'add-passkey' | 'add-authenticator';
  token_id: number | null;
  secret: Buffer | null;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  token_hash: Buffer;
  created_at: Time;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: OptionalTime;
}

export interface LoginCodesTable {
  email: string;
  code_hash: Buffer;
  browser_hash: Buffer;
  tries: Generated<number>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: OptionalTime;
}

export interface SharedSecretsTable {
  name: string;
  value: unknown;
  created_at: Generated<Date>;
}

export interface AttemptCountsTable {
  key: Buffer;
  count: number;
  ends_at: Date;
  under_way: Generated<number>;
  busy_until: Date;
}

export interface VenuesTable {
  id: Generated<number>;
  slug: string;
  name: string;
  blurb: string;
  image_url: string;
  position: number;
  is_active: Generated<boolean>;
  currency: string;
  currency_symbol: string;
  timezone: string;
  payment_provider: PaymentProvider;
  payment_provider_key: string;
  secret_env: string;
  webhook_secret_env: string | null;
  tax_name: string;
  tax_number: string;
  tax_rate_bp: number;
  is_tax_included: boolean;
  service_charge_minor: number;
  /** The three percentages that carts offer as a tip, in basis points. Null: the hall takes no tips. */
  tip_rates_bp: number[] | null;
  is_demo: Generated<boolean>;
  delivery_method_types: Generated<DeliveryMethodType[]>;
  drawing: Generated<Picture | null>;
  removed_at: OptionalTime;
  /** The languages of its menus, its first language first. */
  languages: Generated<string[]>;
  texts: Generated<StoredTexts>;
  /** True: the site takes no orders for a stall that is not heard from. */
  stops_silent_stalls: Generated<boolean>;
  /** True: its operators act in it only with a second factor. */
  requires_second_factor: Generated<boolean>;
  /** A refund above this amount asks for a recent proof. Null: the default of 100 units of the currency. */
  refund_proof_minor: number | null;
  /** The schedule of the stalls that have none of their own. */
  opening_hours: ColumnType<Schedule | null, string | null | undefined, string | null>;
  opening_hours_version: Generated<number>;
}

export interface TaxCategoriesTable {
  id: Generated<number>;
  venue_id: number;
  slug: string;
  name: string;
  rate_bp: number;
}

export interface VenueTablesTable {
  id: Generated<number>;
  venue_id: number;
  name: string;
  code: string;
  created_at: Time;
  removed_at: OptionalTime;
}

export interface VendorsTable {
  id: Generated<number>;
  venue_id: number;
  slug: string;
  name: string;
  blurb: string;
  image_url: string;
  thumbnail_url: string;
  position: number;
  is_active: Generated<boolean>;
  /** False: the stall's own switch is on 'closed'. */
  accepting_orders: Generated<boolean>;
  /** False: the stall is open whatever its schedule says. */
  follows_schedule: Generated<boolean>;
  opening_hours: ColumnType<Schedule | null, string | null | undefined, string | null>;
  opening_hours_version: Generated<number>;
  address_1: string;
  address_2: string;
  city: string;
  delivery_method_types: DeliveryMethodType[];
  subaccount_code: string | null;
  /** The connected account that Stripe transfers to. Null: the hall pays the stall itself. */
  stripe_account: Generated<string | null>;
  late_after_minutes: Generated<number | null>;
  very_late_after_minutes: Generated<number | null>;
  drawing: Generated<Picture | null>;
  texts: Generated<StoredTexts>;
  /** True while the site takes no orders for the stall, because no screen or printer of it is heard from. */
  is_stopped: Generated<boolean>;
}

export interface VendorWatchesTable {
  vendor_id: number;
  ring_minutes: Generated<number>;
  staff_minutes: Generated<number>;
  hall_minutes: Generated<number>;
  /** The last time at which a screen or a printer of the stall was heard from. Null: never. */
  heard_at: OptionalTime;
  /** Since when the open stall is not heard from. Null while it is heard from, or closed. */
  silent_since: OptionalTime;
  /** Who was told of the silence: 0 no one, 1 the stall's people, 2 the hall's operators too. */
  silent_step: Generated<number>;
  silent_step_at: OptionalTime;
}

export interface VendorMembersTable {
  vendor_id: number;
  user_id: number;
  role: Generated<VendorRole>;
}

export interface VenueOperatorsTable {
  venue_id: number;
  user_id: number;
}

export interface SiteOperatorsTable {
  user_id: number;
}

export interface InvitationsTable {
  id: Generated<number>;
  token_hash: Buffer;
  email: string;
  role: Role;
  venue_id: number;
  /** Null in an invitation of an operator. */
  vendor_id: number | null;
  invited_by: number | null;
  created_at: Time;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: OptionalTime;
  revoked_at: OptionalTime;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Time;
  actor_id: number | null;
  action: string;
  subject: string;
  venue_id: number | null;
  vendor_id: number | null;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  /** Null once the subject was removed from the entry. */
  subject_salt: ColumnType<string | null, never, null>;
  subject_hash: ColumnType<Buffer, never, never>;
}

export interface AuditChainTable {
  position: ColumnType<number, never, never>;
  entry_id: ColumnType<number, never, never>;
  hash: ColumnType<Buffer, never, never>;
}

export interface ReleaseTokensTable {
  id: Generated<number>;
  token_hash: Buffer;
  team: string;
  apps: string[];
  channels: string[];
  most_percent: number;
  is_for_all: boolean;
  override_origins: Generated<string[]>;
  created_at: ColumnType<Date, Date, never>;
  created_by: number | null;
  expires_at: ColumnType<Date, Date, never>;
  revoked_at: OptionalTime;
  publisher_id: Generated<number | null>;
  identity_hash: Generated<Buffer | null>;
  run: ColumnType<CiRun | null, string | null | undefined, never>;
  spent_at: OptionalTime;
  may_stage: Generated<boolean>;
}

/** The run of a CI system, as the issuer of its identity token describes it. */
export interface CiRun {
  /** The claim sub. */
  subject: string;
  /** The address of the repository. */
  repository: string;
  commit: string;
  /** The file of the workflow with its ref, as the CI system writes it. */
  workflow: string;
  /** The address of the run. */
  run: string;
  /** The account that started the run: 'github:583231'. */
  actor: string;
}

export interface ReleasePublishersTable {
  id: Generated<number>;
  team: string;
  provider: 'github' | 'gitlab';
  issuer: string;
  repository: string;
  repository_id: string;
  owner_id: string;
  workflow: string;
  branch: string | null;
  environment: string | null;
  apps: string[];
  channels: string[];
  most_percent: number;
  may_stage: Generated<boolean>;
  created_at: ColumnType<Date, Date, never>;
  created_by: number | null;
  removed_at: OptionalTime;
}

export interface RefusedReleaseTokensTable {
  day: ColumnType<Date, string, never>;
  network: string;
  reason: string;
  team: string | null;
  request: string;
  count: number;
  last_at: Date;
}

export interface DeskSessionsTable {
  id: Generated<number>;
  session_hash: Buffer;
  release_token_id: number | null;
  user_id: Generated<number | null>;
  passkey_id: Generated<number | null>;
  created_at: ColumnType<Date, Date, never>;
  expires_at: ColumnType<Date, Date, never>;
  outcome: ColumnType<unknown, string | null, string | null>;
}

export interface ReleaseMembersTable {
  id: Generated<number>;
  user_id: number;
  team: string;
  apps: string[];
  may_approve: boolean;
  may_roll_back: boolean;
  ci_accounts: Generated<string[]>;
  created_at: ColumnType<Date, Date, never>;
  created_by: number | null;
  removed_at: OptionalTime;
}

export interface ReleaseStagesTable {
  id: Generated<number>;
  team: string;
  release_token_id: number;
  builds: ColumnType<unknown, string, never>;
  apps: string[];
  subject: string;
  channel: string | null;
  percent: number | null;
  source: ColumnType<unknown, string, never>;
  signed: ColumnType<unknown, string, never>;
  seen: ColumnType<unknown, string, never>;
  actor: string | null;
  staged_at: ColumnType<Date, Date, never>;
  expires_at: ColumnType<Date, Date, never>;
  ended_at: OptionalTime;
  outcome: Generated<'live' | 'refused' | 'withdrawn' | null>;
  reason: Generated<string | null>;
}

export interface ReleaseApprovalsTable {
  stage_id: number;
  user_id: number;
  at: ColumnType<Date, Date, never>;
}

export interface DeskAnswersTable {
  question_hash: Buffer;
  expires_at: ColumnType<Date, Date, never>;
}

/** A bigint[]. 'release-sums.ts' defines what each index counts. */
type Counts = number[];

export interface ReleaseHoursTable {
  part: string;
  version: string;
  hour: Date;
  visits: Counts;
  errors: Counts;
  demoted: Counts;
  loads: Counts;
  lcp: Counts;
  inp: Counts;
  cls: Counts;
  fcp: Counts;
  ttfb: Counts;
}

export interface ReleaseErrorsTable {
  part: string;
  version: string;
  fingerprint: Buffer;
  kind: string;
  message: string;
  stack: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

export interface MenusTable {
  id: Generated<number>;
  vendor_id: number;
  slug: string;
  name: string;
  position: number;
  is_active: Generated<boolean>;
  status: Generated<Status>;
  texts: Generated<StoredTexts>;
}

export interface GroupsTable {
  id: Generated<number>;
  menu_id: number;
  slug: string;
  name: string;
  position: number;
  is_active: Generated<boolean>;
  status: Generated<Status>;
  texts: Generated<StoredTexts>;
}

export interface ItemsTable {
  id: Generated<number>;
  group_id: number;
  vendor_id: number;
  slug: string;
  name: string;
  description: string;
  image_url: string | null;
  hero_url: string | null;
  image_alt: Generated<string>;
  position: number;
  is_listed: Generated<boolean>;
  status: Generated<Status>;
  /** The time at which this inactive entry sells again by itself. Null: it stays inactive until it is switched on. */
  back_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  drawing: Generated<Picture | null>;
  /** Null: the venue's own tax applies. */
  tax_category_id: Generated<number | null>;
  /** Null: the stall states nothing about allergens. */
  allergens: Generated<Allergen[] | null>;
  diets: Generated<Diet[]>;
  texts: Generated<StoredTexts>;
}

export interface StallPicturesTable {
  address: string;
  vendor_id: number | null;
  bytes: number;
  created_at: Date;
  unused_since: Date | null;
}

export interface VariantsTable {
  id: Generated<number>;
  item_id: number;
  vendor_id: number;
  slug: string;
  name: string;
  price_minor: number;
  position: number;
  is_listed: Generated<boolean>;
  status: Generated<Status>;
  /** The time at which this inactive entry sells again by itself. Null: it stays inactive until it is switched on. */
  back_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  texts: Generated<StoredTexts>;
}

export interface OptionGroupsTable {
  id: Generated<number>;
  vendor_id: number;
  item_id: number | null;
  group_id: number | null;
  slug: string;
  name: string;
  min_select: Generated<number>;
  max_select: number | null;
  position: number;
  is_listed: Generated<boolean>;
  status: Generated<Status>;
  texts: Generated<StoredTexts>;
}

export interface OptionsTable {
  id: Generated<number>;
  option_group_id: number;
  vendor_id: number;
  slug: string;
  name: string;
  price_minor: number;
  position: number;
  is_listed: Generated<boolean>;
  status: Generated<Status>;
  /** The time at which this inactive entry sells again by itself. Null: it stays inactive until it is switched on. */
  back_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The allergens that this option adds to those of its item. */
  allergens: Generated<Allergen[]>;
  texts: Generated<StoredTexts>;
}

export interface CatalogVersionTable {
  is_only: Generated<boolean>;
  version: string;
}

export interface CartsTable {
  id: Generated<number>;
  user_id: number;
  venue_id: number;
  state: Generated<'new' | 'paid' | 'abandoned'>;
  version: Generated<number>;
  payment_number: string;
  created_at: Time;
  paid_at: OptionalTime;
  /** The percentage of the items that the buyer chose as a tip. Null, like `tip_minor`, if they chose none. */
  tip_rate_bp: number | null;
  /** The amount that the buyer chose as a tip. */
  tip_minor: number | null;
}

export interface OrdersTable {
  id: Generated<number>;
  cart_id: number;
  user_id: number;
  venue_id: number;
  vendor_id: number;
  state: Generated<'cart' | 'placed' | 'completed' | 'cancelled'>;
  order_number: string | null;
  /** The venue's local day, as 'YYYY-MM-DD'. */
  order_day: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Time;
  placed_at: OptionalTime;
  completed_at: OptionalTime;
  vendor_name: string;
  vendor_image_url: string;
  vendor_address_1: string;
  currency: string;
  currency_symbol: string;
  tax_name: string;
  tax_number: string;
  tax_rate_bp: number;
  is_tax_included: boolean;
  total_minor: Generated<number>;
  tax_minor: Generated<number>;
  service_fee_minor: Generated<number>;
  service_fee_tax_minor: Generated<number>;
  /** The order's portion of the cart's tip. */
  tip_minor: Generated<number>;
  delivery_method: DeliveryMethod | null;
  delivery_method_type: DeliveryMethodType | null;
  delivery_method_location: Generated<string>;
  delivery_method_instructions: Generated<string>;
  /** The time at which the buyer scanned the table of this delivery. Null: the delivery was chosen by hand. */
  delivery_scanned_at: OptionalTime;
  /** The note about the buyer's allergy. */
  allergy_note: Generated<string>;
  /** The language of the buyer's checkout, in which the buyer is written to. A BCP 47 tag. */
  language: Generated<string>;
  /** Set when a person should look at the order, for example when an item became inactive while it was paid for. */
  flag: string | null;
}

export interface OrderCountersTable {
  vendor_id: number;
  day: string;
  last: number;
}

/** The names of an order's line in other languages of the venue, by language. */
export type LineTexts = Readonly<Record<string, { item_name: string; variant_name: string }>>;

export interface OrderItemsTable {
  id: Generated<number>;
  order_id: number;
  item_id: number;
  variant_id: number;
  line_key: string;
  item_name: string;
  variant_name: string;
  quantity: number;
  notes: Generated<string>;
  unit_minor: number;
  options_minor: number;
  total_minor: number;
  /** The item's own price when the order was placed. Null in a cart. */
  item_minor: Generated<number | null>;
  /** The tax of the item when it was added. Null, and its rate too: the order's own tax applies. */
  tax_name: Generated<string | null>;
  tax_rate_bp: Generated<number | null>;
  /** The allergens stated when the order was placed. Null in a cart, and where the stall stated nothing. */
  allergens: Generated<Allergen[] | null>;
  /** The names of the line in other languages of the venue. */
  texts: Generated<LineTexts>;
}

export interface OrderItemOptionsTable {
  id: Generated<number>;
  order_item_id: number;
  option_id: number;
  name: string;
  price_minor: number;
  texts: Generated<StoredTexts>;
}

export interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  request_hash: Buffer;
  cart_id: number;
  created_at: Time;
}

export interface PaymentAttemptsTable {
  id: Generated<number>;
  cart_id: number;
  user_id: number;
  venue_id: number;
  provider: PaymentProvider | 'Stitch';
  is_live: boolean;
  state: Generated<'open' | 'succeeded' | 'superseded' | 'cancelled' | 'mismatch' | 'duplicate' | 'expired' | 'closed'>;
  cart_version: number;
  amount_minor: number;
  currency: string;
  reference: string | null;
  client_secret: string | null;
  snapshot: JSONColumnType<object>;
  result_code: string | null;
  refund_state: 'wanted' | 'done' | null;
  created_at: Time;
  settled_at: OptionalTime;
  checked_at: OptionalTime;
  checks: Generated<number>;
}

/** The ledger. docs/reference/ledger.md has the postings of each cause. */
export interface LedgerEntriesTable {
  id: Generated<number>;
  venue_id: number;
  currency: string;
  is_live: boolean;
  cause: LedgerCause;
  attempt_id: number | null;
  refund_id: number | null;
  booked_at: Time;
  /** True for a fee by the hall's own rate, until the provider tells its figure. */
  is_estimated: Generated<boolean>;
  payout_id: number | null;
}

export type LedgerCause = 'payment' | 'refund' | 'fee' | 'dispute' | 'transfer' | 'rent' | 'payout' | 'correction';

export interface LedgerPostingsTable {
  id: Generated<number>;
  entry_id: number;
  account: LedgerAccount;
  vendor_id: number | null;
  order_id: number | null;
  line: LedgerLine;
  amount_minor: number;
}

/**
 * Three accounts say what the provider holds: received less refunded, its fees, and what disputes hold back. Five say who it belongs to, and
 * one what was paid out. 'buyers' is the money of payments that bought nothing, until it has gone back.
 */
export type LedgerAccount = 'provider' | 'fees' | 'disputes' | 'stall' | 'tips' | 'hall' | 'tax' | 'buyers' | 'payouts';

/** What a posting is in a statement. */
export type LedgerLine =
  | 'received'
  | 'refunded'
  | 'returned'
  | 'sales'
  | 'tip'
  | 'service_charge'
  | 'tax'
  | 'commission'
  | 'fee'
  | 'dispute'
  | 'rent'
  | 'transfer'
  | 'payout'
  | 'correction';

export interface VenueTermsTable {
  venue_id: number;
  fees_borne_by: Generated<'stalls' | 'hall'>;
  fee_rate_bp: Generated<number>;
  fee_fixed_minor: Generated<number>;
}

export interface VendorTermsTable {
  vendor_id: number;
  commission_bp: Generated<number>;
  rent_minor: Generated<number>;
  /** The first month, as its first day. */
  rent_from: string | null;
}

export interface RentMonthsTable {
  vendor_id: number;
  month: string;
  amount_minor: number;
}

export interface PayoutsTable {
  id: Generated<number>;
  venue_id: number;
  vendor_id: number;
  currency: string;
  is_live: boolean;
  from_day: string;
  to_day: string;
  amount_minor: number;
  paid_on: string;
  reference: string;
  user_id: number | null;
  request_key: string;
  request_hash: Buffer;
  created_at: Time;
  undone_at: OptionalTime;
  undone_by: number | null;
  undo_reason: string | null;
}

export interface PaymentAlertsTable {
  id: Generated<number>;
  attempt_id: number;
  asked_minor: number;
  asked_currency: string;
  received_minor: number;
  received_currency: string;
  received_is_live: boolean;
  created_at: Time;
  seen_at: OptionalTime;
}

export interface WebhookEventsTable {
  id: Generated<number>;
  provider: string;
  venue_id: number;
  event_key: string;
  reference: string | null;
  body: Json<unknown>;
  received_at: Time;
  processed_at: OptionalTime;
  attempts: Generated<number>;
  last_error: string | null;
}

export interface QueueEntriesTable {
  id: Generated<number>;
  order_id: number;
  vendor_id: number;
  user_id: number;
  state: Generated<QueueState>;
  created_at: Time;
  updated_at: Time;
  notified_at: OptionalTime;
  reprinted_at: OptionalTime;
  cancelled_at: OptionalTime;
  /** The time at which the order was last marked done. Null before that, and after an undo. */
  done_at: OptionalTime;
  /** The id of the transaction that changed the state, cancelled the entry, or changed what the watch says of it. */
  changed_in: Generated<string>;
  /** The time at which the stall saw the order first, and by what. */
  seen_at: OptionalTime;
  seen_by: ColumnType<SeenBy | null, SeenBy | null | undefined, SeenBy | null>;
  /** The last step of the watch: 0 none, 1 ring, 2 staff, 3 hall. */
  watch_step: Generated<number>;
  watch_step_at: OptionalTime;
  /** The time at which the order should be done, as estimated when it was placed. */
  promised_at: OptionalTime;
}

export interface QueueTransitionsTable {
  id: Generated<number>;
  entry_id: number;
  from_state: QueueState;
  to_state: QueueState;
  is_undo: boolean;
  at: Time;
  /** Who moved it; null for a step from before the column. */
  actor_id: Generated<number | null>;
}

export interface QueueMovesTable {
  user_id: number;
  key: string;
  entry_id: number;
  from_state: QueueState | null;
  to_state: QueueState;
  response: Json<QueueEntry>;
  created_at: Time;
}

export interface OrderCancellationsTable {
  order_id: number;
  user_id: number;
  reason: string;
  /** The state of the queue entry when the order was cancelled. */
  queue_state: Exclude<QueueState, 'collected'>;
  cancelled_at: ColumnType<Date, Date, never>;
}

/** The part of a refund that has one rate of tax. */
export interface RefundedTax {
  name: string;
  rate_bp: number;
  total_minor: number;
  tax_minor: number;
}

export interface OrderRefundsTable {
  id: Generated<number>;
  order_id: number;
  attempt_id: number;
  source: 'operator' | 'cancellation' | 'provider';
  user_id: number | null;
  reason: string;
  amount_minor: number;
  total_minor: number;
  tax_minor: number;
  service_fee_minor: number;
  service_fee_tax_minor: number;
  /** The part of the amount that is tip. */
  tip_minor: Generated<number>;
  state: RefundState;
  tries: Generated<number>;
  error: string | null;
  provider_refund_id: string | null;
  request_key: string | null;
  request_hash: Buffer | null;
  created_at: ColumnType<Date, Date, never>;
  settled_at: OptionalTime;
  /** One entry for each rate. Null in rows that are older than the column. */
  taxes: ColumnType<RefundedTax[] | null, string | null | undefined, string | null>;
}

/**
 * 'wanted', 'asked' and 'unclear' are not settled yet. 'failed' and 'void' do not count as refunds. docs/reference/payments.md describes
 * each state.
 */
export type RefundState = 'wanted' | 'asked' | 'unclear' | 'done' | 'failed' | 'void';

export interface DisputesTable {
  id: Generated<number>;
  attempt_id: number;
  /** Null for a dispute that was entered by hand. */
  provider_dispute_id: string | null;
  state: 'needs-response' | 'under-review' | 'won' | 'lost';
  amount_minor: number;
  /** What the dispute costs in addition, as far as the provider has not returned it. */
  fee_minor: number;
  currency: string;
  reason: string;
  due_at: OptionalTime;
  opened_at: ColumnType<Date, Date, Date>;
  closed_at: OptionalTime;
  /** True while the amount is not in the account. */
  is_withdrawn: boolean;
  source: 'provider' | 'operator';
  entered_by: number | null;
  /** When the provider was asked, or an operator changed the row. */
  updated_at: ColumnType<Date, Date, Date>;
}

/** 'refused' until an operator decides, 'by-hand' if the hall settles it itself, 'void' if it was not needed any more or tried again. */
export type TransferState = 'wanted' | 'asked' | 'done' | 'refused' | 'by-hand' | 'void';

export interface TransfersTable {
  id: Generated<number>;
  attempt_id: number;
  vendor_id: number;
  /** The stall's account at the provider. */
  account: string;
  amount_minor: number;
  /** The transfer that this takes back; null for a transfer. */
  reverses: number | null;
  state: TransferState;
  provider_transfer_id: Generated<string | null>;
  error: Generated<string | null>;
  tries: Generated<number>;
  created_at: Time;
  settled_at: OptionalTime;
}

export interface OrderRefundLinesTable {
  refund_id: number;
  order_item_id: number;
  quantity: number;
}

export interface PrintersTable {
  id: Generated<number>;
  vendor_id: number;
  name: string;
  kind: PrinterKind;
  /** The width of its paper in mm. */
  paper: PrinterSettings['paper'];
  documents: PrinterSettings['documents'];
  moment: PrinterSettings['moment'];
  copies: number;
  language: string;
  /** Empty: the whole order. */
  group_ids: Generated<number[]>;
  takeover_printer_id: number | null;
  secret_hash: Buffer | null;
  last_heard_at: OptionalTime;
  paper_level: 'ok' | 'low' | 'out' | null;
  cover: 'closed' | 'open' | null;
  problem: PrintProblem | null;
  problem_code: Generated<string>;
  is_away: Generated<boolean>;
  is_stuck: Generated<boolean>;
  created_at: Time;
  removed_at: OptionalTime;
}

/** Why a job is not printed: a problem of its printer, or the reason that the hall gave it up. */
export type JobProblem = PrintProblem | 'cancelled' | 'removed' | 'too-old' | 'unreadable';

export interface PrintJobsTable {
  id: Generated<number>;
  printer_id: number;
  order_id: number | null;
  /** A notice tells a printer's people that another printer has taken over a job. */
  document: PrintedDocument | 'notice';
  /** 'YYYY-MM-DD' in the venue's time zone. */
  day: ColumnType<string | null, string | null | undefined, string | null>;
  copy_number: Generated<number>;
  copy_count: Generated<number>;
  group_ids: Generated<number[]>;
  moves: ColumnType<PrinterMove[], string | undefined, string>;
  asked_by: number | null;
  request: string | null;
  key: string | null;
  token: Generated<string>;
  state: Generated<'queued' | 'sent' | 'printed' | 'failed'>;
  problem: JobProblem | null;
  problem_code: Generated<string>;
  sends: Generated<number>;
  created_at: Time;
  waits_since: Time;
  sent_at: OptionalTime;
  ended_at: OptionalTime;
}

/** The names of two printers. */
export interface PrinterMove {
  from: string;
  to: string;
}

export interface PushSubscriptionsTable {
  id: Generated<number>;
  token_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Time;
}

export interface PhonesTable {
  user_id: number;
  /** E.164. */
  number: string;
  confirmed_at: OptionalTime;
  /** Null once the number is confirmed. */
  code_hash: Buffer | null;
  code_expires_at: OptionalTime;
  tries: Generated<number>;
}

/** Why a message was not handed to the service: the site sends none now, it came too late, and so on. */
export type TextDropReason = 'off' | 'late' | 'no-number' | 'stopped' | 'limit';

export interface TextMessagesTable {
  id: Generated<number>;
  /** Null for the code that confirms a number. */
  order_id: number | null;
  /** Unknown: the service may have it, since its answer was lost. It is not sent again. */
  state: Generated<'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'dropped'>;
  drop_reason: TextDropReason | null;
  /** The error's number at the service. */
  error_code: string | null;
  provider_id: string | null;
  segments: Generated<number>;
  created_at: Time;
  /** When it was handed to the service. */
  sent_at: OptionalTime;
}

export interface TextRepliesTable {
  id: Generated<number>;
  provider_id: string;
  number_hash: Buffer;
  is_stop: boolean;
  created_at: Time;
}

export interface OutboxTable {
  id: Generated<number>;
  kind: string;
  key: string | null;
  payload: Json<unknown>;
  created_at: Time;
  available_at: Time;
  attempts: Generated<number>;
  last_error: string | null;
  done_at: OptionalTime;
  leased_until: Date | null;
}

export interface SiteTable {
  is_only: Generated<boolean>;
  payments_mode: PaymentsMode;
  created_at: Time;
}

export interface SetupLinksTable {
  id: Generated<number>;
  token_hash: Buffer;
  created_at: ColumnType<Date, Date | string, never>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: OptionalTime;
}

export interface Database {
  users: UsersTable;
  tokens: TokensTable;
  password_resets: PasswordResetsTable;
  login_codes: LoginCodesTable;
  shared_secrets: SharedSecretsTable;
  attempt_counts: AttemptCountsTable;
  venues: VenuesTable;
  vendors: VendorsTable;
  vendor_watches: VendorWatchesTable;
  vendor_members: VendorMembersTable;
  venue_operators: VenueOperatorsTable;
  site_operators: SiteOperatorsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  factor_steps: FactorStepsTable;
  tax_categories: TaxCategoriesTable;
  venue_tables: VenueTablesTable;
  invitations: InvitationsTable;
  audit_log: AuditLogTable;
  audit_chain: AuditChainTable;
  release_tokens: ReleaseTokensTable;
  release_publishers: ReleasePublishersTable;
  refused_release_tokens: RefusedReleaseTokensTable;
  release_members: ReleaseMembersTable;
  desk_sessions: DeskSessionsTable;
  desk_answers: DeskAnswersTable;
  release_stages: ReleaseStagesTable;
  release_approvals: ReleaseApprovalsTable;
  release_hours: ReleaseHoursTable;
  release_errors: ReleaseErrorsTable;
  menus: MenusTable;
  groups: GroupsTable;
  items: ItemsTable;
  stall_pictures: StallPicturesTable;
  variants: VariantsTable;
  option_groups: OptionGroupsTable;
  options: OptionsTable;
  catalog_version: CatalogVersionTable;
  carts: CartsTable;
  orders: OrdersTable;
  order_counters: OrderCountersTable;
  order_items: OrderItemsTable;
  order_item_options: OrderItemOptionsTable;
  idempotency_keys: IdempotencyKeysTable;
  payment_attempts: PaymentAttemptsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  venue_terms: VenueTermsTable;
  vendor_terms: VendorTermsTable;
  rent_months: RentMonthsTable;
  payouts: PayoutsTable;
  payment_alerts: PaymentAlertsTable;
  webhook_events: WebhookEventsTable;
  queue_entries: QueueEntriesTable;
  queue_transitions: QueueTransitionsTable;
  queue_moves: QueueMovesTable;
  order_cancellations: OrderCancellationsTable;
  order_refunds: OrderRefundsTable;
  order_refund_lines: OrderRefundLinesTable;
  disputes: DisputesTable;
  transfers: TransfersTable;
  printers: PrintersTable;
  print_jobs: PrintJobsTable;
  push_subscriptions: PushSubscriptionsTable;
  phones: PhonesTable;
  text_messages: TextMessagesTable;
  text_replies: TextRepliesTable;
  outbox: OutboxTable;
  site: SiteTable;
  setup_links: SetupLinksTable;
}
