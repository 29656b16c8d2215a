import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../core/commands';
import { focusPage } from '../../core/keep-focus';
import { useCommand, useLiveCommands } from '../../core/use-command';
import { classNames } from '../../ui/class-names';
import { KeyCap } from '../../ui/key-cap';
import field from '../../ui/text-field.module.css';
import { useFilters } from './filters';
import styles from './search-box.module.css';

const restMs = 150;

/** Searches while one types. Arrow down goes on to the list, Enter plays the selected call, Esc clears. */
export function SearchBox({ stale }: { stale: boolean }) {
  const { t } = useTranslation();
  const { filters, change } = useFilters();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(filters.search);
  const [sent, setSent] = useState(filters.search);
  const [seen, setSeen] = useState(filters.search);
  // What was sent shows in the address a while later, when one may have typed on. Anything else that shows there did
  // not come from here (Back, "Clear all"): take it up.
  if (filters.search !== seen) {
    setSeen(filters.search);
    if (filters.search !== sent) {
      setSent(filters.search);
      setText(filters.search);
    }
  }

  const wanted = text.trim();
  const send = useCallback(() => {
    setSent(wanted);
    change({ search: wanted });
  }, [wanted, change]);
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(send, restMs);
    return () => clearTimeout(timer);
  }, [wanted, sent, send]);

  // Enter means a row of what was found, so it waits until that is there.
  const [plays, setPlays] = useState(false);
  const isFound = wanted === filters.search && !stale;
  useEffect(() => {
    if (!plays || !isFound) return;
    setPlays(false);
    useLiveCommands.getState().live.listPlay?.();
  }, [plays, isFound]);

  useCommand('search', () => {
    input.current?.focus();
    input.current?.select();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (wanted !== sent) send();
      setPlays(true);
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    focusPage();
  };

  return (
    <search className={styles.search} aria-label={t('panes.search')} data-pane onKeyDown={onKeyDown}>
      <AriaSearchField
        className={styles.field ?? ''}
        aria-label={t('review.search')}
        value={text}
        onChange={(value) => {
          setText(value);
          setPlays(false);
        }}
        maxLength={256}
      >
        <Search size={14} strokeWidth={1.75} aria-hidden="true" />
        <Input
          ref={input}
          className={classNames(field.input, styles.input)}
          placeholder={t('review.search')}
          data-pane-focus
        />
        {text === '' ? (
          <KeyCap keys={keysOf('search')} />
        ) : (
          <Button className={styles.clear ?? ''} aria-label={t('review.clearSearch')}>
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        )}
      </AriaSearchField>
    </search>
  );
}
