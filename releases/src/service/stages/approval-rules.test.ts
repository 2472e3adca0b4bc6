import { type ApprovalFacts, approvalRefusal, missingPersons, withdrawalRefusal } from './approval-rules';

const NOW = new Date('2026-12-01T12:00:00Z');
const ola = { userId: 1, team: 'menu', apps: ['catalog'], mayApprove: true };
const stage = {
  id: 7,
  team: 'menu',
  apps: ['catalog'],
  versions: { catalog: '1.0.1-b' },
  seen: { catalog: '1.0.0-a' },
  expiresAt: new Date('2026-12-01T13:00:00Z'),
  endedAt: null,
  outcome: null,
  reason: null,
} as const;
const facts: ApprovalFacts = {
  stage,
  live: { catalog: '1.0.0-a' },
  approvals: [],
  stagerId: null,
  needsTwo: false,
  isTokenRevoked: false,
  now: NOW,
};
const byOla = { approvals: [{ userId: 1, at: NOW }] };
const ended = { endedAt: NOW, reason: 'It does not fit.' };

test.each<[string, Partial<ApprovalFacts>, Partial<typeof ola>, string | null]>([
  ['a person of the team may approve', {}, {}, null],
  ['the person who staged it may, where one is enough', { stagerId: 1 }, {}, null],
  ['a person who may only look may not', {}, { mayApprove: false }, 'Your role in menu is not to approve.'],
  ['a person of another app may not', {}, { apps: ['queues'] }, 'Your role in menu is not for catalog.'],
  [
    'not a second time',
    { ...byOla, needsTwo: true },
    {},
    'You approved this release on 2026-12-01 12:00 UTC: another person of the team has to approve it too.',
  ],
  [
    'the person who staged it is not the second',
    { stagerId: 1, needsTwo: true },
    {},
    'You staged this release: two other people have to approve it.',
  ],
  ['again, if the process ended before the release', byOla, {}, null],
  [
    'not after it went live',
    { stage: { ...stage, ...ended, outcome: 'live' } },
    {},
    'This release of catalog was approved, and went live on 2026-12-01 12:00 UTC.',
  ],
  [
    'not after it was refused',
    { stage: { ...stage, ...ended, outcome: 'refused' } },
    {},
    'This release of catalog was refused on 2026-12-01 12:00 UTC: It does not fit. Stage it again.',
  ],
  [
    'not after it was withdrawn',
    { stage: { ...stage, endedAt: NOW, outcome: 'withdrawn', reason: 'Too early' } },
    {},
    'This release of catalog was withdrawn on 2026-12-01 12:00 UTC: Too early',
  ],
  [
    'not after it expired',
    { now: stage.expiresAt },
    {},
    'This release of catalog has expired on 2026-12-01 13:00 UTC. Stage it again.',
  ],
  [
    'not after its token was revoked',
    { isTokenRevoked: true },
    {},
    'The token that staged this release of catalog was revoked.',
  ],
  [
    'not after another release',
    { live: { catalog: '1.0.2-c' } },
    {},
    'catalog is 1.0.2-c now, and was 1.0.0-a when this was staged. Stage it again.',
  ],
  [
    'not after a retirement',
    { live: {} },
    {},
    'catalog is no longer live now, and was 1.0.0-a when this was staged. Stage it again.',
  ],
  ['while it goes live', { live: { catalog: '1.0.1-b' } }, {}, null],
])('%s', (_name, changes, person, sentence) => {
  expect(approvalRefusal({ ...facts, ...changes }, { ...ola, ...person })).toBe(sentence);
});

test.each<[string, Partial<ApprovalFacts>, number]>([
  ['one person', {}, 1],
  ['nobody more after one', byOla, 0],
  ['two people where the site asks for two', { needsTwo: true }, 2],
  ['two people beside the one who staged it', { needsTwo: true, stagerId: 2 }, 2],
  ['one more than the first of them', { needsTwo: true, stagerId: 2, ...byOla }, 1],
  [
    'nobody more than two',
    {
      needsTwo: true,
      approvals: [
        { userId: 1, at: NOW },
        { userId: 3, at: NOW },
      ],
    },
    0,
  ],
])('a release needs %s', (_name, changes, count) => {
  expect(missingPersons({ ...facts, ...changes })).toBe(count);
});

const token = { team: 'menu', apps: ['catalog'], mayApprove: null };
const person = { team: 'menu', apps: ['catalog'], mayApprove: true };
const OTHERS = 'Only the team menu and people who approve catalog may withdraw it.';
const OVER = 'This release of catalog no longer waits.';
test.each<[string, Partial<ApprovalFacts>, typeof token | typeof person, string | null]>([
  ['a token of its team', {}, token, null],
  ['a person who may approve it', {}, person, null],
  ['a person of another team who may approve it', {}, { ...person, team: 'host' }, null],
  ['not a token of another team', {}, { ...token, team: 'host' }, OTHERS],
  ['not a token for another app', {}, { ...token, apps: ['queues'] }, OTHERS],
  ['not a person of another app', {}, { ...person, apps: ['queues'] }, OTHERS],
  ['not a person who may only look', {}, { ...person, mayApprove: false }, 'Your role in menu is to look.'],
  ['nobody, when it is over', { stage: { ...stage, ...ended, outcome: 'live' } }, person, OVER],
  ['nobody, when it has expired', { now: stage.expiresAt }, token, OVER],
])('a staged release is withdrawn by %s', (_who, changes, caller, sentence) => {
  expect(withdrawalRefusal({ ...facts, ...changes }, caller)).toBe(sentence);
});
