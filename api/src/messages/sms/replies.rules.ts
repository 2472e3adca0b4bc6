/** The words by which a number stops and starts its messages. */

/**
 * The words that Twilio takes itself (https://help.twilio.com/articles/223134027), and those of Canada in French. A reply with more words in it is no
 * command.
 */
const STOP = [
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPTOUT',
  'OPT-OUT',
  'REVOKE',
  'ARRET',
  'ARRÊT',
];
const START = ['START', 'UNSTOP', 'YES'];

/**
 * @returns null for a reply that is no command
 * @example
 * commandOf(' stop. '); // 'stop'
 */
export function commandOf(reply: string): 'stop' | 'start' | null {
  const word = reply
    .trim()
    .replace(/[.!]+$/, '')
    .replace(/\s+/g, ' ')
    .toUpperCase();
  if (STOP.includes(word)) return 'stop';
  return START.includes(word) ? 'start' : null;
}
