/** The routes for whole venues: an operator creates, imports, exports, closes and removes them. */

import { atOneMoment } from 'core/database/kysely';
import { ApiError, invalid, messageOf, notFound } from 'core/errors';
import { FILE, fileBody } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import { idSchema, lineSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { exportVenue } from '../../menu/documents/export-document';
import { printJson } from '../../menu/documents/print-json';
import { readStoredVenue } from '../../menu/documents/stored-venue';
import { DrawingError } from '../../menu/pictures/drawings';
import { MediaFiles, plateAddress } from '../../menu/pictures/media';
import { PhotographError } from '../../menu/pictures/photographs';
import { withProviders } from '../../payments/providers/payment-deps';
import { t } from '../../words';
import { createVenue } from './create-venue.command';
import { importVenue } from './import-venue.command';
import { setVenueOpen } from './open-venue.command';
import { removeVenue } from './remove-venue.command';
import { checkVenueFields, line, venueFields } from './venue-form';
import { requireVenue } from './venues.repository';

/** This length holds 8,000 items, or 200 stalls. The reader needs about twenty times as much memory. */
const MOST_DOCUMENT_LENGTH = 12 * 1024 * 1024;
/** Telephones take no larger photographs. */
const MOST_PICTURE_BYTES = 20 * 1024 * 1024;

const params = z.object({ id: idParameter });
const dry_run = z.boolean().default(false);
const fileName = z.string().min(1).max(200);
const isDry = z.enum(['true', 'false']).default('false');
const missing_settings = z.array(z.string());
const closed_until_set = z.array(z.string());
const venue = { slug: z.string(), name: z.string() };

const pictureSchema = z.union([z.object({ address: z.string().max(100) }), z.object({ problem: z.string().max(500) })]);
const importedSchema = z.object({
  data: z.object({
    id: idSchema.nullable(),
    ...venue,
    is_new: z.boolean(),
    changes: z.array(
      z.object({
        kind: z.enum(['added', 'changed', 'removed']),
        what: z.enum(['venue', 'tax', 'vendor', 'menu', 'section', 'item', 'size', 'choices', 'choice']),
        vendor_id: idSchema.nullable(),
        sentence: z.string(),
      }),
    ),
    kept_vendors: z.array(z.object(venue)),
    warnings: z.array(z.string()),
    missing_settings,
    closed_until_set,
  }),
});
const newVenueSchema = z
  .object({
    name: line(200, {
      required: () => t('Name is required'),
      tooLong: () => t('Name should be at most 200 characters.'),
    }),
    ...venueFields,
    dry_run,
  })
  .superRefine((form, context) => checkVenueFields(form, context));

export const venueDocumentsModule: ApiModule = (app, given) => {
  const deps = withProviders(given);
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  app.post(
    '/venues',
    {
      config: { policy: 'site operator' },
      schema: {
        body: newVenueSchema,
        response: {
          201: z.object({ data: z.object({ id: idSchema.nullable(), ...venue, missing_settings, closed_until_set }) }),
        },
      },
    },
    async (request, reply) => {
      const session = allow(request, {});
      const { dry_run: isDryRun, ...form } = request.body;
      return reply.status(201).send({ data: await createVenue(deps, { session, form, isDryRun }) });
    },
  );

  app.put(
    '/venues/:id',
    {
      config: { policy: 'operator' },
      schema: {
        params,
        body: z.object({ is_open: z.boolean() }),
        response: {
          200: z.object({ data: z.object({ id: idSchema, ...venue, state: z.enum(['open', 'closed']) }) }),
        },
      },
    },
    async (request) => {
      const venueId = request.params.id;
      const session = allow(request, { venueId });
      return { data: await setVenueOpen(deps, { session, venueId, isOpen: request.body.is_open }) };
    },
  );

  app.delete(
    '/venues/:id',
    {
      config: { policy: 'site operator' },
      schema: {
        params,
        querystring: z.object({ dry_run: isDry }),
        response: {
          200: z.object({ data: z.object({ id: idSchema, ...venue, outcome: z.enum(['deleted', 'archived']) }) }),
        },
      },
    },
    async (request) => {
      const venueId = request.params.id;
      const session = allow(request, {});
      return { data: await removeVenue(deps, { session, venueId, isDryRun: request.query.dry_run === 'true' }) };
    },
  );

  app.get(
    '/venues/:id/document',
    {
      config: { policy: 'operator' },
      schema: {
        params,
        response: {
          200: z.object({ data: z.object({ ...venue, text: z.string(), pictures: z.array(z.string()) }) }),
        },
      },
    },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      // An import may end between two statements.
      const stored = await atOneMoment(deps.db, async (trx) => {
        await requireVenue(trx, venueId);
        return await readStoredVenue(trx, venueId);
      });
      if (!stored) throw notFound(t('Venue not found.'));
      const { slug, name } = stored;
      const { document, pictures } = exportVenue(stored, plateAddress);
      return { data: { slug, name, text: printJson(document), pictures } };
    },
  );

  app.post(
    '/venue-documents',
    {
      config: { policy: 'any operator' },
      // In a JSON text each quote takes two characters.
      bodyLimit: 2 * MOST_DOCUMENT_LENGTH,
      schema: {
        body: z.object({
          name: lineSchema.min(1).max(200),
          text: z.string().max(MOST_DOCUMENT_LENGTH, {
            error: () => t('The document is larger than 12 MiB. Give each hall a document of its own.'),
          }),
          pictures: z.record(fileName, pictureSchema).default({}),
          dry_run,
        }),
        response: { 200: importedSchema },
      },
    },
    async (request) => {
      const session = allow(request, {});
      const { dry_run: isDryRun, ...document } = request.body;
      return { data: await importVenue(deps, { session, ...document, isDryRun }) };
    },
  );

  app.post(
    '/pictures',
    {
      config: { policy: 'any operator' },
      bodyLimit: MOST_PICTURE_BYTES,
      schema: {
        consumes: FILE,
        body: fileBody,
        querystring: z.object({ file: fileName, dry_run: isDry }),
        response: { 200: z.object({ data: z.object({ address: z.string() }) }) },
      },
    },
    async (request) => {
      const { body } = request;
      if (!Buffer.isBuffer(body)) throw invalid({ picture: ['is empty'] });
      const media = new MediaFiles(deps.config.mediaDir);
      try {
        const address = await media.addFile(request.query.file, body);
        if (request.query.dry_run === 'false') await media.write();
        return { data: { address } };
      } catch (error) {
        // The command line puts the name of the file before the reason; a page shows the sentence.
        const refused = (message: string, reason: string) =>
          new ApiError(422, 'PICTURE_INVALID', message, { errors: { picture: [reason] } });
        if (error instanceof PhotographError) throw refused(error.sentence(), messageOf(error));
        if (error instanceof DrawingError)
          throw refused(
            t('This file is no JPEG, PNG or WebP picture, and no drawing that pages may show.'),
            messageOf(error),
          );
        throw error;
      }
    },
  );
};
