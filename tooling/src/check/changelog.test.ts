// What other teams take has a changelog, and the changelog knows the version that they take.
const { readFileSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(import.meta.dirname, '../../..');

test.each(['shared-contracts', 'host'])('the changelog of %s has a section for its present version', (name) => {
  const { version } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
  const versions = [...readFileSync(path.join(root, name, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\S+)/gm)];
  expect(versions.map(([, found]) => found)).toContain(version);
});
