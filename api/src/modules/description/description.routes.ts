/** GET /openapi.json and GET /docs: what the API takes and returns, for programs and for persons. */
import type { ApiModule } from '../../api-module';
import { type ApiDocument, createDocsPage, docsOf } from './docs-page';

const FOR_ALL = { config: { policy: 'public', isSameForAll: true } } as const;

export const descriptionModule: ApiModule = async (app) => {
  const page = await createDocsPage();
  // The routes are all there with the first request, and none is added later.
  let html: string | undefined;

  app.get('/openapi.json', FOR_ALL, async () => app.swagger());

  app.get('/docs', FOR_ALL, async (_request, reply) => {
    html ??= page.render('The API', docsOf(app.swagger() as ApiDocument));
    return page.send(reply, html);
  });
};
