import { dimensions, fieldOf, metrics } from '@shared/report-names';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '../../../core/custom-fields';
import { useZone } from '../../../core/session';
import { OneOfFew } from '../../../form/choices';
import { LongText, OnOff, TextLine } from '../../../form/fields';
import { FieldRow, Section } from '../../../form/section';
import { Texts } from '../../../form/tags';
import { type FormOf, useField, usePartMessages } from '../../../form/use-field';
import { zoneChoices } from '../../../i18n/zones';
import { ChoiceField } from '../../../ui/choice-field';
import { FormMessage } from '../../../ui/form-message';
import { FilterField } from '../../calls';
import { advancedOf, filtersOf } from './definition-filters';
import { HeadedRows } from './headed-rows';
import { onSameClock } from './period';
import { PeriodFields } from './period-field';
import type { ReportValues } from './values';

type Props = { form: FormOf<ReportValues>; readOnly: boolean };

/** The settings of a report. */
export function ReportFields({ form, readOnly }: Props) {
  const { t } = useTranslation();
  const fields = useCustomFields();
  const timezone = useField<ReportValues, string>(form, 'timezone').value;
  const own = useZone();
  const columns = useField<ReportValues, ReportValues['column_settings']>(form, 'column_settings').value;
  const isDrawn = useField<ReportValues, string>(form, 'chart_settings.chart_style').value !== 'none';
  const all = [...dimensions, ...fields.map(({ field_id }) => `custom_field_${field_id}`)];
  // A field that was deleted since, or that this user does not see, stays.
  const columnNames = [...all, ...columns.map(({ name }) => name).filter((name) => fieldOf(name) !== undefined)];
  const shared = { form, readOnly };
  return (
    <>
      <Section title={t('reports.about')}>
        <TextLine {...shared} name="name" label={t('reports.name')} />
        <LongText {...shared} name="description" label={t('reports.description')} />
      </Section>
      <Section title={t('reports.calls')} hint={t('reports.callsHint')}>
        <FieldRow>
          <PeriodFields {...shared} zone={timezone || own} />
        </FieldRow>
        <Filters {...shared} />
        <ZoneField {...shared} />
      </Section>
      <Section title={t('reports.table')} hint={t('reports.tableHint')}>
        <HeadedRows
          {...shared}
          name="column_settings"
          label={t('reports.columns')}
          names={[...new Set([...columnNames, ...metrics])]}
          also="text_align"
          least={1}
        />
        <HeadedRows
          {...shared}
          name="sort_settings"
          label={t('reports.sorting')}
          names={columns.map(({ name }) => name)}
          also="sort"
        />
      </Section>
      <Section title={t('reports.summary')} hint={t('reports.summaryHint')}>
        <HeadedRows
          {...shared}
          name="summary_settings"
          label={t('reports.summaryFigures')}
          names={[...metrics, 'n_rows']}
        />
      </Section>
      <Section title={t('reports.chart')}>
        <OneOfFew
          {...shared}
          name="chart_settings.chart_style"
          label={t('reports.chartStyle')}
          nameOf={(style) => t(`reports.style.${style}` as 'reports.style.bar')}
        />
        {isDrawn && (
          <>
            <HeadedRows {...shared} name="chart_settings.dimensions" label={t('reports.chartBy')} names={all} />
            <HeadedRows {...shared} name="chart_settings.metrics" label={t('reports.chartFigures')} names={metrics} />
          </>
        )}
      </Section>
      <Section title={t('reports.sureAs')} hint={t('reports.sureHint')}>
        <OnOff {...shared} name="intervals" label={t('reports.sure')} />
      </Section>
      <Section title={t('reports.email')} hint={t('reports.emailHint')}>
        <OnOff {...shared} name="email_report" label={t('reports.emailOn')} />
        <Texts
          {...shared}
          name="email_report_settings.send_to_emails"
          label={t('reports.emailTo')}
          hint={t('reports.emailToHint')}
        />
      </Section>
    </>
  );
}

/** The time zone of the days. The period keeps its days in another one. */
function ZoneField({ form, readOnly }: Props) {
  const { t } = useTranslation();
  const own = useZone();
  const { value, onChange, ...field } = useField<ReportValues, string>(form, 'timezone');
  const limits = [
    useField<ReportValues, string | null>(form, 'period_begin'),
    useField<ReportValues, string | null>(form, 'period_end'),
  ];
  const change = (zone: string) => {
    for (const limit of limits)
      if (limit.value !== null) limit.onChange(onSameClock(limit.value, value || own, zone || own));
    onChange(zone);
  };
  return (
    <ChoiceField
      {...field}
      label={t('reports.timezone')}
      readOnly={readOnly}
      value={value}
      onChange={change}
      choices={zoneChoices(t('reports.ownZone'))}
      opensOn="input"
    />
  );
}

/** The filters, with the messages of the API below them. */
function Filters({ form, readOnly }: Props) {
  const { t } = useTranslation();
  const { value, onChange } = useField<ReportValues, ReportValues['filters']>(form, 'filters');
  const messageAt = usePartMessages(form, 'filters');
  const messages = value.flatMap((_, at) =>
    ['param', 'param2', 'op', 'val'].flatMap((part) => messageAt(`${at}.${part}`) ?? []),
  );
  return (
    <div inert={readOnly}>
      <FilterField
        label={t('reports.filters')}
        value={advancedOf(value)}
        onChange={(advanced) => onChange(filtersOf(advanced))}
        without={['date', 'datetime', 'evaluation_answer']}
      />
      {messages.map((message) => (
        <FormMessage key={message}>{message}</FormMessage>
      ))}
    </div>
  );
}
