import { useTranslation } from 'react-i18next';
import { useToday } from '../../core/use-today';
import { useFormat } from '../../i18n/use-format';
import { useActiveForms } from '../assignments';
import { Drawing, useMark } from '../reports';
import type { Week } from './weeks';
import styles from './weeks-chart.module.css';

/** The first column of the table, in px (weeks-chart.module.css). */
const tableHead = 84;

/** The pass mark of the forms that accept evaluations, if they agree on one. */
function useCommonPassMark(): number | null {
  const { data: forms = [] } = useActiveForms();
  const [mark = null, ...others] = new Set(forms.map(({ pass_threshold }) => pass_threshold));
  return others.length === 0 ? mark : null;
}

/** The average score of eight weeks, with its table. */
export function WeeksChart({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const thisDay = useToday();
  const names = weeks.map(({ monday }) => format.range(monday, monday, thisDay));
  const title = t('today.weeks');
  const mark = useMark()(useCommonPassMark());
  const percent = (value: number | null) => (value === null ? '–' : format.percent(Math.round(value)));
  if (weeks.every(({ evaluations }) => evaluations === 0)) {
    return (
      <section>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.none}>{t('today.noScores')}</p>
      </section>
    );
  }
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <Drawing
        label={title}
        drawn={{
          kind: 'columns',
          above: tableHead,
          names,
          mark,
          series: [{ name: t('today.score'), metric: 'score_average', values: weeks.map(({ score }) => score) }],
        }}
      />
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('today.weekOf')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-figures>
          <tr>
            <th scope="row">{t('today.passed')}</th>
            {weeks.map(({ monday, passed }) => (
              <td key={monday}>{percent(passed)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('today.callsScored')}</th>
            {weeks.map(({ monday, evaluations }) => (
              <td key={monday}>{format.figure(evaluations)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
