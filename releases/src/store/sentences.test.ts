import { makerWords } from './sentences';

const maker = { team: 'menu', at: '2026-11-23T14:00:00.000Z', by: 'release' as const };

test.each<[string, Parameters<typeof makerWords>[0], string]>([
  ['a release that no service made has none', { maker: null, source: null }, ''],
  ['a release of a registry that was read without its service has none', {}, ''],
  ['a team', { maker, source: null }, 'menu'],
  [
    'its commit and its reason',
    { maker: { ...maker, message: 'New menu' }, source: { commit: '3f9a01c2d4e5f6', is_clean: true } },
    'menu, of 3f9a01c2d4: New menu',
  ],
  [
    'a rollback to what had uncommitted changes',
    { maker: { ...maker, by: 'rollback' }, source: { commit: '3f9a01c2', is_clean: false } },
    'menu, by a rollback, of 3f9a01c2 with changes',
  ],
])('the words for the maker: %s', (_what, release, words) => expect(makerWords(release)).toBe(words));
