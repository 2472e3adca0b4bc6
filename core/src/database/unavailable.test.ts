import { DatabaseUnavailableError, isUnavailable, statementError } from './unavailable';

const withCode = (code: string) => Object.assign(new Error('no'), { code });

test.each(['57014', '57P01', '57P03', '53300', '08006', '40001', '40P01', '25006', '25P03', '55P03', '58030', 'XX000'])(
  'SQLSTATE %s is a failure of the database',
  (code) => {
    expect(isUnavailable(statementError(withCode(code)))).toBe(true);
  },
);

test.each(['23505', '23503', '42P01', '22003', '22021', '25P02', '40002', '55000'])(
  'SQLSTATE %s is not a failure of the database',
  (code) => {
    expect(isUnavailable(statementError(withCode(code)))).toBe(false);
  },
);

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
  'timeout expired',
])('the driver reports a lost connection as %s', (message) => {
  expect(statementError(new Error(message))).toBeInstanceOf(DatabaseUnavailableError);
});

test('a broken network connection is a lost connection, and a mistake in our code is not', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  expect(isUnavailable(statementError(reset))).toBe(true);
  const mistake = new RangeError('9007199254740993 is beyond what a number can hold exactly');
  expect(statementError(mistake)).toBe(mistake);
  expect(isUnavailable(mistake)).toBe(false);
});
