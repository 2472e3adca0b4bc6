import type { ComponentProps, RefObject } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { Alert, Button } from 'shared-contracts/ui';
import { t } from '../words';
import { Conflict } from './conflict';
import { errorsWithoutField } from './field-words';
import type { DraftErrors } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import type { Saved } from './menu-editor.resource';
import { otherLanguages } from './translation.rules';

interface EntryRefusalProps extends Omit<ComponentProps<typeof Conflict>, 'outcome'> {
  /** Takes the focus when a save is refused. */
  ref: RefObject<HTMLDivElement | null>;
  outcome: Saved | null;
  errors: DraftErrors;
  failure: ApiErrorShape | null;
  /** The entry is gone, and the editor wants it back. */
  onAddAgain: () => void;
}

/** Says why an entry was not saved. Nothing is shown where nothing was refused. */
export function EntryRefusal({
  ref,
  outcome,
  errors,
  failure,
  draft,
  menu,
  taxes,
  onSettle,
  onAddAgain,
}: EntryRefusalProps) {
  const otherErrors = errorsWithoutField(errors, draft, otherLanguages(menu));
  const hasErrors = Object.keys(errors).length > 0;
  if (!outcome?.conflicts && !outcome?.isGone && !hasErrors && !failure) return null;
  return (
    <div ref={ref} tabIndex={-1} className={styles.refusal}>
      {outcome?.conflicts && <Conflict outcome={outcome} draft={draft} menu={menu} taxes={taxes} onSettle={onSettle} />}
      {outcome?.isGone && (
        <Alert>
          <p>{t('Someone else has deleted this meanwhile. What you typed is still here.')}</p>
          <Button size="small" onClick={onAddAgain}>
            {t('Add it again')}
          </Button>
        </Alert>
      )}
      {hasErrors && (
        <Alert>
          {Object.keys(errors).length > otherErrors.length && (
            <p>{t('Something is missing or not right. See the red fields.')}</p>
          )}
          {otherErrors.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      )}
      {failure && <Alert>{failureText(failure)}</Alert>}
    </div>
  );
}

/** Without a response it is not known whether it was saved, so the words say what is safe. */
const failureText = ({ status, message }: ApiErrorShape): string =>
  status === 0 || status >= 500 ? [message, t('What you typed is kept in this tab.')].join(' ') : message;
