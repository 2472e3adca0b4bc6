import { readFileSync } from 'node:fs';
import path from 'node:path';

describe('what the shell provides', () => {
  const root = path.resolve(__dirname, '../../..');
  const provided = [...readFileSync(path.join(__dirname, 'provide.ts'), 'utf8').matchAll(/^import '([^']+)';/gm)].map(
    ([, request]) => request,
  );

  test('is what the build shares', () => {
    const { singletons, replaceable } = jest.requireActual<{ singletons: string[]; replaceable: string[] }>(
      path.join(root, 'webpack.shared.js'),
    );
    expect(provided.sort()).toEqual([...singletons, ...replaceable].sort());
  });

  test('is every subpath of the contracts that runs in a browser', () => {
    const contracts = JSON.parse(readFileSync(path.join(root, 'shared-contracts/package.json'), 'utf8')) as {
      exports: Record<string, string>;
    };
    const notShared = ['schemas', 'testing', 'types', 'package.json', 'ui/base.css', 'ui/tokens.css'];
    const expected = Object.keys(contracts.exports)
      .map((subpath) => subpath.slice(2))
      .filter((subpath) => !notShared.includes(subpath))
      .map((subpath) => `shared-contracts/${subpath}`);
    expect(provided.filter((request) => request?.startsWith('shared-contracts/')).sort()).toEqual(expected.sort());
  });
});
