import { FilterChip } from '../filter-chip';
import { type Advanced, type Filters, withFilter } from '../filters';
import { useCatalogue } from './catalogue';
import { FilterEditor } from './filter-editor';
import { useAdvancedTexts } from './use-advanced-texts';

type Change = (to: (advanced: readonly Advanced[]) => readonly Advanced[]) => void;
type Props = {
  advanced: readonly Advanced[];
  onChange: Change;
  /** The name of the filter whose editor is open. */
  editing: string | null;
  onEdit: (name: string | null) => void;
  onDone: () => void;
  /** How many calls match the whole search. */
  matching: string;
  /** The search itself, in a list of calls. */
  search?: Filters;
};

/** Advanced filters as chips with their editors. A filter that is being added has its chip at the end. */
export function FilterChips({ advanced, onChange, editing, onEdit, onDone, matching, search }: Props) {
  const items = useCatalogue();
  const texts = useAdvancedTexts(advanced);
  const shown = advanced.map(({ name }) => name);
  if (editing !== null && editing !== 'date' && !shown.includes(editing)) shown.push(editing);
  const remove = (name: string) => {
    onEdit(null);
    onChange((all) => all.filter((filter) => filter.name !== name));
  };
  return shown.flatMap((name) => {
    const item = items.find((one) => one.name === name);
    const value = advanced.find((filter) => filter.name === name);
    if (!item) return [];
    return (
      <FilterChip
        key={name}
        name={item.label}
        value={texts.get(name)?.value ?? null}
        open={editing === name}
        onOpenChange={(open) => (open ? onEdit(name) : onDone())}
        onRemove={() => remove(name)}
      >
        <FilterEditor
          item={item}
          value={value}
          onChange={(filter) => onChange((all) => withFilter(all, filter))}
          onRemove={() => remove(name)}
          onDone={onDone}
          matching={matching}
          search={search}
        />
      </FilterChip>
    );
  });
}
