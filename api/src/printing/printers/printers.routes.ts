/** A stall's printers and what they print: its staff see them and print again, its owners and the venue's operators change them. */
import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { idempotencyHeaders } from 'core/http/idempotency';
import type { App } from 'core/http/scope';
import { decide, permit } from 'core/policy/policies';
import { allow } from 'core/policy/require-policies';
import {
  createdPrinterSchema,
  errorSchema,
  newPrintJobSchema,
  nextPrintJobSchema,
  one,
  printerAddressSchema,
  printerSchema,
  printerSettingsSchema,
  printersSchema,
  printJobChangeSchema,
  printJobSchema,
  printJobsSchema,
  printPreviewSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { type PrintDeps, renderJob } from '../jobs/give-job.command';
import { printAgain, printTestPage } from './print-again.command';
import {
  addPrinter,
  changePrinter,
  makeAddress,
  type PrinterDeps,
  removePrinter,
  revokeAddress,
} from './printer.commands';
import { presentJob, presentPrinter } from './printer.presenter';
import { countStuckJobs, findJobOf, jobsOfVendor, printersOfVendor, timezoneOf } from './printers.query';
import { endJobOfTablet, nextForTablet } from './tablet.commands';

const staff = { policy: 'staff' } as const;
const owner = { policy: 'owner' } as const;
const byVendor = z.object({ id: idParameter });
const byPrinter = byVendor.extend({ printerId: idParameter });
const byJob = byVendor.extend({ jobId: idParameter });

export type StallDeps = PrintDeps & PrinterDeps & Pick<Deps, 'db' | 'clock'>;

export function registerPrinters(app: App, deps: StallDeps): void {
  registerSettings(app, deps);
  registerAddresses(app, deps);
  registerJobs(app, deps);
  registerTablets(app, deps);
}

function registerSettings(app: App, deps: StallDeps): void {
  const { db, clock } = deps;

  app.get(
    '/vendors/:id/printers',
    { config: staff, schema: { params: byVendor, response: { 200: printersSchema } } },
    async (request) => {
      const vendorId = request.params.id;
      const session = allow(request, { vendorId });
      const now = clock.now();
      return {
        data: (await printersOfVendor(db, vendorId)).map((printer) => presentPrinter(printer, now)),
        may_edit: decide('owner', session, { vendorId }) === 'allowed',
        stuck_jobs: await countStuckJobs(db, vendorId, now),
        timezone: await timezoneOf(db, vendorId),
      };
    },
  );

  app.post(
    '/vendors/:id/printers',
    {
      config: owner,
      schema: { params: byVendor, body: printerSettingsSchema, response: { 201: one(createdPrinterSchema) } },
    },
    async (request, reply) => {
      const vendorId = request.params.id;
      const session = allow(request, { vendorId });
      const { printer, address } = await addPrinter(deps, { vendorId, session, settings: request.body });
      reply.status(201);
      return { data: { printer: presentPrinter(printer, clock.now()), address } };
    },
  );

  app.put(
    '/vendors/:id/printers/:printerId',
    {
      config: owner,
      schema: { params: byPrinter, body: printerSettingsSchema, response: { 200: one(printerSchema) } },
    },
    async (request) => {
      const { id: vendorId, printerId: id } = request.params;
      const session = allow(request, { vendorId });
      const printer = await changePrinter(deps, { vendorId, id, session, settings: request.body });
      return { data: presentPrinter(printer, clock.now()) };
    },
  );

  app.delete(
    '/vendors/:id/printers/:printerId',
    { config: owner, schema: { params: byPrinter, response: { 204: noContent } } },
    async (request, reply) => {
      const { id: vendorId, printerId: id } = request.params;
      await removePrinter(deps, { vendorId, id, session: allow(request, { vendorId }) });
      return reply.status(204).send();
    },
  );
}

function registerAddresses(app: App, deps: StallDeps): void {
  app.post(
    '/vendors/:id/printers/:printerId/address',
    {
      config: owner,
      schema: { params: byPrinter, response: { 201: one(printerAddressSchema), 409: errorSchema } },
    },
    async (request, reply) => {
      const { id: vendorId, printerId: id } = request.params;
      const address = await makeAddress(deps, { vendorId, id, session: allow(request, { vendorId }) });
      reply.status(201);
      return { data: address };
    },
  );

  app.delete(
    '/vendors/:id/printers/:printerId/address',
    { config: owner, schema: { params: byPrinter, response: { 204: noContent } } },
    async (request, reply) => {
      const { id: vendorId, printerId: id } = request.params;
      await revokeAddress(deps, { vendorId, id, session: allow(request, { vendorId }) });
      return reply.status(204).send();
    },
  );
}

function registerJobs(app: App, deps: StallDeps): void {
  const { db, clock } = deps;

  app.get(
    '/vendors/:id/print-jobs',
    { config: staff, schema: { params: byVendor, response: { 200: printJobsSchema } } },
    async (request) => {
      const vendorId = request.params.id;
      allow(request, { vendorId });
      const now = clock.now();
      return { data: (await jobsOfVendor(db, vendorId, now)).map((job) => presentJob(job, now)) };
    },
  );

  app.post(
    '/vendors/:id/print-jobs',
    {
      config: staff,
      schema: {
        params: byVendor,
        headers: idempotencyHeaders,
        body: newPrintJobSchema,
        response: { 201: printJobsSchema, 409: errorSchema },
      },
    },
    async (request, reply) => {
      const vendorId = request.params.id;
      const session = allow(request, { vendorId });
      const key = request.headers['idempotency-key'] ?? null;
      const jobs = await printAgain(deps, { vendorId, session, wanted: request.body, key });
      reply.status(201);
      return { data: jobs.map((job) => presentJob(job, clock.now())) };
    },
  );

  app.post(
    '/vendors/:id/printers/:printerId/test',
    { config: staff, schema: { params: byPrinter, response: { 201: one(printJobSchema) } } },
    async (request, reply) => {
      const { id: vendorId, printerId: id } = request.params;
      const job = await printTestPage(deps, { vendorId, id, session: allow(request, { vendorId }) });
      reply.status(201);
      return { data: presentJob(job, clock.now()) };
    },
  );

  app.get(
    '/vendors/:id/print-jobs/:jobId/preview',
    { config: staff, schema: { params: byJob, response: { 200: one(printPreviewSchema) } } },
    async (request) => {
      const { id: vendorId, jobId: id } = request.params;
      const session = allow(request, { vendorId });
      const job = await findJobOf(db, { vendorId, id });
      if (job.document === 'day-end') permit('owner', session, { vendorId });
      const svg = await renderJob(deps, job, job.sends - 1, 'preview');
      return { data: { svg: svg.toString() } };
    },
  );
}

function registerTablets(app: App, deps: StallDeps): void {
  const { clock } = deps;

  app.post(
    '/vendors/:id/printers/:printerId/next',
    { config: staff, schema: { params: byPrinter, response: { 200: one(nextPrintJobSchema), 409: errorSchema } } },
    async (request) => {
      const { id: vendorId, printerId: id } = request.params;
      allow(request, { vendorId });
      const next = await nextForTablet(deps, { vendorId, id });
      return { data: next && { job: presentJob(next.job, clock.now()), svg: next.svg } };
    },
  );

  app.put(
    '/vendors/:id/print-jobs/:jobId',
    {
      config: staff,
      schema: { params: byJob, body: printJobChangeSchema, response: { 200: one(printJobSchema), 409: errorSchema } },
    },
    async (request) => {
      const { id: vendorId, jobId: id } = request.params;
      allow(request, { vendorId });
      const job = await endJobOfTablet(deps, { vendorId, id, ...request.body });
      return { data: presentJob(job, clock.now()) };
    },
  );
}
