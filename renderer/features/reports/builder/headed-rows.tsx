import { isMetric } from '@shared/report-names';
import { useTranslation } from 'react-i18next';
import { RowsEditor } from '../../../form/rows-editor';
import { type FormOf, useField, usePartMessages } from '../../../form/use-field';
import { NotesOf } from '../../../ui/field-parts';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { useNameText } from '../use-name-text';
import styles from './headed-rows.module.css';
import type { ReportValues } from './values';

type Headed = { name: string; header: string };
type Align = ReportValues['column_settings'][number]['text_align'];
type Sort = ReportValues['sort_settings'][number]['sort'];
type Row = Headed & { text_align?: Align; sort?: Sort };
type Name =
  | 'column_settings'
  | 'summary_settings'
  | 'sort_settings'
  | 'chart_settings.dimensions'
  | 'chart_settings.metrics';

/** The name as a key of the texts, in which a dot has a meaning. */
type Underscored<N extends string> = N extends `${infer Part}.${infer Rest}` ? `${Part}_${Rest}` : N;

type Props = {
  form: FormOf<ReportValues>;
  name: Name;
  label: string;
  /** The names to choose from. */
  names: readonly string[];
  /** The properties of a row besides its name and header. */
  also?: 'text_align' | 'sort';
  least?: number;
  readOnly: boolean;
};

const alignments = ['left', 'center', 'right'] as const;
const sorts = ['ASC', 'DESC'] as const;

/** Figures of a report in an order, each with its header. A name is used once. */
export function HeadedRows({ form, name, label, names, also, least = 0, readOnly }: Props) {
  const { t } = useTranslation();
  const nameText = useNameText();
  const { value, onChange, message, ref } = useField<ReportValues, Row[]>(form, name as 'column_settings');
  const messageAt = usePartMessages(form, name);
  const id = `rows-${name.replace('.', '-')}`;
  const used = value.map((row) => row.name);
  const free = names.filter((one) => !used.includes(one));
  const rowOf = (chosen: string): Row => ({
    name: chosen,
    header: nameText(chosen),
    ...(also === 'text_align' && { text_align: isFigure(chosen) ? 'right' : 'left' }),
    ...(also === 'sort' && { sort: isFigure(chosen) ? 'DESC' : 'ASC' }),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div role="group" aria-label={label} aria-describedby={id}>
      <h3 className={styles.title}>{label}</h3>
      {value.length > 0 && (
        <p className={styles.captions} data-read-only={readOnly || undefined} aria-hidden="true">
          <span className={styles.name}>{t('reports.caption.shows')}</span>
          {also !== 'sort' && <span className={styles.header}>{t('reports.caption.header')}</span>}
          {also && <span className={styles.also}>{t(`reports.caption.${also === 'sort' ? 'order' : 'align'}`)}</span>}
        </p>
      )}
      <RowsEditor<Row>
        label={label}
        rows={value}
        onChange={onChange}
        newRow={() => rowOf(free[0] ?? '')}
        isEmpty={() => free.length === 0}
        words={{
          add: t(`reports.addRow.${name.replace('.', '_') as Underscored<Name>}`),
          remove: (at) => t('reports.removeFrom', { name: value[at]?.header || nameText(value[at]?.name ?? '') }),
          grip: t('reports.move'),
        }}
        sortable
        least={least}
        most={value.length + Math.min(1, free.length)}
        readOnly={readOnly}
        onFocusable={(focus) => ref({ focus })}
      >
        {(row, at, change) => (
          <>
            <div className={styles.name}>
              <SelectField
                label={t('reports.figureAt', { what: label, at: at + 1 })}
                labelHidden
                value={row.name}
                onChange={(chosen) => chosen !== row.name && change(rowOf(chosen))}
                choices={[row.name, ...free].map((one) => ({ id: one, name: nameText(one) }))}
                readOnly={readOnly}
              />
              <NotesOf id={`${id}-${at}`} label={label} message={messageAt(`${at}.name`)} />
            </div>
            {also !== 'sort' && (
              <div className={styles.header}>
                <TextField
                  label={t('reports.headerAt', { what: label, at: at + 1 })}
                  labelHidden
                  value={row.header}
                  onChange={(header) => change({ ...row, header })}
                  message={messageAt(`${at}.header`)}
                  readOnly={readOnly}
                />
              </div>
            )}
            {also !== undefined && (
              <div className={styles.also}>
                <SelectField
                  label={t(also === 'sort' ? 'reports.orderAt' : 'reports.alignAt', { at: at + 1 })}
                  labelHidden
                  value={row[also] ?? ''}
                  onChange={(chosen) => change({ ...row, [also]: chosen })}
                  choices={
                    also === 'sort'
                      ? sorts.map((sort) => ({ id: sort, name: t(`reports.sort.${sort}`) }))
                      : alignments.map((align) => ({ id: align, name: t(`reports.align.${align}`) }))
                  }
                  readOnly={readOnly}
                />
              </div>
            )}
          </>
        )}
      </RowsEditor>
      <NotesOf id={id} label={label} message={message} />
    </div>
  );
}

/** Whether a name is that of a figure. */
const isFigure = (name: string) => isMetric(name) || name === 'n_rows';
