/** Shows which releases of a remote fit which shells in use, and why others do not. */

import { type Html, html } from 'core/pages/html';
import { z } from 'zod';
import type { Fit, ReleaseStatus } from '../model/service';
import type { DeskSection } from './section';
import { tableOf } from './table';
import { badgeOf, versionOf } from './words';

export const fitsSection: DeskSection = {
  path: '/fits',
  name: 'What fits',
  query: z.object({}),
  async render({ service }) {
    const [{ releases, fits }, broken] = await Promise.all([service.status(), service.brokenByApi()]);
    const shells = releases.filter(({ app, for: visitors }) => app === 'host' && visitors !== 'previous');
    const remotes = releases.filter(({ app }) => app !== 'host');
    const title = html`<h1>What fits</h1>
<p>A page uses a release of a remote only in a shell that it fits. Where it does not, the page uses the newest previous release that does.</p>
${broken.map((sentence) => html`<p class="outcome refused">${sentence}</p>`)}`;
    if (shells.length === 0 || remotes.length === 0)
      return html`${title}<p class="empty">There is nothing to compare: ${shells.length === 0 ? 'no shell' : 'no remote'} is released on this site yet.</p>`;
    return html`${title}
${tableOf({
  caption: 'Each release of a remote, in each shell that visitors have',
  columns: [
    { name: 'Remote' },
    ...shells.map((shell) => ({
      name: html`Shell ${versionOf(shell.version)} ${badgeOf(shell)}`,
      label: `In the shell ${shell.version}`,
      isWide: true,
    })),
  ],
  rows: remotes.map((release) => ({
    head: html`${release.app} ${versionOf(release.version)} ${badgeOf(release)}`,
    cells: shells.map((shell) => verdictOf(release, shell, fits)),
  })),
})}`;
  },
};

function verdictOf({ app, version }: ReleaseStatus, shell: ReleaseStatus, fits: readonly Fit[]): Html | null {
  const fit = fits.find((each) => each.remote === app && each.version === version && each.shell === shell.version);
  if (!fit) return null;
  if (fit.problems.length === 0) return html`<span class="badge live">fits</span>`;
  return html`<span class="badge refused">does not fit</span><ul class="problems">${fit.problems.map((problem) => html`<li>${problem}</li>`)}</ul>`;
}
