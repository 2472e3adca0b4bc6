let rules;

beforeAll(async () => {
  rules = await import('./budgets.mjs');
});

const sizes = { 'entry.js': 7000, 'a.js': 3000, 'b.js': 5000, 'b.css': 400, 'c.js': 9000, 'x.png': 90_000 };
const sizeOf = (file) => sizes[file];
const integrity = Object.fromEntries(Object.keys(sizes).map((file) => [file, 'sha256-']));

it('weighs a remote by its heaviest screen with its entry, and by all of its scripts and styles', () => {
  const modules = { list: ['a.js'], page: ['a.js', 'b.js', 'b.css'] };
  expect(rules.weigh({ entry: 'entry.js', modules, integrity }, [], sizeOf)).toEqual({ first: 15_400, all: 24_400 });
});

it('weighs the shell by what its page names', () => {
  expect(rules.weigh({ integrity }, ['a.js', 'b.css'], sizeOf)).toEqual({ first: 3400, all: 24_400 });
});

it('names the part, what of it, its weight and its budget', () => {
  const weights = { catalog: { first: 15_400, all: 24_400 }, queues: { first: 1, all: 1 } };
  expect(rules.overBudget({ catalog: { first: 15_000, all: 24_400 }, queues: { first: 1, all: 1 } }, weights)).toEqual([
    "catalog: 'first' is 15.4 KB and may be 15.0 KB. Make it lighter, or raise budgets.json and say why.",
  ]);
});

it('holds a part without a budget of its own to the one of every other', () => {
  const budgets = { catalog: { first: 9000, all: 9000 }, '*': { first: 1000, all: 2000 } };
  expect(rules.overBudget(budgets, { stamps: { first: 1500, all: 2000 } })).toEqual([
    "stamps: 'first' is 1.5 KB and may be 1.0 KB. Make it lighter, or raise budgets.json and say why.",
  ]);
});
