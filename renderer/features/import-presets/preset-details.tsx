import { detailFormats, type ImportPreset } from '@shared/contract/import-presets';
import { columnForms, suits } from '@shared/import-fields';
import { isOneOf } from '@shared/one-of';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RowsEditor } from '../../form/rows-editor';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useFieldChoices } from './field-choices';
import styles from './preset-details.module.css';

export type Details = ImportPreset['details'][number];
type Column = Details['mapping'][number];
const blankColumn: Column = { field: '', from: '', form: null, values: null };
const blank: Details = { format: 'csv', list: null, columns: null, has: [], mapping: [blankColumn] };

type Props = {
  details: readonly Details[];
  onChange: (details: Details[]) => void;
  /** The fault at a path below the details. */
  messageAt: (path: string) => string | undefined;
  readOnly: boolean;
};

/** What a preset reads from files of call details: for each kind of file, what its columns or paths become. */
export function PresetDetails({ details, onChange, messageAt, readOnly }: Props) {
  const { t } = useTranslation();
  const change = (at: number, to: Details | null) =>
    onChange(details.flatMap((one, other) => (other !== at ? [one] : to === null ? [] : [to])));
  return (
    <section aria-labelledby="details" className={styles.all}>
      <h2 id="details" className={styles.title}>
        {t('importPresets.details')}
      </h2>
      <p className={styles.hint}>{t('importPresets.detailsHint')}</p>
      {details.map((one, at) => (
        <OneKind
          // biome-ignore lint/suspicious/noArrayIndexKey: kinds of files have no identity besides their place
          key={at}
          at={at}
          details={one}
          onChange={(to) => change(at, to)}
          messageAt={(path) => messageAt(`${at}.${path}`)}
          readOnly={readOnly}
        />
      ))}
      {!readOnly && details.length < 10 && (
        <Button look="quiet" icon={<Icon of={Plus} />} onPress={() => onChange([...details, blank])}>
          {t('importPresets.addDetails')}
        </Button>
      )}
    </section>
  );
}

type KindProps = {
  at: number;
  details: Details;
  onChange: (details: Details | null) => void;
  messageAt: (path: string) => string | undefined;
  readOnly: boolean;
};

function OneKind({ at, details, onChange, messageAt, readOnly }: KindProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const choicesFor = useFieldChoices();
  const isTable = details.format === 'csv';
  const place = { at: at + 1 };
  const forms = (field: string) => columnForms.filter((form) => suits(field, form));
  return (
    <fieldset className={styles.kind}>
      <legend className="visually-hidden">{t('importPresets.kindOfFile', place)}</legend>
      <div className={styles.head}>
        <SelectField
          label={t('importPresets.kindOfFile', place)}
          value={details.format}
          onChange={(id) =>
            isOneOf(detailFormats, id) &&
            onChange({ ...details, format: id, ...(id === 'csv' ? { list: null } : { columns: null }) })
          }
          choices={detailFormats.map((id) => ({ id, name: id.toUpperCase() }))}
          readOnly={readOnly}
        />
        {!isTable && (
          <TextField
            label={t('importPresets.list')}
            mono
            value={details.list ?? ''}
            placeholder={t('importPresets.listFound')}
            onChange={(list) => onChange({ ...details, list: list === '' ? null : list })}
            message={messageAt('list')}
            readOnly={readOnly}
          />
        )}
        {!readOnly && (
          <Button look="quiet" onPress={() => onChange(null)}>
            {t('importPresets.removeDetails')}
          </Button>
        )}
      </div>
      {details.columns && (
        <p className={styles.hint}>{t('importPresets.withoutHeader', { columns: format.list(details.columns) })}</p>
      )}
      {details.has.length > 0 && (
        <p className={styles.hint}>{t('importPresets.has', { columns: format.list(details.has) })}</p>
      )}
      <RowsEditor
        label={t('importPresets.columnsOf', place)}
        rows={details.mapping}
        onChange={(mapping) => onChange({ ...details, mapping })}
        newRow={() => blankColumn}
        isEmpty={({ from }) => from === ''}
        words={{
          add: t('importPresets.addColumn'),
          remove: (row) => t('importPresets.removeColumn', { at: row + 1 }),
        }}
        most={200}
        readOnly={readOnly}
      >
        {(column, row, changeTo) => (
          <div className={styles.column}>
            <TextField
              label={t(isTable ? 'importPresets.column' : 'importPresets.path', { at: row + 1 })}
              labelHidden
              mono={!isTable}
              value={column.from}
              onChange={(from) => changeTo({ ...column, from })}
              message={messageAt(`mapping.${row}.from`)}
              readOnly={readOnly}
            />
            <SelectField
              label={t('importPresets.becomes', { at: row + 1 })}
              labelHidden
              value={column.field}
              onChange={(field) =>
                changeTo({ ...column, field, form: isOneOf(forms(field), column.form) ? column.form : null })
              }
              choices={choicesFor(column.field)}
              readOnly={readOnly}
            />
            {forms(column.field).length > 0 ? (
              <SelectField
                label={t('importPresets.formOf', { at: row + 1 })}
                labelHidden
                value={column.form ?? ''}
                onChange={(id) => changeTo({ ...column, form: isOneOf(columnForms, id) ? id : null })}
                choices={[
                  { id: '', name: t('importPresets.formFound') },
                  ...forms(column.field).map((id) => ({ id, name: t(`importPresets.form.${id}`) })),
                ]}
                readOnly={readOnly}
              />
            ) : (
              <span />
            )}
          </div>
        )}
      </RowsEditor>
    </fieldset>
  );
}
