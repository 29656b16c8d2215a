import type { ReportData } from '@shared/contract/report-runs';
import { isDimension } from '@shared/report-names';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon';
import type { Drawn } from '../chart/points';
import { surenessOf } from '../sureness';
import { useHeaderText } from '../use-name-text';
import { type Row, useValueText } from '../use-value-text';
import type { Compared } from './compare';
import { Figure } from './figure';
import styles from './figures-table.module.css';
import type { DrillDown } from './use-drill-down';

type Props = {
  label: string;
  data: Pick<ReportData, 'columns'>;
  rows: readonly Row[];
  drillDown?: (row: Row, metric: string, label: string) => DrillDown;
  compared?: Compared | undefined;
  /** The pass mark: with it, a column says which average scores reach it. */
  mark?: Drawn['mark'];
};

/** The table of a run. Its first column of a dimension names the row. */
export function FiguresTable({ label, data, rows, drillDown, compared, mark }: Props) {
  const values = useValueText();
  const headerText = useHeaderText();
  const columns = data.columns.map((column) => ({ ...column, header: headerText(column) }));
  const passMark = columns.some(({ name }) => name === 'score_average') ? mark : undefined;
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
          {passMark && (
            <th scope="col" data-align="right">
              {passMark.name}
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
                        drillDown={drillDown?.(row, name, said)}
                        difference={compared?.inRow(row, name)}
                        sureness={surenessOf(row, name)}
                      />
                    )}
                  </td>
                );
              })}
              {passMark && (
                <td data-align="right">
                  {typeof row.score_average === 'number' && <Verdict passes={row.score_average >= passMark.value} />}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Whether an average reaches the pass mark. */
function Verdict({ passes }: { passes: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={styles.verdict} data-passes={passes}>
      {t(passes ? 'reports.passes' : 'reports.below')}
      <Icon of={passes ? CircleCheck : CircleX} size={14} />
    </span>
  );
}
