const { existsSync } = require('node:fs');
const path = require('node:path');

describe('builds of earlier commits', () => {
  it('a clone that does not have the commit says what to do', async () => {
    const { keptBuilds } = await import('./retained-builds');
    const nowhere = { commit: '0123456789abcdef0123456789abcdef01234567', contract: '0.1.0' };
    await expect(keptBuilds(nowhere, ['catalog'])).rejects.toThrow(
      'This clone does not have 0123456, the commit of contract 0.1.0: run git fetch --unshallow.',
    );
    expect(existsSync(path.resolve(__dirname, '../../.skew/0123456'))).toBe(false);
  });
});

describe('the packages of an earlier commit', () => {
  const wanted = {
    '': {},
    'node_modules/host': { link: true },
    host: { version: '2.2.63' },
    'node_modules/react': { version: '19.3.1' },
    'host/node_modules/@noble/hashes': { version: '2.4.0' },
  };

  it.each([
    [
      'in the same place',
      { 'host/node_modules/@noble/hashes': { version: '2.4.0' } },
      'host/node_modules/@noble/hashes',
    ],
    [
      'in another workspace by now',
      {
        'node_modules/@noble/hashes': { version: '1.0.0' },
        'registry/node_modules/@noble/hashes': { version: '2.4.0' },
      },
      'registry/node_modules/@noble/hashes',
    ],
    ['in another version', { 'host/node_modules/@noble/hashes': { version: '2.5.0' } }, undefined],
  ])('one that is %s', async (_where, others, place) => {
    const { placesOf } = await import('./retained-builds');
    const places = placesOf(wanted, { 'node_modules/react': { version: '19.3.1' }, ...others });
    expect(places?.get('host/node_modules/@noble/hashes')).toBe(place);
    expect(places?.get('node_modules/react')).toBe(place && 'node_modules/react');
  });
});
