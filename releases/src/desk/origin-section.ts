/** Shows of a build who signed where it comes from, and the packages in its bundle. */
import { type Content, type Html, html } from 'core/pages/html';
import { z } from 'zod';
import { appNameSchema, versionSchema } from '../model/service';
import { PROVENANCE, type Provenance, type StatedOrigin } from '../store/provenance';
import { type BundledPackage, SBOM } from '../store/sbom';
import type { DeskSection } from './section';
import { tableOf } from './table';
import { timeOf, versionOf } from './words';

const query = z.object({ app: appNameSchema, version: versionSchema });

export const originSection: DeskSection<typeof query> = {
  path: '/origin',
  name: 'Origin and packages',
  isLinked: true,
  query,
  async render({ service, identity }, { app, version }) {
    const { provenance, packages } = await service.about(identity, app, version);
    const address = `/parts/${app}/${version}/`;
    return html`<h1>${app} ${versionOf(version)}</h1>
<section aria-labelledby="origin"><h2 id="origin">Origin</h2>
${originOf(provenance, app)}
${provenance.state === 'missing' ? null : fileLink(address, PROVENANCE, 'The signed statement (in-toto, SLSA)')}</section>
<section aria-labelledby="packages"><h2 id="packages">Packages</h2>
${packagesOf(packages)}
${packages && fileLink(address, SBOM, 'The list for programs (CycloneDX)')}</section>`;
  },
};

const fileLink = (address: string, file: string, name: string): Html =>
  html`<p><a href="${address}${file}" download>${name}</a></p>`;

function originOf(provenance: Provenance, app: string): Html {
  if (provenance.state === 'missing')
    return html`<p class="empty">Nobody signed where this build comes from. Its team does with a key of its own (--key), and this site does for a trusted workflow.</p>`;
  if (provenance.state === 'wrong')
    return html`<p class="outcome refused" role="alert">Do not rely on the statement of this build: it ${provenance.problem}.</p>`;
  const { origin, keys, isBySite } = provenance;
  const ids = keys.map(({ keyID }) => html` <code title="${keyID}">${keyID.slice(0, 8)}</code>`);
  const facts: [name: string, value: Content][] = [
    ['Signed by', html`${isBySite ? 'the key of this site' : `the key of ${app}`}${ids}`],
    [
      'It says',
      origin.isSentByRun
        ? 'A CI run sent this build. Its CI system names the source, and this site did not see the build.'
        : 'The holder of the key built it from this source.',
    ],
    ['Repository', addressOf(origin.repository)],
    ['Commit', commitOf(origin)],
    ['Built by', origin.workflow ? addressOf(origin.builder) : 'a working copy, in no CI system'],
    ['CI run', addressOf(origin.run)],
    ['Lock file', origin.lock && html`<code title="${origin.lock}">sha256 ${origin.lock.slice(0, 16)}…</code>`],
    ['Finished', finishedOf(origin.finishedAt)],
  ];
  return html`<dl class="facts">${facts.map(
    ([name, value]) => html`<dt>${name}</dt><dd>${value || html`<span class="none">not stated</span>`}</dd>`,
  )}</dl>`;
}

/** An address is text of the signer. Only one of the web becomes a link. */
const addressOf = (address: string | undefined): Content =>
  address && /^https?:\/\//.test(address)
    ? html`<a href="${address}" rel="noreferrer">${address}</a>`
    : (address ?? null);

function commitOf({ commit, isClean }: StatedOrigin): Content {
  const dirty = isClean === false ? html` <span class="badge warning">and uncommitted changes</span>` : null;
  return commit === undefined ? dirty : html`<code>${commit}</code>${dirty}`;
}

const finishedOf = (at: string | undefined): Content =>
  at && !Number.isNaN(Date.parse(at)) ? timeOf(new Date(at).toISOString()) : null;

function packagesOf(packages: readonly BundledPackage[] | null): Html {
  if (packages === null)
    return html`<p class="empty">This build has no list of its packages: it was built before there was one.</p>`;
  if (packages.length === 0) return html`<p class="empty">Its bundle has no package besides the app itself.</p>`;
  return tableOf({
    className: 'packages',
    caption: html`${packages.length} ${packages.length === 1 ? 'package' : 'packages'} in its bundle. What it takes from the shell is in the list of the shell`,
    columns: [{ name: 'Package' }, { name: 'Version' }, { name: 'License' }],
    rows: packages.map(({ name, version, license }) => ({
      head: name,
      cells: [version, license || html`<span class="none">not stated</span>`],
    })),
  });
}
