/** Jest's arguments for the tests that have a database. */
export const WITH_DATABASE = [
  '--selectProjects',
  'node',
  '--findRelatedTests',
  'api/src/testing/test-database.ts',
] as const;
