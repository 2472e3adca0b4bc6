// What a part may weigh, brotli: budgets.json says, npm test holds it to that.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readJson, root } from './apps';

const KILO = 1000;
const inKilobytes = (bytes) => `${(bytes / KILO).toFixed(1)} KB`;

/**
 * Bytes of a build that a visitor may have to load.
 * @param {object} record the build's build.json
 * @param {string[]} first files of the first page, where it is the shell
 * @param {(file: string) => number} sizeOf compressed bytes
 * @returns {Record<string, number>} `first`: what its page or its heaviest screen takes; `all`: every script and style
 */
export function weigh({ entry, modules = {}, integrity }, first, sizeOf) {
  const sum = (files) => [...new Set(files)].reduce((total, file) => total + sizeOf(file), 0);
  const heaviest = Math.max(0, ...Object.values(modules).map((files) => sum([entry, ...files])));
  const scripts = Object.keys(integrity).filter((file) => /\.(js|css)$/.test(file));
  return { first: first.length > 0 ? sum(first) : heaviest, all: sum(scripts) };
}

/**
 * @param {Record<string, Record<string, number>>} budgets bytes, by part; '*' is every other's
 * @param {Record<string, Record<string, number>>} weights
 * @returns {Record<string, string[]>} what is over, or has no limit, a sentence each, by part
 */
export function overBudget(budgets, weights) {
  const misnamed = Object.keys(budgets).filter((part) => part !== '*' && !weights[part]);
  const problems = [
    ...misnamed.map((part) => [
      part,
      [`budgets.json names '${part}', which is no part: nothing is held to that limit.`],
    ]),
    ...Object.entries(weights).map(([part, weight]) => [
      part,
      Object.entries(weight).flatMap(([what, bytes]) => problemOf(part, what, bytes, budgets[part] ?? budgets['*'])),
    ]),
  ];
  return Object.fromEntries(problems.filter(([, sentences]) => sentences.length > 0));
}

function problemOf(part, what, bytes, { [what]: limit } = {}) {
  if (!Number.isFinite(limit))
    return [`${part}: budgets.json has no limit for '${what}', which is ${inKilobytes(bytes)}.`];
  if (bytes <= limit) return [];
  return [
    `${part}: '${what}' is ${inKilobytes(bytes)} and may be ${inKilobytes(limit)}. Make it lighter, or raise budgets.json and say why.`,
  ];
}

/** The weights of builds, by part. */
async function weighBuilds(builds, out = path.join(root, 'dist')) {
  const weights = {};
  for (const { part, version, record } of builds) {
    const folder = path.join(out, part, version);
    const files = Object.keys(record.integrity);
    const sizes = new Map(
      await Promise.all(files.map(async (file) => [file, await compressedSize(path.join(folder, file))])),
    );
    const page = record.html ? await readFile(path.join(folder, record.html), 'utf8') : '';
    weights[part] = weigh(record, namedIn(page, files), (file) => sizes.get(file) ?? 0);
  }
  return weights;
}

async function compressedSize(file) {
  const found = await stat(`${file}.br`).catch(() => stat(file));
  return found.size;
}

/** The scripts and styles that the shell's page names. */
const namedIn = (page, files) => files.filter((file) => /\.(js|css)$/.test(file) && page.includes(`/${file}`));

/**
 * Every part with its limits. What failed is a part, or a name in budgets.json that is none.
 * @param {object[]} builds of all parts, as buildParts returns them
 * @returns {Promise<{passed: number, failed: number, problems: string[]}>}
 */
export async function checkBudgets(builds, { out, budgets } = {}) {
  const weights = await weighBuilds(builds, out);
  const problems = overBudget(budgets ?? (await readJson(root, 'budgets.json')), weights);
  return {
    passed: builds.filter(({ part }) => !problems[part]).length,
    failed: Object.keys(problems).length,
    problems: Object.values(problems).flat(),
  };
}
