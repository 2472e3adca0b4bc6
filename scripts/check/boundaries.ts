/**
 * Checks who may import whom, and proves the check: for every rule it plants a forbidden import and expects to catch it. A checker that
 * silently reads nothing would pass everything, so this check also counts the files that it read.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { root } from 'releases/build/apps';

const FOLDERS = [
  ...['shared-contracts/src', 'settings/src', 'releases/src', 'host/src', 'remotes', 'core/src', 'api/src'],
  ...['pay-sandbox/src', 'print-stand-ins/src'],
  ...['cli/src', 'testing', 'scripts', 'webpack.shared.js'],
];
/** The check fails if it reads fewer files. The tree has far more, and a broken parser would read far fewer. */
const FEWEST_FILES = 150;

/** The wings of api/src, without app.ts, which is above them all. */
const API_WINGS = ['messages', 'deps', 'people', 'menu', 'ordering', 'printing', 'payments', 'site', 'operations'];

/** One forbidden import for each rule: the file to plant, and its text. */
const PLANTS: Readonly<Record<string, readonly (readonly [file: string, text: string])[]>> = {
  'no-cycles': [
    ['host/src/planted/first.ts', "import { second } from './second';\nexport const first = () => second;"],
    ['host/src/planted/second.ts', "import { first } from './first';\nexport const second = () => first;"],
  ],
  // These files form no cycle. Only their folders depend on each other.
  'no-folder-cycles': [
    ['host/src/planted-one/first.ts', "import '../planted-two/second';"],
    ['host/src/planted-two/second.ts', 'export {};'],
    ['host/src/planted-two/third.ts', "import '../planted-one/first';"],
  ],
  'remote-imports-no-remote': [['remotes/queues/src/planted/a.ts', "import '../../../catalog/src/remote';"]],
  'remote-imports-no-host': [['remotes/queues/src/planted/b.ts', "import '../../../../host/src/index';"]],
  'host-imports-no-remote': [['host/src/planted/c.ts', "import '../../../remotes/catalog/src/remote';"]],
  'contracts-are-a-leaf': [['shared-contracts/src/planted/d.ts', "import '../../../host/src/index';"]],
  'settings-are-a-leaf': [['settings/src/planted/aa.ts', "import 'releases/model/paths';"]],
  'settings-by-package-name': [['api/src/planted/ab.ts', "import '../../../settings/src/environment';"]],
  'releases-import-no-hall': [['releases/src/planted/ac.ts', "import '../../../api/src/app';"]],
  'registry-is-a-leaf': [
    [
      'releases/src/store/planted/q.ts',
      "import type { SiteConfig } from 'shared-contracts/types';\nexport type Q = SiteConfig;",
    ],
  ],
  'registry-takes-types-of-contracts': [['releases/src/fits/planted/r.ts', "import 'shared-contracts/remote';"]],
  'releases-by-package-name': [['host/src/planted/s.ts', "import '../../../releases/src/model/paths';"]],
  'remote-imports-no-releases': [['remotes/queues/src/planted/t.ts', "import 'releases/model/paths';"]],
  'browser-takes-the-model-of-releases': [['host/src/planted/u.ts', "import 'releases/store/integrity';"]],
  'browser-takes-registry-types': [['host/src/planted/v.ts', "import 'releases/model/schemas';"]],
  'contracts-by-package-name': [['host/src/planted/e.ts', "import '../../../shared-contracts/src/site';"]],
  'browser-imports-no-server': [['remotes/checkout/src/planted/f.ts', "import '../../../../api/src/app';"]],
  'api-imports-no-browser': [['api/src/planted/g.ts', "import '../../../host/src/index';"]],
  ...Object.fromEntries(
    API_WINGS.map((wing) => [
      `api-${wing}-imports-what-is-below`,
      [[`api/src/${wing}.planted/a.ts`, "import '../app';"]],
    ]),
  ),
  'core-is-the-ground': [['core/src/planted/ac.ts', "import 'releases/model/paths';"]],
  'core-by-package-name': [['api/src/planted/ad.ts', "import '../../../core/src/errors';"]],
  'api-gives-its-test-kit': [['core/src/planted/ae.test.ts', "import '../../../api/src/app';"]],
  'test-kit-is-for-tests': [['core/src/planted/af.ts', "import 'api/testing/test-app';"]],
  'api-registers-the-releases': [['api/src/planted/ag.ts', "import 'releases/plugin';"]],
  'service-of-releases-is-on-top': [['releases/src/store/planted/ah.ts', "import 'core/errors';"]],
  'sandbox-is-outside': [['pay-sandbox/src/planted/h.ts', "import 'shared-contracts/rules/money';"]],
  'stand-ins-are-outside': [['print-stand-ins/src/planted/ai.ts', "import 'shared-contracts/rules/money';"]],
  'stand-ins-are-for-tests': [['api/src/planted/aj.ts', "import 'print-stand-ins';"]],
  'product-imports-no-tools': [['api/src/planted/w.ts', "import 'scripts/site/postgres';"]],
  'api-tests-take-postgres-alone': [['api/src/planted/w.test.ts', "import 'releases/build/apps';"]],
  'scripts-import-no-app': [['scripts/planted/x.ts', "import '../../host/src/index';"]],
  'scripts-import-no-testing': [['scripts/planted/y.ts', "import '../../testing/journeys/support/worker';"]],
  'scripts-by-package-name': [['testing/planted/z.ts', "import '../../scripts/site/postgres';"]],
  'cli-talks-to-the-site': [['cli/src/planted/ad.ts', "import 'releases/model/paths';"]],
  'axios-in-the-client-only': [['remotes/catalog/src/planted/i.ts', "import 'axios';"]],
  'router-through-the-facade': [['remotes/catalog/src/planted/j.ts', "import 'react-router-dom';"]],
  'query-through-the-facade': [['remotes/catalog/src/planted/k.ts', "import '@tanstack/react-query';"]],
  'store-through-the-contracts': [['remotes/catalog/src/planted/l.ts', "import 'zustand';"]],
  'echo-in-the-realtime-folder': [['remotes/queues/src/planted/m.ts', "import 'laravel-echo';"]],
  'no-zod-in-the-browser': [['remotes/catalog/src/planted/n.ts', "import 'shared-contracts/schemas';"]],
  'rules-are-pure': [['shared-contracts/src/rules/planted/o.ts', "import '../../local-keys';"]],
  'no-unresolvable': [['host/src/planted/p.ts', "import 'a-package-that-does-not-exist';"]],
};

