/** Shows the team of an app the errors that pages reported, each with the place in the app's sources that threw it. */

import { Html, html } from 'core/pages/html';
import { z } from 'zod';
import { appNameSchema, versionSchema } from '../model/service';
import { errorsSection as errorsOf } from '../reports/errors-page';
import { requireApp } from '../service/release-service';
import { deskAddress } from './address';
import type { DeskSection } from './section';
import { versionOf } from './words';

/** By default, the first app of the token and every version of it. */
const query = z.object({ app: appNameSchema.optional(), version: versionSchema.optional() });

export const errorsSection: DeskSection<typeof query> = {
  path: '/errors',
  name: 'Errors',
  query,
  async render({ identity, errors }, { app = identity.apps[0], version }) {
    if (!app) return html`<h1>Errors</h1><p class="empty">This token is for no app.</p>`;
    requireApp(identity, app);
    const reported = await errors.of({ app, version });
    const links = identity.apps.map(
      (each) =>
        html`<a class="button" href="${deskAddress('/errors', { app: each })}"${each === app && !version ? html` aria-current="true"` : null}>${each}</a>`,
    );
    return html`<h1>Errors of ${app}${version && html` ${versionOf(version)}`}</h1>
<p>What visitors’ pages reported in the last 30 days, the latest first. A place is in the sources where the build came with its source maps.</p>
<nav class="pages" aria-label="Apps">${links}</nav>
${new Html(errorsOf(reported))}`;
  },
};
