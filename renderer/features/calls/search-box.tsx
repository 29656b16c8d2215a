import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { runCommand } from '../../core/run-command';
import { PageSearch, restMs } from '../../list/page-search';
import { isModified } from '../../ui/is-modified';
import { keepLast } from './builder/last-filters';
import { advancedNow, searchNow, useFilters } from './filters';
import { optionId, Suggestions } from './suggestions/suggestions';
import { type Suggestion, useSuggestions, withSuggestion } from './suggestions/use-suggestions';

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
    // At once: a render in between would take the new address for one from elsewhere, and drop a letter typed since.
    flushSync(() => setKnown(searchNow()));
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
    runCommand('listPlay');
  }, [plays, isFound]);

  const id = useId();
  const [isFocused, setFocused] = useState(false);
  /**
   * The text that Enter has searched for, or that was there when the field got the focus, such as from a closing popover.
   * The arrow keys go to its results, which suggestions would cover.
   */
  const [searched, setSearched] = useState('');
  // Rendered behind the letter that was typed.
  const asked = useDeferredValue(isFocused && wanted !== searched ? wanted : '');
  const suggestions = useSuggestions(asked);
  /** The suggestion that Enter chooses, of the text that it was reached with. */
  const [reached, setReached] = useState({ at: -1, of: '' });
  const at = reached.of === asked ? Math.min(reached.at, suggestions.length - 1) : -1;
  const choose = (suggestion: Suggestion) => {
    setText('');
    change({ search: '', advanced: withSuggestion(advancedNow(), suggestion) });
    setKnown(searchNow());
    const set = advancedNow().find(({ name }) => name === suggestion.item.name);
    if (set) keepLast(set);
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isModified(event) || suggestions.length === 0) return;
    const current = suggestions[at];
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (steps !== undefined && (steps > 0 ? at < suggestions.length - 1 : at >= 0)) {
      setReached({ at: at + steps, of: asked });
    } else if (event.key === 'Enter' && current) choose(current);
    else if (event.key === 'Escape' && current) setReached({ at: -1, of: asked });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onEnter = () => {
    if (wanted !== known) send();
    setSearched(wanted);
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
      onFocusChange={(isNow) => {
        setFocused(isNow);
        if (isNow) setSearched(wanted);
      }}
      onKeyDownCapture={onKeyDownCapture}
      list={suggestions.length > 0 ? { id, option: at >= 0 ? optionId(id, at) : undefined } : undefined}
    >
      <span className="visually-hidden" role="status">
        {suggestions.length > 0 && t('suggestions.count', { count: suggestions.length })}
      </span>
      {suggestions.length > 0 && <Suggestions id={id} suggestions={suggestions} current={at} onChoose={choose} />}
    </PageSearch>
  );
}
