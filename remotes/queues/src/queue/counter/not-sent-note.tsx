import { Alert, Button } from 'shared-contracts/ui';
import { ageText } from '../../order/order-time.rules';
import { plural, t } from '../../words';
import { useTicking } from '../ticker';
import { areMovesStored, dismissUnsent, type RefusedMove, useUnsentMoves } from '../unsent-moves';
import { movesToSend, notSentTexts, type UnsentMove } from '../unsent-moves.rules';
import { useHeldWhilePressed } from '../use-held-while-pressed';
import styles from './counter-switches.module.css';

/** Says how many taps wait for the connection, how old the oldest is, and which taps will not be sent and why. */
export function NotSentNote() {
  const { moves, refused } = useUnsentMoves();
  const waiting = useHeldWhilePressed(useTicking((now) => waitingText(moves, now)));
  // The value is one text, which stays the same while its words do.
  const dropped = useHeldWhilePressed(
    useTicking((now) => [...notSentTexts(moves, now), ...refused.map(refusalText)].join('\n')),
  );
  return (
    <>
      {waiting !== '' && (
        <Alert tone="info" className={styles.prompt}>
          {waiting}
        </Alert>
      )}
      {dropped !== '' && (
        <Alert className={styles.prompt}>
          <div className={styles.promptWords}>
            <ul>
              {dropped.split('\n').map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <Button size="small" onClick={dismissUnsent}>
              {t('OK')}
            </Button>
          </div>
        </Alert>
      )}
    </>
  );
}

const refusalText = ({ text }: RefusedMove) => text;

function waitingText(moves: readonly UnsentMove[], now: number): string {
  const waiting = movesToSend(moves, now);
  const [oldest] = waiting;
  if (!oldest) return '';
  const age = ageText(new Date(oldest.at).toISOString(), now);
  const text = plural(
    waiting.length,
    {
      one: '# tap is not sent yet, from {age} ago. It is sent once the site can be reached.',
      other: '# taps are not sent yet, the oldest from {age} ago. They are sent once the site can be reached.',
    },
    { age },
  );
  if (areMovesStored()) return text;
  const warning = plural(waiting.length, {
    one: 'Keep this page open: the device does not keep it.',
    other: 'Keep this page open: the device does not keep them.',
  });
  return `${text} ${warning}`;
}
