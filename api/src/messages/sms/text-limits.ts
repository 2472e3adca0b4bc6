/** Limits how many text messages leave the site, since each costs money and may reach a stranger's phone. */
import type { Count } from 'core/attempt-counts';
import type { Network } from 'core/http/client-address';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Codes that one person may ask for in a day, to any numbers. */
const CODES_PER_PERSON = 5;
/** The limit of codes to one number in a day, whoever asks for them. */
const CODES_PER_NUMBER = 5;
/** Codes that are asked for from one address in an hour. The guests of a hall share an address. */
const CODES_PER_ADDRESS = 30;

/**
 * The messages of the whole site in a day of UTC. Codes take half of them at most, so that a flood of codes does not use up the messages of orders.
 */
export function countsOfDay(kind: 'code' | 'done', dayLimit: number, now: Date): Count[] {
  const day = now.toISOString().slice(0, 10);
  const all = { key: `text messages ${day}`, limit: dayLimit, windowMs: DAY_MS };
  const codes = { key: `text messages with codes ${day}`, limit: Math.ceil(dayLimit / 2), windowMs: DAY_MS };
  return kind === 'code' ? [all, codes] : [all];
}

interface CodeRequest {
  userId: number;
  number: string;
  /** The result of `networksOf`. */
  networks: readonly Network[];
}

export const countsOfCode = ({ userId, number, networks }: CodeRequest): Count[] => [
  { key: `text codes of person ${userId}`, limit: CODES_PER_PERSON, windowMs: DAY_MS },
  { key: `text codes to ${number}`, limit: CODES_PER_NUMBER, windowMs: DAY_MS },
  ...networks.map(({ name, size }) => ({
    key: `text codes from ${name}`,
    limit: CODES_PER_ADDRESS * size,
    windowMs: HOUR_MS,
  })),
];
