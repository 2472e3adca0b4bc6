// Every decision record follows the template in docs/decisions/README.md, and every link in the docs leads to a file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/apps';

const folder = path.join(root, 'docs/decisions');
const names = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .sort();

const LINK = '\\[\\d{4}\\]\\(\\d{4}-[a-z0-9-]+\\.md\\)';
const LINKS = `${LINK}(?:(?:, ${LINK})* and ${LINK})?`;
const STATUS = `accepted|superseded by ${LINKS}|accepted, superseded in part by ${LINKS}`;
const OUTLINE = [
  /^# \d{4} \S/,
  new RegExp(`^- Status: (?:${STATUS})$`),
  /^- Date: \d{4}-\d{2}-\d{2}$/,
  /^## Context$/,
  /^## Decision$/,
  /^## Consequences$/,
];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const record = (name: string) => read(`docs/decisions/${name}`);
const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
const statusOf = (name: string) => /^- Status: (.*)$/m.exec(record(name))?.[1];

/** Targets of links and pictures, without other sites and headings of the same page. */
function linksIn(text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)];
  return links
    .map(([, markdown, html]) => markdown ?? html ?? '')
    .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
    .map((link) => link.replace(/#.*/, ''));
}

test.each(names)('%s has the headings and fields of the template', (name) => {
  const text = withoutCode(record(name));
  const outline = text.split('\n').filter((line) => /^#|^- (?:Status|Date):/.test(line));
  expect(outline).toEqual(OUTLINE.map((line) => expect.stringMatching(line)));
  const sections = text.split(/^## .*$/m).slice(1);
  expect(sections.filter((section) => section.trim() === '')).toEqual([]);
});

test('the name of a file begins with the number of its record, and no two have the same', () => {
  const numbers = names.map((name) => /^# (\d{4})/.exec(record(name))?.[1]);
  expect(names.map((name) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1])).toEqual(numbers);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('a superseded record links to an existing record, which links back', () => {
  const successors = names.flatMap((name) => linksIn(statusOf(name) ?? '').map((to) => ({ name, to })));
  expect(successors).not.toEqual([]);
  const broken = successors.filter(({ name, to }) => !names.includes(to) || !linksIn(record(to)).includes(name));
  expect(broken).toEqual([]);
});

test('the index lists every record with its title and status', () => {
  const rows = names.map((name) => {
    const [, number, title] = /^# (\d{4}) (.*)$/m.exec(record(name)) ?? [];
    return `| [${number}](${name}) | ${title} | ${statusOf(name)} |`;
  });
  expect(record('README.md').match(/^\| \[\d{4}\].*$/gm)).toEqual(rows);
});

const inDocs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.join('docs', file));

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...inDocs.sort()])(
  'every link of %s leads to a file',
  (file) => {
    const missing = linksIn(read(file)).filter((link) => !existsSync(path.join(root, path.dirname(file), link)));
    expect(missing).toEqual([]);
  },
);
