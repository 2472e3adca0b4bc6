/** Says that nothing was imported. Each problem is one line: 'file:line:column path: message'. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
