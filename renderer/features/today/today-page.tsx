import type { Call } from '@shared/contract/calls';
import type { CustomField } from '@shared/contract/custom-fields';
import type { ReportFigures } from '@shared/contract/report-figures';
import { Info, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { reportKeys } from '../../api/cache/reports';
import { refresh } from '../../core/query-client';
import { useHolds, useZone } from '../../core/session';
import { useToday } from '../../core/use-today';
import { Crumb } from '../../form/crumb';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { ColourMark } from '../../ui/colour-mark';
import { Icon } from '../../ui/icon';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { useQueueCount, useToAcknowledge } from '../assignments';
import { useCallName } from '../parties';
import { CallLanes, PlayCallButton } from '../player';
import { averageOf, callsIn, countsOf } from './field-figures';
import { Figures } from './figures';
import side from './side.module.css';
import styles from './today-page.module.css';
import { useGoodExamples, useMarkedFields, useScores, useWaiting } from './use-today';
import { Waiting } from './waiting';
import { WeeksChart } from './weeks-chart';

const reload = () => refresh([reportKeys.today()]);

/** The first page: today's calls, the scores of eight weeks, what waits, and what is good to hear. */
export function TodayPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const scores = useScores();
  const waiting = useWaiting();
  const disputed = useQueueCount('disputed') ?? 0;
  const results = useToAcknowledge() ?? 0;
  const fields = useMarkedFields();
  const mayMark = useHolds('custom_fields:edit');
  const today = useToday();
  const zone = useZone();
  return (
    <main className={styles.page} aria-label={t('today.title')} data-pane data-no-deck="idle" tabIndex={-1}>
      <PageBar title={t('today.title')} before={<Crumb name={t('today.reports')} to="/reports" />}>
        <span className={styles.date}>{format.longDay(today)}</span>
        <span className={styles.space} />
        {scores.mayCount && (
          <Button look="quiet" busy={scores.isBusy} icon={<Icon of={RefreshCw} />} onPress={() => void reload()}>
            {scores.updatedAt > 0
              ? t('today.asOf', { time: format.now(new Date(scores.updatedAt), zone) })
              : t('today.refresh')}
          </Button>
        )}
      </PageBar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is */}
      <section className={styles.body} aria-label={t('today.figures')} data-pane data-page-focus tabIndex={0}>
        {scores.error ? (
          <PaneError title={t('today.failed')} error={scores.error} onRetry={() => void reload()} />
        ) : scores.mayCount ? (
          <>
            <Figures scores={scores} waiting={waiting} disputed={disputed} />
            {scores.weeks && <WeeksChart weeks={scores.weeks} />}
            {fields.length > 0 && (
              <div className={styles.fields}>
                {fields.map(({ field, data }) => (
                  <FieldPanel key={field.field_id} field={field} data={data} />
                ))}
              </div>
            )}
            {(fields.length > 0 || mayMark) && (
              <p className={styles.note}>
                <Icon of={Info} size={14} />
                {t('today.marked', { count: fields.length })}
              </p>
            )}
          </>
        ) : (
          <p>{t('today.mayNotRun')}</p>
        )}
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is */}
      <aside className={styles.side} aria-label={t('today.side')} data-pane tabIndex={0}>
        {(waiting || results > 0) && (
          <Waiting
            entries={waiting?.evaluation_queue ?? []}
            total={waiting ? waiting.total : 0}
            disputed={disputed}
            results={results}
          />
        )}
        <Latest />
      </aside>
    </main>
  );
}

const shownValues = 6;

type FieldPanelProps = { field: CustomField; data: ReportFigures | null };

/** The values of a field this week: counts of an option, with the average of a number. */
function FieldPanel({ field, data }: FieldPanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = countsOf(data?.rows ?? [], field.field_id);
  const calls = callsIn(counts);
  const most = counts[0]?.calls ?? 1;
  const average = field.type === 'integer' ? averageOf(counts) : null;
  const colours = new Map(field.fieldset_dropdown_value_settings?.options.map(({ value, color }) => [value, color]));
  const shown = counts.slice(0, shownValues);
  return (
    <section className={styles.panel} aria-label={field.name}>
      <header className={styles.head}>
        <h2 className={styles.title}>{field.name}</h2>
        <span className={styles.quiet}>{t('today.callsThisWeek', { count: calls, shown: format.figure(calls) })}</span>
      </header>
      {average !== null && (
        <p className={styles.average} data-figures>
          <strong>{format.figure(average)}</strong> {t('today.average')}
        </p>
      )}
      {counts.length === 0 && <p className={styles.quiet}>{t('today.noValues')}</p>}
      <ul className={styles.values}>
        {shown.map(({ value, calls: count }) => (
          <li key={value} className={styles.value}>
            {field.type === 'option' && <ColourMark colour={colours.get(value) ?? ''} />}
            <span className={styles.name}>{value}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${(100 * count) / most}%` }} />
            </span>
            <span className={styles.count} data-figures>
              {format.figure(count)}
            </span>
          </li>
        ))}
      </ul>
      {counts.length > shown.length && (
        <p className={styles.quiet}>{t('today.moreValues', { count: counts.length - shown.length })}</p>
      )}
    </section>
  );
}

/** The newest good examples, played in the deck of this page. */
function Latest() {
  const { t } = useTranslation();
  const category = t('today.goodExample');
  // The category has the name that someone gave it, in either language.
  const calls = useGoodExamples([
    category,
    t('today.goodExample', { lng: 'en' }),
    t('today.goodExample', { lng: 'de' }),
  ]);
  if (calls === undefined) return null;
  return (
    <section className={side.part} aria-label={t('today.latest')}>
      <header className={side.head}>
        <h2 className={side.title}>{t('today.latest')}</h2>
        <span className={side.quiet}>{t('today.goodExamples')}</span>
      </header>
      <ul>
        {(calls ?? []).map((call) => (
          <Example key={call.call_id} call={call} />
        ))}
      </ul>
      <p className={side.note}>
        <Icon of={Info} size={14} />
        {t(calls && calls.length > 0 ? 'today.chosenBy' : 'today.noExamples', { category })}
      </p>
    </section>
  );
}

function Example({ call }: { call: Call }) {
  const format = useFormat();
  const callName = useCallName();
  const name = callName(call);
  return (
    <li className={side.call}>
      <PlayCallButton call={call} size={30} edge />
      <div className={side.about}>
        <span className={side.name}>{name}</span>
        <span className={side.quiet}>
          {[format.startedWithin(call.setup_time), call.duration !== null && lengthText(call.duration)]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <div className={side.lanes}>
        <CallLanes call={call} />
      </div>
    </li>
  );
}
