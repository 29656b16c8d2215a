import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../core/commands';
import { focusPage } from '../../core/keep-focus';
import { useCommand, useLiveCommands } from '../../core/use-command';
import { SearchField } from '../../ui/search-field';
import { searchNow, useFilters } from './filters';

const restMs = 150;

/** Searches while the user types. Arrow down moves to the list, Enter plays the selected call, Esc clears. */
export function SearchBox({ stale }: { stale: boolean }) {
  const { t } = useTranslation();
  const { filters, change } = useFilters();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(searchNow);
  // The search in the address when the text was last typed or sent. A different one came from elsewhere (Back, "Clear
  // all") and replaces the input. `filters` cannot be used: the page follows the address with a delay, so they may be
  // older than the text.
  const [known, setKnown] = useState(searchNow);
  const current = searchNow();
  if (current !== known) {
    setKnown(current);
    setText(current);
  }

  const wanted = text.trim();
  const send = useCallback(() => {
    change({ search: wanted });
    setKnown(searchNow());
  }, [wanted, change]);
  useEffect(() => {
    if (wanted === known) return;
    const timer = setTimeout(send, restMs);
    return () => clearTimeout(timer);
  }, [wanted, known, send]);

  // Enter refers to a row of the result, so it waits for the result.
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
      if (wanted !== known) send();
      setPlays(true);
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    focusPage();
  };

  return (
    <SearchField
      ref={input}
      pane={t('panes.search')}
      label={t('review.search')}
      clear={t('ui.clearSearch')}
      keys={keysOf('search')}
      value={text}
      onChange={(value) => {
        setText(value);
        setKnown(searchNow());
        setPlays(false);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
