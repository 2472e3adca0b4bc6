import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Budgets, Sizes } from '../store/budgets';
import { checkBudgets, overBudget } from './budgets';

it('a problem names the app, the measure, its size and its budget', () => {
  const sizes = { catalog: { first: 15_400, all: 24_400 }, queues: { first: 1, all: 1 } };
  expect(overBudget({ catalog: { first: 15_000, all: 24_400 }, queues: { first: 1, all: 1 } }, sizes)).toEqual({
    catalog: [
      "catalog: 'first' is 15.4 KB and may be 15.0 KB. Make it smaller, or raise budgets.json and give the reason.",
    ],
  });
});

it('an app without its own budget has the budget for all others', () => {
  const budgets = { catalog: { first: 9000, all: 9000 }, '*': { first: 1000, all: 2000 } };
  const sizes = { catalog: { first: 9000, all: 9000 }, stamps: { first: 1500, all: 2000 } };
  expect(overBudget(budgets, sizes)).toEqual({
    stamps: [
      "stamps: 'first' is 1.5 KB and may be 1.0 KB. Make it smaller, or raise budgets.json and give the reason.",
    ],
  });
});

it('the check names a budget for an unknown app and a size without a limit, as neither would limit anything', () => {
  const sizes = { catalog: { first: 9000, all: 9000 }, queues: { first: 1500, all: 2000 } };
  expect(overBudget({ catalgo: { first: 1, all: 1 }, '*': { first: 9000 } }, sizes)).toEqual({
    catalgo: ["budgets.json names 'catalgo', which is no app: nothing is held to that limit."],
    catalog: ["catalog: budgets.json has no limit for 'all', which is 9.0 KB."],
    queues: ["queues: budgets.json has no limit for 'all', which is 2.0 KB."],
  });
  expect(overBudget({ catalog: { first: 9000, all: 9000 } }, sizes)).toEqual({
    queues: [
      "queues: budgets.json has no limit for 'first', which is 1.5 KB.",
      "queues: budgets.json has no limit for 'all', which is 2.0 KB.",
    ],
  });
});

it('a build over its budget fails the stage once, whatever the number of sizes, and compressed bytes count', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'budgets-'));
  try {
    const files = { 'e.js': 400, 'a.js': 90_000, 'a.js.br': 600, 'a.css': 100 };
    const integrity = { 'e.js': '', 'a.js': '', 'a.css': '' };
    const record = { entry: 'e.js', modules: { list: ['a.js', 'a.css'] }, integrity };
    const builds = ['stamps', 'deals'].map((part) => ({ part, version: '1.0.0-a', record }));
    for (const { part, version } of builds) {
      const folder = path.join(out, part, version);
      await mkdir(folder, { recursive: true });
      for (const [file, size] of Object.entries(files)) await writeFile(path.join(folder, file), Buffer.alloc(size));
    }
    const check = (stamps: Sizes, others: Budgets = {}) =>
      checkBudgets(builds, {
        out,
        budgets: { stamps: { ...stamps, file: 90_000 }, '*': { first: 1100, all: 1100, file: 90_000 }, ...others },
      });
    expect(await check({ first: 1100, all: 1100 })).toEqual({ passed: 2, failed: 0, problems: [] });
    expect(await check({ first: 1099, all: 1100 })).toMatchObject({
      passed: 1,
      failed: 1,
      problems: [expect.stringContaining('1.1 KB')],
    });
    const both = await check({ first: 1099, all: 1099 });
    expect([both.passed, both.failed, both.problems.length]).toEqual([1, 1, 2]);
    const misnamed = await check({ first: 1100, all: 1100 }, { stmaps: { first: 1, all: 1 } });
    expect([misnamed.passed, misnamed.failed]).toEqual([2, 1]);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
});

it('a first screen counts the scripts of the shell’s page and its own, and none may exceed the shell’s limit', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'budgets-'));
  try {
    const write = async (part: string, files: Readonly<Record<string, number | string>>) => {
      await mkdir(path.join(out, part, '1'), { recursive: true });
      for (const [file, content] of Object.entries(files))
        await writeFile(path.join(out, part, '1', file), typeof content === 'number' ? Buffer.alloc(content) : content);
    };
    const page = '<script src="/parts/host/1/main.js"></script><link href="/parts/host/1/main.css">';
    await write('host', { 'index.html': page, 'main.js': 900, 'main.js.br': 500, 'main.css': 400, 'later.js': 70 });
    await write('catalog', { 'e.js': 40, 'list.js': 30, 'list.css': 20, 'item.js': 60, 'editor.js': 600 });
    const none = { first: { screens: {} } };
    const integrityOf = (...files: string[]) => Object.fromEntries(files.map((file) => [file, '']));
    const shell = {
      html: 'index.html',
      integrity: integrityOf('index.html', 'main.js', 'main.css', 'later.js'),
      ...none,
    };
    const catalog = {
      entry: 'e.js',
      modules: { list: ['list.js', 'list.css'], item: ['item.js'], editor: ['editor.js'] },
      integrity: integrityOf('e.js', 'list.js', 'list.css', 'item.js', 'editor.js'),
      first: { screens: { list: 'first-screen-list.html', item: 'first-screen-item.html' } },
    };
    const builds = [
      { part: 'host', version: '1', record: shell },
      { part: 'catalog', version: '1', record: catalog },
    ];
    const rest = { first: 9000, all: 9000, file: 9000 };
    const check = (firstScreen: number) =>
      checkBudgets(builds, { out, budgets: { host: { ...rest, firstScreen }, '*': rest } });
    expect(await check(600)).toEqual({ passed: 2, failed: 0, problems: [] });
    expect(await check(599)).toEqual({
      passed: 1,
      failed: 1,
      problems: [
        "catalog/item: 'firstScreen' is 0.6 KB and may be 0.6 KB. Make it smaller, or raise budgets.json and give the reason.",
      ],
    });
    expect((await check(569)).problems).toHaveLength(2);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
});
