/** Words and options that the commands of teams share. */
import { UsageError } from '../errors';

export const listOf = (typed: unknown): string[] =>
  String(typed)
    .split(',')
    .flatMap((each) => each.trim() || []);

/** @throws {UsageError} */
export function numberOf(option: string, typed: unknown): number {
  if (/^\d{1,3}$/.test(String(typed))) return Number(typed);
  throw new UsageError(`${option} is '${typed}'; it must be a whole number.`);
}

/** Describes what a token allows: 'each channel, rollouts up to 10 %, all visitors'. */
export function grantWords({
  channels,
  most_percent,
  is_for_all,
  may_stage,
}: {
  channels: readonly string[];
  most_percent: number;
  is_for_all: boolean;
  may_stage: boolean;
}): string {
  const channelWords = channels.includes('*') ? 'each channel' : `the channel ${channels.join(', ')}`;
  return [
    ...(channels.length > 0 ? [channelWords] : []),
    ...(most_percent > 0 ? [`rollouts up to ${most_percent} %`] : []),
    ...(is_for_all ? ['all visitors'] : []),
    ...(may_stage ? ['staging'] : []),
  ].join(', ');
}
