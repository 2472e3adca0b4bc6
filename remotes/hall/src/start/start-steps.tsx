import { Circle, CircleCheck } from 'lucide-react';
import type { HallStart } from 'shared-contracts/types';
import { Button, cx, Icon, LinkText, VisuallyHidden } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './start.module.css';
import { nextStep, type Step, startSteps } from './start.rules';

interface StartStepsProps {
  venueId: string;
  start: HallStart;
}

/** The steps of a new hall. What is done is ticked; the next one leads on. */
export function StartSteps({ venueId, start }: StartStepsProps) {
  const steps = startSteps(venueId, start);
  const next = nextStep(steps);
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <Row key={step.id} step={step} isNext={step === next} />
      ))}
    </ol>
  );
}

function Row({ step: { name, note, isDone, to }, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li className={styles.step}>
      <Icon of={isDone ? CircleCheck : Circle} className={cx(isDone ? styles.done : styles.open)} />
      <span className={styles.words}>
        <span className={styles.name}>
          {isDone || isNext ? name : <LinkText to={to}>{name}</LinkText>}
          {isDone && <VisuallyHidden> {t('Finished')}</VisuallyHidden>}
        </span>
        {!isDone && <span className={styles.note}>{note}</span>}
      </span>
      {isNext && (
        <Button size="small" variant="primary" to={to} aria-label={t('Begin: {step}', { step: name })}>
          {t('Begin')}
        </Button>
      )}
    </li>
  );
}
