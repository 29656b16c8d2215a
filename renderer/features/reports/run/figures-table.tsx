import type { ReportData } from '@shared/contract/report-runs';
import { isDimension } from '@shared/reports/names';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format';
import { useHeaderText } from '../use-name-text';
import { type Row, useValueText } from '../use-value-text';
import type { Compared } from './compare';
import { Figure } from './figure';
import styles from './figures-table.module.css';
import type { Behind } from './use-behind';
import { Verdict } from './verdict';

type Props = {
  label: string;
  data: Pick<ReportData, 'columns'>;
  rows: readonly Row[];
  behind?: (row: Row, metric: string, label: string) => Behind;
  compared?: Compared | undefined;
  /** In per cent: with it, a column says which average scores reach it. */
  passMark?: number | null;
};

/** The table of a run. Its first column of a dimension names the row. */
export function FiguresTable({ label, data, rows, behind, compared, passMark = null }: Props) {
  const values = useValueText();
  const headerText = useHeaderText();
  const columns = data.columns.map((column) => ({ ...column, header: headerText(column) }));
  const { t } = useTranslation();
  const format = useFormat();
  const hasVerdict = passMark !== null && columns.some(({ name }) => name === 'score_average');
  const naming = columns.find(({ name }) => isDimension(name))?.name;
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, header, text_align }) => (
            <th key={name} scope="col" data-align={text_align}>
              {header}
            </th>
          ))}
          {hasVerdict && (
            <th scope="col" data-align="right">
              {t('reports.passMark', { percent: format.percent(passMark) })}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const title = columns
            .filter(({ name }) => isDimension(name))
            .map(({ name }) => values.dimension(name, row))
            .join(', ');
          return (
            <tr key={JSON.stringify(columns.map(({ name }) => row[`${name}_id`] ?? ''))}>
              {columns.map(({ name, header, text_align }) => {
                if (name === naming) {
                  return (
                    <th
                      key={name}
                      scope="row"
                      data-align={text_align}
                      data-none={row[`${name}_id`] === null || undefined}
                    >
                      {values.dimension(name, row)}
                    </th>
                  );
                }
                const said = [header, title].filter(Boolean).join(', ');
                return (
                  <td key={name} data-align={text_align}>
                    {isDimension(name) ? (
                      values.dimension(name, row)
                    ) : (
                      <Figure
                        metric={name}
                        value={row[name]}
                        label={said}
                        behind={behind?.(row, name, said)}
                        difference={compared?.inRow(row, name)}
                      />
                    )}
                  </td>
                );
              })}
              {hasVerdict && (
                <td data-align="right">
                  {typeof row.score_average === 'number' && <Verdict passes={row.score_average >= passMark} />}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
