// Checks that each package for other teams has a changelog with an entry for its present version.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'releases/build/apps';

test.each(['shared-contracts', 'host', 'releases/src/kit/package', 'releases/src/scaffold/package'])(
  'the changelog of %s has a section for its present version',
  (name) => {
    const { version } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
    const versions = [...readFileSync(path.join(root, name, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\S+)/gm)];
    expect(versions.map(([, found]) => found)).toContain(version);
  },
);
