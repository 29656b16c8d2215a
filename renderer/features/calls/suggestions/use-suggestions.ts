import { useQueries } from '@tanstack/react-query';
import { foundOptions } from '../../../core/record-choices';
import { restMs } from '../../../list/page-search';
import { useRested } from '../../../ui/use-rested';
import { type Item, useCatalogue } from '../builder/catalogue';
import { matchesWords } from '../builder/matches-words';
import { valuesIn } from '../builder/values';
import { type Advanced, withFilter } from '../filters';

/** A value that the typed text names, as a filter. */
export type Suggestion = { item: Item; id: string; name: string; color?: string };

/** From this length on, a text finds filters. */
const shortest = 2;
/** The most suggestions of one filter, and of all. */
const [ofOne, ofAll] = [3, 6];

const found = ['category_id', 'user_id', 'client_id'] as const;

/** Categories, people, clients and the choices of fields whose names have words that begin with the text. */
export function useSuggestions(typed: string): readonly Suggestion[] {
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
export function withSuggestion(advanced: readonly Advanced[], { item, id }: Suggestion): Advanced[] {
  const { name } = item;
  const before = advanced.find((filter) => filter.name === name && filter.operator === 'equal_to');
  const values = before ? valuesIn(item, before.text) : [];
  return withFilter(advanced, { name, operator: 'equal_to', text: [...new Set([...values, id])].join(',') });
}
