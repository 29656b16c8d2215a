import { Info, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { reportKeys } from '../../api/cache/reports';
import { refresh } from '../../core/query-client';
import { useHolds, useZone } from '../../core/session';
import { useToday } from '../../core/use-today';
import { Crumb } from '../../form/crumb';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { useQueueCount, useToAcknowledge } from '../assignments';
import { FieldPanel } from './field-panel';
import { Figures } from './figures';
import { Latest } from './latest';
import styles from './today-page.module.css';
import { useMarkedFields, useScores, useWaiting } from './use-today';
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
