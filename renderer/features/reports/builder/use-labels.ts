import { useTranslation } from 'react-i18next';

/** The labels of the fields, for the save bar. */
export function useLabels(): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  return {
    name: t('reports.name'),
    description: t('reports.description'),
    timezone: t('reports.timezone'),
    period_begin: t('reports.from'),
    period_end: t('reports.to'),
    filters: t('reports.filters'),
    column_settings: t('reports.columns'),
    sort_settings: t('reports.sorting'),
    summary_settings: t('reports.summaryFigures'),
    'chart_settings.chart_style': t('reports.chartStyle'),
    'chart_settings.dimensions': t('reports.chartBy'),
    'chart_settings.metrics': t('reports.chartFigures'),
    email_report: t('reports.emailOn'),
    'email_report_settings.send_to_emails': t('reports.emailTo'),
  };
}
