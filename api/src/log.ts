/** The log of the process: one JSON object on a line of standard output, for a request as for work beside requests. */
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

export type Log = FastifyBaseLogger;

/** @param level the lowest that is written, such as 'warn'; 'silent' writes nothing */
export const createLog = (level: string): Log => pino({ level });
