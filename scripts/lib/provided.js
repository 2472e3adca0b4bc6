// What a shell built from this tree provides, read from the contracts' sources. CommonJS, for the build recipe.
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const contracts = path.join(root, 'shared-contracts');
const read = (...segments) => fs.readFileSync(path.join(...segments), 'utf8');
const versionOf = (name) => JSON.parse(read(root, 'node_modules', name, 'package.json')).version;

function namesIn(text, pattern, what) {
  const names = [...(text ?? '').matchAll(pattern)].map(([, name]) => name).sort();
  if (names.length === 0) throw new Error(`The contracts name no ${what}: has their file changed its form?`);
  return names;
}

function eventNames() {
  const [, body] = /interface ShellEvents \{(.*?)^\}/ms.exec(read(contracts, 'src/events/events.ts')) ?? [];
  return namesIn(body, /^ {2}'([a-z-]+)':/gm, 'events');
}

function slotNames() {
  const [, body] = /type SlotName =([^;]+);/.exec(read(contracts, 'src/remote/manifest.ts')) ?? [];
  return namesIn(body, /'([a-z-]+)'/g, 'slots');
}

/** @returns {import('shared-contracts/registry-rules').Provides} */
function provided() {
  return {
    contract: JSON.parse(read(contracts, 'package.json')).version,
    packages: { react: versionOf('react'), 'react-dom': versionOf('react-dom') },
    events: eventNames(),
    slots: slotNames(),
  };
}

/** The events that a remote's sources name, in the files that use the event store. @param {string[]} files */
function eventsUsedBy(files) {
  const known = eventNames();
  const used = files
    .map((file) => read(file))
    .filter((text) => /from 'shared-contracts\/events'/.test(text))
    .flatMap((text) => [...text.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, name]) => name));
  return known.filter((name) => used.includes(name));
}

module.exports = { provided, eventsUsedBy };
