// Which release of a part a visitor gets, and which paths are one: the rules that releasing, the server's pages and the
// shell have to agree on.
// Plain JavaScript, since the scripts run it as it stands; its types are in registry-rules.d.ts.

/** A 32-bit hash (FNV-1a, its bits then mixed) of any text. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 0 to 99. Of each part another one, so that the same visitors are not the first to get everything. */
exports.bucketOf = (visitor, part) => hashOf(`${part} ${visitor}`) % 100;

/** Reads a Cookie header or document.cookie. */
exports.readVisit = (cookies) => {
  const cookie = (name, shape) => new RegExp(`(?:^|;\\s*)${name}=(${shape})(?:;|$)`).exec(cookies)?.[1];
  return {
    visitor: cookie('visitor', '[\\w-]{1,64}'),
    channel: cookie('channel', '[\\w-]{1,64}'),
    setBack: cookie('set_back', '[\\w.+@|-]{1,1000}')?.split('|'),
  };
};

exports.isOfferedTo = ({ part, channel, percent }, visit) =>
  channel === undefined
    ? visit.visitor !== undefined && exports.bucketOf(visit.visitor, part) < (percent ?? 0)
    : channel === visit.channel;

/** Every release that this visitor may get of a part, the wanted one first: a channel's, a share's, the live one. */
const wantedOf = (snapshot, part, live, visit) => {
  const offers = snapshot.offers.filter((offer) => offer.part === part && exports.isOfferedTo(offer, visit));
  const byChannel = offers.filter(({ channel }) => channel !== undefined);
  const byShare = offers.filter(({ channel }) => channel === undefined);
  return [...byChannel.map(({ release }) => release), ...byShare.map(({ release }) => release), live];
};

exports.hostFor = (snapshot, visit) => wantedOf(snapshot, 'host', snapshot.host, visit)[0];

exports.shapeOf = (path) =>
  path
    .replace(/:[^/]+/g, ':')
    .replace(/(.)\/+$/, '$1')
    .toLowerCase();

const slotName = (slot) => (typeof slot === 'string' ? slot : slot.slot);

exports.mismatchesOf = ({ contract, packages, events, slots }, provides, satisfy) => {
  const found = [];
  if (!satisfy(provides.contract, contract)) {
    found.push({ what: 'contract', needed: contract, provided: provides.contract });
  }
  for (const [name, range] of Object.entries(packages)) {
    const provided = provides.packages[name];
    if (!provided || !satisfy(provided, range)) found.push({ what: name, needed: range, provided: provided ?? 'none' });
  }
  for (const name of events) {
    if (!provides.events.includes(name)) found.push({ what: 'event', needed: name, provided: 'no such event' });
  }
  for (const name of slots.map(slotName)) {
    if (!provides.slots.includes(name)) found.push({ what: 'slot', needed: name, provided: 'no such slot' });
  }
  return found;
};

exports.describe = (remote, version, { what, needed, provided }, shell) =>
  `Remote '${remote}' ${version} needs ${what} ${needed}; ${shell} provides ${provided}.`;

exports.choose = (snapshot, remote, visit, provides, satisfy) => {
  const refused = [];
  const wanted = wantedOf(snapshot, remote, snapshot.remotes[remote], visit);
  for (const release of [...wanted, ...(snapshot.kept[remote] ?? [])]) {
    // Nothing is live of a remote that is only offered to some.
    if (!release || visit.setBack?.includes(`${remote}@${release.version}`)) continue;
    const mismatches = exports.mismatchesOf(release, provides, satisfy);
    if (mismatches.length === 0) return { release, refused };
    refused.push({ version: release.version, mismatches });
  }
  return { release: undefined, refused };
};
