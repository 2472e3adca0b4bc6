import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Span } from 'shared-contracts/types';
import { Alert, Button, IconButton, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './hours.module.css';
import { spanHint, withSpan } from './hours.rules';

const MOST_SPANS = 6;

export interface DaySpansProps {
  /** The name of the day. */
  name: string;
  spans: readonly Span[];
  error: string | undefined;
  onChange: (spans: Span[]) => void;
  /** Further actions of the day. */
  children?: ReactNode;
}

/** Edits the times of one day. A day without any is closed. */
export function DaySpans({ name, spans, error, onChange, children }: DaySpansProps) {
  const setAt = (at: number, change: Partial<Span>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...change } : span)));
  return (
    <div className={styles.day} data-invalid={error !== undefined || undefined}>
      <h3>{name}</h3>
      {spans.length === 0 && <p className={styles.note}>{t('Closed')}</p>}
      {[...spans.entries()].map(([at, span]) => (
        <div key={at} className={styles.span}>
          <TextInput
            label={t('From')}
            type="time"
            value={span.from}
            onChange={({ target }) => setAt(at, { from: target.value })}
          />
          <TextInput
            label={t('Until')}
            type="time"
            value={span.until}
            hint={spanHint(span)}
            onChange={({ target }) => setAt(at, { until: target.value })}
          />
          <IconButton
            icon={Trash2}
            aria-label={
              span.from
                ? t('Remove {from}, {name}', { from: span.from, name })
                : t('Remove the empty time, {name}', { name })
            }
            onClick={() => onChange(spans.filter((_span, index) => index !== at))}
          />
        </div>
      ))}
      <div className={styles.actions}>
        {spans.length < MOST_SPANS && (
          <Button
            size="small"
            icon={Plus}
            aria-label={t('Add a time: {name}', { name })}
            onClick={() => onChange(withSpan(spans))}
          >
            {t('Add a time')}
          </Button>
        )}
        {children}
      </div>
      {error && <Alert>{error}</Alert>}
    </div>
  );
}
