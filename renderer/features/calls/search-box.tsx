import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveCommands } from '../../core/use-command';
import { PageSearch, restMs } from '../../list/page-search';
import { searchNow, useFilters } from './filters';

/** Searches while the user types. Enter plays the selected call. */
export function SearchBox({ stale }: { stale: boolean }) {
  const { t } = useTranslation();
  const { filters, change } = useFilters();
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

  const onEnter = () => {
    if (wanted !== known) send();
    setPlays(true);
  };

  return (
    <PageSearch
      label={t('review.search')}
      value={text}
      onChange={(value) => {
        setText(value);
        setKnown(searchNow());
        setPlays(false);
      }}
      onEnter={onEnter}
    />
  );
}
