// Checks that every link in the docs leads to a file and a heading, and that the index of the decisions lists every topic.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from 'releases/build/apps';

const folder = path.join(root, 'docs/decisions');
const index = readFileSync(path.join(folder, 'README.md'), 'utf8');
const topics = readdirSync(folder)
  .filter((name) => /^[a-z]/.test(name))
  .sort();

const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

/** The rows of the table with this heading, as lists of their cells. */
function rowsOf(text: string, heading: string): string[][] {
  const [, after = ''] = text.split(`${heading}\n`);
  const [, ...rows] = (after.split('\n\n')[0] ?? '').trim().split('\n');
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

/** The target of the link that a cell consists of. */
const linkOf = (cell = '') => /^\[[^\]]+\]\(([^)]+)\)$/.exec(cell)?.[1] ?? `no link: ${cell}`;

test('the index of the decisions lists every topic once', () => {
  const listed = rowsOf(index, '| Topic | What it decides |').map(([, topic]) => linkOf(topic));
  expect(listed.sort()).toEqual(topics);
});

test('each number of an earlier record leads to a section of a topic', () => {
  const rows = rowsOf(index, '| Number | Section |');
  const numbers = rows.map(([, number = '']) => number);
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers).toEqual([...new Set(numbers)].sort());
  const links = rows.map(([, , section]) => linkOf(section));
  expect(links.filter((link) => !/^[a-z-]+\.md#./.test(link))).toEqual([]);
});

test.each(topics)('%s has a title, and a reason below each of its decisions', (name) => {
  const [title = '', ...sections] = withoutCode(readFileSync(path.join(folder, name), 'utf8')).split(/^## .*$/m);
  expect(title).toMatch(/^# \S/);
  expect(sections.length).toBeGreaterThan(0);
  expect(sections.filter((section) => section.trim() === '')).toEqual([]);
});

/** Targets of links and pictures, except links to other sites. */
function linksIn(text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)];
  return links.map(([, markdown, html]) => markdown ?? html ?? '').filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of a page's headings in GitHub's form. */
function anchorsIn(text: string): string[] {
  const headings = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  const anchors = headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  // Repeated headings get a number.
  return anchors.map((anchor, at) => {
    const before = anchors.slice(0, at).filter((other) => other === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

function isBroken(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path.join(root, page) : path.join(root, path.dirname(page), file);
  if (!existsSync(target)) return true;
  if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith('.md')) return false;
  return !anchorsIn(readFileSync(target, 'utf8')).includes(anchor);
}

const inDocs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.join('docs', file));

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...inDocs.sort()])(
  'every link of %s leads to a file and a heading',
  (page) => {
    const links = linksIn(readFileSync(path.join(root, page), 'utf8'));
    expect(links.filter((link) => isBroken(page, link))).toEqual([]);
  },
);

/** Folders whose files the pages name. */
const FOLDERS = readdirSync(root, { withFileTypes: true })
  .filter(
    (entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name) && !entry.name.startsWith('.'),
  )
  .map(({ name }) => name);

/** A source may be named without its extension. */
const isThere = (file: string) =>
  ['', '.ts', '.tsx'].some((extension) => existsSync(path.join(root, file + extension)));

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files that exist', (page) => {
  const spans = [...readFileSync(path.join(root, page), 'utf8').matchAll(/`([\w./-]+)`/g)].map(([, span = '']) => span);
  const named = spans.filter((span) => FOLDERS.some((each) => span.startsWith(`${each}/`)));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});