const planted = Object.values(PLANTS).flat();
const plantedFolders = [...new Set(planted.map(([file]) => path.dirname(file)))];

/**
 * The check of folders leaves these files out: a test imports more than its subject does, and a test kit imports the code that it sets up.
 */
const TESTS = '[.]test(ing)?[.]tsx?$|/testing/';

const isOfFolders = (rule: IForbiddenRuleType) => 'scope' in rule && rule.scope === 'folder';

interface Reading {
  found: ICruiseResult['summary']['violations'];
  totalCruised: number;
  rules: readonly (IForbiddenRuleType & { name: string })[];
}

const isNamed = (rule: IForbiddenRuleType): rule is IForbiddenRuleType & { name: string } => rule.name !== undefined;

async function violations(): Promise<Reading> {
  const options = await extractOptions('./.dependency-cruiser.cjs');
  const rules = (options.ruleSet?.forbidden ?? []).filter(isNamed);
  const excluded =
    options.exclude && typeof options.exclude === 'object' && 'path' in options.exclude ? options.exclude.path : [];
  const cruiseWith = async (forbidden: readonly IForbiddenRuleType[], path: string[]) => {
    const asked = { ...options, ruleSet: { ...options.ruleSet, forbidden: [...forbidden] }, exclude: { path } };
    const { output } = await cruise(FOLDERS, asked, undefined, { tsConfig: extractTsConfig('tsconfig.json') });
    if (typeof output === 'string') throw new Error(`The boundary check printed a report: ${output}`);
    return output.summary;
  };
  const excludedPaths = [excluded ?? []].flat();
  const ofFiles = await cruiseWith(
    rules.filter((rule) => !isOfFolders(rule)),
    excludedPaths,
  );
  const ofFolders = await cruiseWith(rules.filter(isOfFolders), [...excludedPaths, TESTS]);
  return { found: [...ofFiles.violations, ...ofFolders.violations], totalCruised: ofFiles.totalCruised, rules };
}

async function removePlants(): Promise<void> {
  await Promise.all(plantedFolders.map((folder) => rm(path.join(root, folder), { recursive: true, force: true })));
}

/** Checks the imports of the tree, then the checker itself. Returns each problem as a sentence. */
export async function checkBoundaries(): Promise<string[]> {
  process.chdir(root);
  await removePlants();
  const { found, totalCruised, rules } = await violations();
  const problems = found.map(({ rule, from, to }) => {
    const remedy = rules.find(({ name }) => name === rule.name)?.comment ?? '';
    return `${rule.name}: ${from} → ${to}. ${remedy}`;
  });
  if (totalCruised < FEWEST_FILES) problems.push(`Only ${totalCruised} files were read: the checker is broken.`);
  problems.push(...(await proveRules(rules)));
  return problems;
}

async function proveRules(rules: Reading['rules']): Promise<string[]> {
  const unproved = rules
    .filter(({ name }) => !PLANTS[name])
    .map(({ name }) => `${name}: no forbidden import is planted for it.`);
  try {
    for (const [file, text] of planted) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), `${text}\n`);
    }
    const { found } = await violations();
    const missed = Object.entries(PLANTS).filter(
      ([name, files]) =>
        !files.some(([file]) =>
          found.some(({ rule, from }) => rule.name === name && [file, path.dirname(file)].includes(from)),
        ),
    );
    return [...unproved, ...missed.map(([name]) => `${name}: the planted import was not caught.`)];
  } finally {
    await removePlants();
  }
}
