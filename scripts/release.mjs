// npm run release <part> [-- --out DIR --source DIR]: builds one part and makes it live, without touching any other.
// The sources may lie elsewhere: a team may keep its remote in a repository of its own.
import { fileURLToPath } from 'node:url';
import { buildLine, buildParts } from './build.mjs';
import { readArguments, runCommand } from './lib/arguments.mjs';
import { goLive } from './lib/registry-store.mjs';

/**
 * @param {string} part
 * @param {{out: string, source?: string, report?: Function}} options `source`: the folder with the part's sources
 * @returns {Promise<{version: string, live: string, changed: boolean}>}
 * @throws ReleaseRefused when the live shell and the remote do not fit, or two remotes claim one path
 */
export async function release(part, { out, source, report }) {
  const [build] = await buildParts([part], { out, report, sources: source ? { [part]: source } : {} });
  // Released on purpose: no longer recalled.
  const allow = (recalled) => recalled.filter((version) => version !== `${part}@${build.version}`);
  const { name, changed } = await goLive(out, [build.record], allow);
  return { version: build.version, live: name, changed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { out, source, positionals } = readArguments();
    if (positionals.length !== 1) throw new Error('Name the one part to release: npm run release catalog');
    const [part] = positionals;
    const { version, live, changed } = await release(part, {
      out,
      source,
      report: (line) => console.log(buildLine(line)),
    });
    console.log(changed ? `${part} ${version} is live in snapshot ${live}.` : `${part} ${version} was live already.`);
  });
}
