/**
 * Lists the columns that name a person. A new one fails here until it is decided whether the export contains it (export-account.query.ts), how a
 * deletion handles its row (erase-account.ts), and when a row is removed (retention.ts). docs/security.md has the same decisions for readers.
 */
import { withDatabase } from '../../testing/test-app';

const { database } = withDatabase();

/** Each column, with the effect of the account's deletion on the row. */
const COLUMNS = {
  'audit_log.actor_id': 'stays, as a number',
  'carts.user_id': 'is deleted, or emptied where a payment refers to it',
  'desk_sessions.user_id': 'is deleted',
  'disputes.entered_by': 'stays, as a number',
  'factor_steps.user_id': 'is deleted',
  'idempotency_keys.user_id': 'is deleted',
  'invitations.email': 'is deleted',
  'invitations.invited_by': 'stays, as a number; an open one is revoked',
  'login_codes.email': 'is deleted',
  'order_cancellations.user_id': 'stays, as a number',
  'order_refunds.user_id': 'stays, as a number',
  'orders.user_id': 'stays, without notes, room and address',
  'password_resets.user_id': 'is deleted',
  'payment_attempts.user_id': 'stays, without the words of the person',
  'payouts.undone_by': 'stays, as a number',
  'payouts.user_id': 'stays, as a number',
  'phones.user_id': 'is deleted',
  'print_jobs.asked_by': 'stays, as a number',
  'queue_entries.user_id': 'stays, as a number',
  'queue_moves.user_id': 'is deleted',
  'queue_transitions.actor_id': 'stays, as a number',
  'recovery_codes.user_id': 'is deleted',
  'release_approvals.user_id': 'stays, as a number',
  'release_members.created_by': 'stays, as a number',
  'release_members.user_id': 'is deleted',
  'release_publishers.created_by': 'stays, as a number',
  'release_tokens.created_by': 'stays, as a number',
  'second_factors.user_id': 'is deleted',
  'site_operators.user_id': 'is deleted',
  'tokens.user_id': 'is deleted, with its push subscriptions',
  'users.email': 'is replaced',
  'vendor_members.user_id': 'is deleted',
  'venue_operators.user_id': 'is deleted',
};

test('each column that names a person has its line here', async () => {
  const { pool } = await database();
  const { rows } = await pool.query<{ name: string }>(
    `select conrelid::regclass || '.' || attname as name
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'users'::regclass
     union
     select table_name || '.' || column_name from information_schema.columns
     where table_schema = 'public' and column_name in ('user_id', 'actor_id', 'email')`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(COLUMNS));
});
