/** GET /openapi.json and GET /docs describe the API for programs and for people. */

import { htmlPage } from 'core/http/bodies';
import { sendWritten } from 'core/http/serializer';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { createDocsPage, docsOf } from './docs-page';
import { describedApi } from './openapi';

const config = { policy: 'public', isSameForAll: true } as const;

export const descriptionModule: ApiModule = async (app) => {
  const page = await createDocsPage();
  // All routes exist at the first request, and none is added later.
  let json: string | undefined;
  let html: string | undefined;

  app.get('/openapi.json', { config, schema: { response: { 200: z.looseObject({}) } } }, async (_request, reply) => {
    json ??= JSON.stringify(describedApi(app));
    return sendWritten(reply, json);
  });

  app.get('/docs', { config, schema: { response: { 200: htmlPage } } }, async (_request, reply) => {
    html ??= page.render('The API', docsOf(describedApi(app)));
    return page.send(reply, html);
  });
};
