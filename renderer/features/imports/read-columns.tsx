import type { ImportReading } from '@shared/contract/import-reading';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { SelectField } from '../../ui/select-field';
import { useFieldChoices } from '../import-presets';
import type { Mapping } from './draft';
import styles from './read-columns.module.css';

type Column = ImportReading['columns'][number];
type Props = { reading: ImportReading; mapping: Mapping; onMap: (mapping: Mapping) => void };

/** What each column of call details becomes, and changing that. */
export function ReadColumns({ reading, mapping, onMap }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const choicesFor = useFieldChoices();
  const { columns } = reading;
  // Those that nothing read at first stay first, so that no row moves away from the pointer.
  const [unread] = useState(() => new Set(columns.filter(isUnread).map(keyOf)));
  const inOrder = columns.toSorted((a, b) => Number(unread.has(keyOf(b))) - Number(unread.has(keyOf(a))));
  if (columns.length === 0) return <p className={styles.none}>{t('imports.noColumns')}</p>;
  return (
    <ul className={styles.columns} aria-label={t('imports.columns')}>
      {inOrder.map((column) => (
        <li key={keyOf(column)} data-unread={isUnread(column) || undefined}>
          <div className={styles.column}>
            <p className={styles.name} dir="auto">
              {column.from}
            </p>
            <p className={styles.samples} dir="auto">
              {column.samples.join(' · ')}
            </p>
          </div>
          <div className={styles.field}>
            <SelectField
              label={t('imports.fieldOf', { column: column.from })}
              labelHidden
              value={mapping[column.from] ?? column.field ?? ''}
              onChange={(field) => onMap({ ...mapping, [column.from]: field })}
              choices={choicesFor(column.field, column.from)}
            />
            <p className={styles.why}>
              {t(`imports.because.${column.because ?? 'none'}`)}
              {column.unreadable > 0 &&
                ` · ${t('imports.unreadable', { count: column.unreadable, shown: format.figure(column.unreadable) })}`}
            </p>
            <SameField column={column} columns={columns} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Says that another column of the file is about the same: where both have a value, only one of them is used. */
function SameField({ column, columns }: { column: Column; columns: readonly Column[] }) {
  const { t } = useTranslation();
  const other = columns.find(
    (one) => one !== column && one.file === column.file && one.filled > 0 && areAlike(one.field, column.field),
  );
  if (!other || column.filled === 0) return null;
  return (
    <span className={styles.unread}>
      <Icon of={TriangleAlert} size={14} />
      {t('imports.sameField', { column: other.from })}
    </span>
  );
}

/** Whether two fields hold one value: the same one, or a cell about a party and its number. */
function areAlike(a: string | null, b: string | null): boolean {
  if (!a || !b) return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return a !== 'categories' && (short === long || long === `${short}_number`);
}

const isUnread = ({ field, filled }: Column) => field === null && filled > 0;

const keyOf = ({ file, from }: Column) => `${file} ${from}`;
