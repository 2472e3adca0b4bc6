/** Jest's arguments for the tests with a database. */
export const WITH_DATABASE = [
  '--selectProjects',
  'node',
  '--findRelatedTests',
  'core/src/testing/test-database.ts',
] as const;

/**
 * The test files that `npm test` runs on PostgreSQL instead of PGlite. They test locks, transactions, triggers, backups or statements that
 * the two databases plan differently. `npm run test:postgres` runs all files on PostgreSQL.
 */
export const ON_POSTGRES = [
  'api/src/operations/backup/',
  'core/src/database/',
  'api/src/lost-database',
  'api/src/scale',
  'api/src/messages/outbox/',
  'api/src/messages/sms/phones',
  'api/src/people/audit/',
  'api/src/people/auth/attempt-limits',
  'api/src/ordering/carts/',
  'api/src/ordering/checkout/',
  'api/src/menu/menu-editor/',
  'api/src/ordering/orders/',
  'api/src/payments/',
  'api/src/ordering/queues/',
  'api/src/ordering/waiting/',
  'api/src/ordering/watch/',
  'api/src/printing/',
] as const;
