/**
 * The shell's report of the releases it runs. It says nothing about persons, so `POST /reports` asks for no session and has no
 * response but 204.
 */
import { z } from 'zod';

const release = {
  /** 'host' or the name of a remote. */
  part: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  /** '1.0.0-3f9a01c2'. */
  version: z.string().regex(/^[\w.+-]{1,64}$/),
};

export const reportEntrySchema = z.discriminatedUnion('type', [
  /** A page used the app for the first time since it was opened. */
  z.object({ type: z.literal('visit'), ...release }),
  /** A screen or slot of it arrived, this many milliseconds after its request. */
  z.object({ type: z.literal('load'), ...release, ms: z.number().min(0).max(600_000) }),
  z.object({
    type: z.literal('error'),
    ...release,
    /** In this order: it did not load, it was refused before its code ran, it threw while rendering, it threw elsewhere. */
    kind: z.enum(['load', 'refused', 'render', 'unhandled']),
    /** Without addresses' queries, e-mails and long numbers. */
    message: z.string().max(200),
    /**
     * Where it was thrown: a line for each frame in a build of this site, '/parts/catalog/1.0.0-3f9a01c2/850.31421a08.js:1:205'.
     */
    stack: z.string().max(4000).optional(),
  }),
  /** CLS has no unit, the others are milliseconds. It is reported for the shell, and for the remote of the first screen. */
  z.object({
    type: z.literal('vital'),
    ...release,
    name: z.enum(['LCP', 'INP', 'CLS', 'FCP', 'TTFB']),
    value: z.number().min(0).max(600_000),
  }),
  /** This visitor was moved back to `to`. */
  z.object({ type: z.literal('set-back'), ...release, to: release.version }),
]);

export const reportSchema = z.object({ entries: z.array(reportEntrySchema).min(1).max(50) });
