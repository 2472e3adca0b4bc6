// What a shell built from a tree provides, read from the contracts' sources there. CommonJS, for the build recipe.
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../../..');
const read = (...segments) => fs.readFileSync(path.join(...segments), 'utf8');

function namesIn(text, pattern, what) {
  const names = [...(text ?? '').matchAll(pattern)].map(([, name]) => name).sort();
  if (names.length === 0) throw new Error(`The contracts name no ${what}: has their file changed its form?`);
  return names;
}

function eventNames(tree) {
  const [, body] = /interface ShellEvents \{(.*?)^\}/ms.exec(read(tree, 'shared-contracts/src/events/events.ts')) ?? [];
  return namesIn(body, /^ {2}'([a-z-]+)':/gm, 'events');
}

function slotNames(tree) {
  const [, body] = /type SlotName =([^;]+);/.exec(read(tree, 'shared-contracts/src/remote/manifest.ts')) ?? [];
  return namesIn(body, /'([a-z-]+)'/g, 'slots');
}

/** Paths of the shell's own pages. */
function ownPaths(tree = root) {
  return namesIn(read(tree, 'host/src/app/route-table.tsx'), /^ {2}page\('([^']+)'/gm, 'pages of the shell');
}

/** @returns {import('registry/compatibility').Provided} */
function provided(tree = root) {
  const versionOf = (folder) => JSON.parse(read(tree, folder, 'package.json')).version;
  return {
    contract: versionOf('shared-contracts'),
    packages: { react: versionOf('node_modules/react'), 'react-dom': versionOf('node_modules/react-dom') },
    events: eventNames(tree),
    slots: slotNames(tree),
  };
}

/** The events that a remote's sources name, in the files that use the event store. @param {string[]} files */
function eventsUsedBy(files, tree = root) {
  const known = eventNames(tree);
  const used = files
    .map((file) => read(file))
    .filter((text) => /from 'shared-contracts\/events'/.test(text))
    .flatMap((text) => [...text.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, name]) => name));
  return known.filter((name) => used.includes(name));
}

module.exports = { provided, eventsUsedBy, ownPaths };
