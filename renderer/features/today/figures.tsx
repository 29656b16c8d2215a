import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsOver } from '../../core/use-now';
import { useFormat } from '../../i18n/use-format';
import styles from './figures.module.css';
import type { useScores, useWaiting } from './use-today';

type Props = { scores: ReturnType<typeof useScores>; waiting: ReturnType<typeof useWaiting>; disputed: number };

/** The figures of today; each leads to what it counts. */
export function Figures({ scores: { calls, weeks }, waiting, disputed }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const isOver = useIsOver();
  const [before, week] = weeks?.slice(-2) ?? [];
  const late = (waiting?.evaluation_queue ?? []).filter(
    ({ evaluation_deadline }) => evaluation_deadline !== null && isOver(evaluation_deadline),
  ).length;
  const minutes = Math.round(Number(calls?.minutes_total ?? 0));
  const shown = (value: number | null | undefined) => (typeof value === 'number' ? format.figure(value) : '–');
  const change =
    typeof week?.score === 'number' && typeof before?.score === 'number'
      ? Math.round((week.score - before.score) * 10) / 10
      : null;
  const all = [
    {
      name: t('today.calls'),
      value: shown(calls && Number(calls.count_calls)),
      note: minutes > 0 && t('today.length', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
      to: '/review?period=today',
    },
    ...(waiting
      ? [
          {
            name: t('today.waiting'),
            value: shown(waiting.total === null ? null : waiting.total + disputed),
            note: late > 0 ? t('today.late', { count: late }) : t('today.noneLate'),
            to: '/queue',
          },
        ]
      : []),
    {
      name: t('today.score'),
      value: typeof week?.score === 'number' ? format.percent(week.score) : '–',
      note:
        change === null
          ? t('today.thisWeek')
          : change === 0
            ? t('today.same')
            : t(change > 0 ? 'today.up' : 'today.down', {
                count: Math.abs(change),
                shown: format.figure(Math.abs(change)),
              }),
    },
    {
      name: t('today.passed'),
      value: typeof week?.passed === 'number' ? format.percent(Math.round(week.passed)) : '–',
      note: t('today.scored', { count: week?.evaluations ?? 0 }),
    },
  ];
  return (
    <dl className={styles.figures}>
      {all.map(({ name, value, note, ...figure }) => (
        <div key={name} className={styles.item}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value} data-figures>
            {'to' in figure && figure.to !== undefined ? (
              <Link className={styles.link ?? ''} to={figure.to} aria-label={`${value} ${name}`}>
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
