import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../core/use-command';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Popover } from '../../../ui/popover';
import { type Advanced, withFilter } from '../filters';
import { type Item, useCatalogue } from './catalogue';
import { FilterList } from './filter-list';

type Props = {
  advanced: readonly Advanced[];
  onChange: (to: (advanced: readonly Advanced[]) => readonly Advanced[]) => void;
  onEdit: (name: string) => void;
  /** The filters that are offered; all of them when omitted. */
  offers?: (item: Item) => boolean;
};

/** The button that adds a filter to a list of filters. */
export function AddFilter({ advanced, onChange, onEdit, offers = () => true }: Props) {
  const { t } = useTranslation();
  const items = useCatalogue().filter(offers);
  const [adding, setAdding] = useState(false);
  useCommand('filter', () => setAdding(true));
  return (
    <Popover
      label={t('filters.add')}
      open={adding}
      onOpenChange={setAdding}
      trigger={
        <Button look="quiet" size="control" icon={<Icon of={Plus} size={14} />}>
          {t('filters.add')}
        </Button>
      }
    >
      <FilterList
        items={items}
        advanced={advanced}
        onClose={() => setAdding(false)}
        onChoose={onEdit}
        onApply={(filter) => onChange((all) => withFilter(all, filter))}
      />
    </Popover>
  );
}
