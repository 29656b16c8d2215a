import type { Call } from '@shared/contract/calls';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFound } from '../../../core/record-choices';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { restMs } from '../../../list/page-search';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { Popover } from '../../../ui/popover';
import { TextField } from '../../../ui/text-field';
import { useRested } from '../../../ui/use-rested';
import styles from './bulk-popover.module.css';

type Props = {
  calls: readonly Call[];
  icon: ReactNode;
  unavailable: string | undefined;
  busy: boolean;
  onChange: (add: string[], remove: string[]) => void;
};

/** A popover that puts several calls into categories, or takes them out. What is not touched stays. */
export function BulkCategories({ calls, icon, unavailable, busy, onChange }: Props) {
  const { t } = useTranslation();
  const button = (
    <Button look="quiet" icon={icon} unavailable={unavailable} busy={busy}>
      {t('bulk.categories')}
    </Button>
  );
  if (unavailable !== undefined) return button;
  return (
    <Popover trigger={button} label={t('bulk.categories')} placement="top start">
      {({ close }) => (
        <Categories
          calls={calls}
          onChange={(add, remove) => {
            close();
            onChange(add, remove);
          }}
        />
      )}
    </Popover>
  );
}

function Categories({ calls, onChange }: Pick<Props, 'calls' | 'onChange'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const [typed, setTyped] = useState('');
  const { data: found = [], isPending, error } = useFound('category_id', useRested(typed.trim(), restMs));
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const count = calls.length;
  const havingOf = (id: string) =>
    calls.filter(({ categories }) => categories.some(({ category_id }) => category_id === id)).length;
  const changedTo = (isIn: boolean) => [...changes].flatMap(([id, to]) => (to === isIn ? [id] : []));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (changes.size > 0) onChange(changedTo(true), changedTo(false));
      }}
    >
      <TextField
        label={t('bulk.findCategory')}
        labelHidden
        value={typed}
        onChange={setTyped}
        autoFocus
        before={<Icon of={Search} size={14} />}
      />
      <div className={styles.choices}>
        {found.map(({ id, name }) => {
          const having = havingOf(id);
          return (
            <Checkbox
              key={id}
              isSelected={changes.get(id) ?? having === count}
              isIndeterminate={!changes.has(id) && having > 0 && having < count}
              onChange={(isIn) => setChanges(new Map(changes).set(id, isIn))}
            >
              {name}
            </Checkbox>
          );
        })}
        {error && <FormMessage>{refusalText(error)}</FormMessage>}
        {found.length === 0 && !isPending && !error && <p className={styles.none}>{t('bulk.noCategory')}</p>}
      </div>
      <Button type="submit" look="ink" unavailable={changes.size === 0 ? t('bulk.chooseFirst') : undefined}>
        {t('bulk.change', { count, shown: format.figure(count) })}
      </Button>
    </form>
  );
}
