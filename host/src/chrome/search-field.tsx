import { Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { cx, Icon, IconButton, SearchStatus } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './search-field.module.css';

export interface SearchFieldProps {
  /** 'Search vendors'; also the field's name. */
  placeholder: string;
  /** The field takes the focus, since a tap opened it. */
  isFocused?: boolean;
  /** Closes the field; without it the field stays, and its button clears the text. */
  onClose?: () => void;
  /** The key '/' focuses the field, and a hint says so. */
  hasShortcut?: boolean;
  className?: string;
}

/** Filters the page at each key. A status announces the number of results. */
export function SearchField({ placeholder, isFocused, onClose, hasShortcut, className }: SearchFieldProps) {
  const { text, count } = useShell((state) => state.search);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);

  useEffect(() => {
    if (!hasShortcut) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasShortcut]);

  const put = (next: string) => publish('search-typed', { text: next });
  const close = () => {
    put('');
    onClose?.();
  };
  // The text filters already; Enter closes a phone's keyboard.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    input.current?.blur();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that Enter submits it; <search> brings no submit
    <form role="search" className={cx(styles.search, className)} onSubmit={onSubmit}>
      <Icon of={Search} size="medium" />
      <input
        ref={input}
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => put(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {(onClose || text !== '') && (
        <IconButton
          className={styles.close}
          icon={X}
          aria-label={onClose ? t('Close search') : t('Clear search')}
          onClick={close}
        />
      )}
      {hasShortcut && text === '' && (
        <span className={styles.shortcut} aria-hidden="true">
          /
        </span>
      )}
      <SearchStatus count={text === '' ? null : count} />
    </form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
