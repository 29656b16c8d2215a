import { type ImportPreset, nameDirections } from '@shared/contract/import-presets';
import { isOneOf } from '@shared/one-of';
import { useTranslation } from 'react-i18next';
import { RowsEditor } from '../../form/rows-editor';
import { SelectField } from '../../ui/select-field';
import { PatternField } from './pattern-field';
import styles from './pattern-rows.module.css';

/** A pattern for names, and the direction of all calls whose recordings have such a name. */
export type Name = ImportPreset['names'][number];

type Props = {
  names: readonly Name[];
  onChange: (names: Name[]) => void;
  /** The fault of a pattern that only the service finds. */
  messageAt?: (path: string) => string | undefined;
  readOnly?: boolean;
  onFocusable?: (focus: () => void) => void;
};

/** The patterns for names, of which the first that fits counts. */
export function PatternRows({ names, onChange, messageAt, readOnly = false, onFocusable }: Props) {
  const { t } = useTranslation();
  const choices = [
    { id: '', name: t('importPresets.byName') },
    ...nameDirections.map((id) => ({ id, name: t(`importPresets.direction.${id}`) })),
  ];
  return (
    <RowsEditor
      label={t('importPresets.patterns')}
      rows={names}
      onChange={onChange}
      newRow={(): Name => ({ pattern: '', direction: null })}
      isEmpty={({ pattern }) => pattern === ''}
      words={{
        add: t('importPresets.addPattern'),
        remove: (at) => t('importPresets.removePattern', { at: at + 1 }),
        grip: t('importPresets.movePattern'),
      }}
      sortable
      most={20}
      readOnly={readOnly}
      {...(onFocusable && { onFocusable })}
    >
      {(row, at, change) => (
        <div className={styles.row}>
          <div className={styles.fields}>
            <PatternField
              label={t('importPresets.pattern', { at: at + 1 })}
              value={row.pattern}
              onChange={(pattern) => change({ ...row, pattern })}
              message={messageAt?.(`${at}.pattern`)}
              readOnly={readOnly}
            />
            <SelectField
              label={t('importPresets.directionOf', { at: at + 1 })}
              labelHidden
              value={row.direction ?? ''}
              onChange={(id) => change({ ...row, direction: isOneOf(nameDirections, id) ? id : null })}
              choices={choices}
              readOnly={readOnly}
            />
          </div>
        </div>
      )}
    </RowsEditor>
  );
}
