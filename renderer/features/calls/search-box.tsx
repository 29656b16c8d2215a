import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { foundOptions } from '../../core/record-choices';
import { runCommand } from '../../core/run-command';
import { PageSearch, restMs } from '../../list/page-search';
import { ColourMark } from '../../ui/colour-mark';
import { isModified } from '../../ui/is-modified';
import { useRested } from '../../ui/use-rested';
import { type Item, useCatalogue } from './builder/catalogue';
import { keepLast } from './builder/last-filters';
import { matchesWords } from './builder/matches-words';
import { valuesIn } from './builder/values';
import { type Advanced, advancedNow, searchNow, useFilters, withFilter } from './filters';
import styles from './search-box.module.css';

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

type SuggestionsProps = {
  id: string;
  suggestions: readonly Suggestion[];
  /** The one that Enter chooses; −1 for none. */
  current: number;
  onChoose: (suggestion: Suggestion) => void;
};

const optionId = (id: string, at: number) => `${id}-${at}`;

/** Filters that the typed text names, below the search field, which keeps the focus. */
function Suggestions({ id, suggestions, current, onChoose }: SuggestionsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.popup}>
      <p className={styles.title} id={`${id}-title`}>
        {t('suggestions.title')}
      </p>
      {/* biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names the current option */}
      {/* biome-ignore lint/a11y/useSemanticElements: a select cannot be controlled by the search field */}
      <div role="listbox" id={id} aria-labelledby={`${id}-title`}>
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
          <div
            key={`${suggestion.item.name} ${suggestion.id}`}
            role="option"
            id={optionId(id, at)}
            className={styles.option}
            aria-selected={at === current}
            // The field would lose the focus.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            <span className={styles.kind}>{suggestion.item.label}</span>
            {suggestion.color !== undefined && <ColourMark colour={suggestion.color} />}
            <span className={styles.name} dir="auto">
              {suggestion.name}
            </span>
          </div>
        ))}
      </div>
      <p className={styles.hint}>{t('suggestions.keys')}</p>
    </div>
  );
}

/** A value that the typed text names, as a filter. */
type Suggestion = { item: Item; id: string; name: string; color?: string };

/** From this length on, a text finds filters. */
const shortest = 2;
/** The most suggestions of one filter, and of all. */
const [ofOne, ofAll] = [3, 6];

const found = ['category_id', 'user_id', 'client_id'] as const;

/** Categories, people, clients and the choices of fields whose names have words that begin with the text. */
function useSuggestions(typed: string): readonly Suggestion[] {
  const items = useCatalogue();
  const term = useRested(typed, restMs);
  const isLong = term.length >= shortest;
  const kinds = found.flatMap((kind) => {
    const item = items.find(({ name }) => name === kind);
    return item ? [{ kind, item }] : [];
  });
  const records = useQueries({
    queries: kinds.map(({ kind }) => ({ ...foundOptions(kind, term), enabled: isLong })),
    combine: (results) =>
      results.flatMap(({ data = [] }, at) =>
        data
          .filter(({ name }) => matchesWords(name, term))
          .slice(0, ofOne)
          .map((one) => ({ ...one, item: (kinds[at] as { item: Item }).item })),
      ),
  });
  if (!isLong || term !== typed) return none;
  const choices = items.flatMap((item) =>
    (item.choices ?? [])
      .filter(({ name }) => matchesWords(name, term))
      .slice(0, ofOne)
      .map((choice): Suggestion => ({ ...choice, item })),
  );
  return [...records, ...choices].slice(0, ofAll);
}
const none: readonly Suggestion[] = [];

/** The advanced filters with a suggested value added: to those of the same set, if there are any. */
function withSuggestion(advanced: readonly Advanced[], { item, id }: Suggestion): Advanced[] {
  const { name } = item;
  const before = advanced.find((filter) => filter.name === name && filter.operator === 'equal_to');
  const values = before ? valuesIn(item, before.text) : [];
  return withFilter(advanced, { name, operator: 'equal_to', text: [...new Set([...values, id])].join(',') });
}
