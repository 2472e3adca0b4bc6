/** The pictures of a stall's items, which its owners upload. */

import { invalid } from 'core/errors';
import { FILE, fileBody } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import { Rounds } from 'core/workers';
import { cropSchema, one, PICTURE_LIMITS, uploadedPictureSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { t } from '../../words';
import { removeUnused } from './remove-unused';
import { uploadPicture } from './upload-picture.command';

const ROUND_MS = 6 * 3_600_000;
const params = z.object({ id: idParameter });

/** '0.1,0,0.8,1': the origin of the part and its size. */
const cropText = z
  .string()
  .max(200)
  .transform((text) => {
    const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = text.split(',').map(Number);
    return { x, y, width, height };
  })
  .pipe(cropSchema);

export const picturesModule: ApiModule = (app, deps) => {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  deps.workers.add(
    new Rounds({ name: 'unused pictures', everyMs: ROUND_MS, log: deps.log, run: () => removeUnused(deps) }),
  );

  app.post(
    '/vendors/:id/pictures',
    {
      config: { policy: 'owner' },
      bodyLimit: PICTURE_LIMITS.bytes,
      schema: {
        consumes: FILE,
        params,
        body: fileBody,
        querystring: z.object({ square: cropText, hero: cropText }),
        response: { 201: one(uploadedPictureSchema) },
      },
    },
    async (request, reply) => {
      const vendorId = request.params.id;
      const session = allow(request, { vendorId });
      const content = request.body;
      if (!Buffer.isBuffer(content)) throw invalid({ picture: [t('This file is empty.')] }, 'PICTURE_INVALID');
      const data = await uploadPicture(deps, { session, vendorId, content, ...request.query });
      return reply.status(201).send({ data });
    },
  );
};
