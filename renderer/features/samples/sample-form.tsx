import { longestName } from '@shared/limits';
import { type Period, periods } from '@shared/periods';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { NumberField } from '../../ui/number-field';
import { Segments } from '../../ui/segments';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useDateText, useSavedSearches } from '../calls';
import styles from './sample.module.css';
import { atFirst, isAmount, type SampleValues, sampleValuesOf } from './sample-values';
import { useEarlierSamples } from './use-samples';

type Props = { values: SampleValues; onChange: (values: SampleValues) => void; onSubmit: () => void };

/** For a list of choices, whose ids must not be empty. */
const nothing = '-';

/** What a sample is drawn from, how many calls, and its seed; or an earlier one, to draw it again. */
export function SampleForm({ values, onChange, onSubmit }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const dateText = useDateText();
  const searches = useSavedSearches();
  const samples = useEarlierSamples();
  const { earlier, source } = values;
  const change = (some: Partial<SampleValues>) => onChange({ ...values, ...some });
  const repeat = (id: string) => {
    const sample = samples.find(({ sample_id }) => sample_id === id);
    onChange(sample ? sampleValuesOf(sample) : atFirst);
  };
  const choose = (id: string) => {
    const search = searches.find(({ saved_search_id }) => saved_search_id === id);
    change({ source: search?.saved_search_id ?? '', query: search?.query ?? '' });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {samples.length > 0 && (
        <SelectField
          label={t('samples.earlier')}
          value={earlier || nothing}
          onChange={repeat}
          choices={[
            { id: nothing, name: t('samples.new') },
            ...samples.map(({ sample_id, name, created_at, amount, seed }) => {
              const when = format.started(created_at);
              if (name !== null) return { id: sample_id, name: t('samples.earlierNamed', { name, when }) };
              return {
                id: sample_id,
                name: t('samples.earlierOne', { when, amount: format.figure(amount), seed: seed.slice(0, 8) }),
              };
            }),
          ]}
        />
      )}
      <div className={styles.pair}>
        <SelectField
          label={t('samples.from')}
          value={source || nothing}
          onChange={choose}
          choices={[
            { id: nothing, name: t('samples.allCalls') },
            ...(source !== '' && source === earlier ? [{ id: earlier, name: t('samples.sameSearch') }] : []),
            ...searches.map(({ saved_search_id: id, name }) => ({ id, name })),
          ]}
        />
        <SelectField
          label={t('samples.period')}
          value={values.period || nothing}
          onChange={(period) => change({ period: period === nothing ? '' : (period as Period) })}
          choices={[
            { id: nothing, name: t('samples.anyTime') },
            ...periods.map((period) => ({ id: period, name: dateText({ period }) })),
          ]}
        />
      </div>
      <div className={styles.pair}>
        <Segments
          label={t('samples.method')}
          value={values.method}
          onChange={(method) => change({ method: method as SampleValues['method'] })}
          choices={(['per_agent', 'random'] as const).map((id) => ({ id, name: t(`samples.${id}`) }))}
        />
        <NumberField
          label={t(`samples.amount.${values.method}`)}
          value={values.amount}
          onChange={(amount) => change({ amount })}
          message={isAmount(values.amount) ? undefined : t('samples.amountWrong')}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={t('samples.name')}
          hint={t('samples.nameHint')}
          value={values.name}
          onChange={(name) => change({ name })}
          max={longestName}
        />
        <TextField
          label={t('samples.seed')}
          hint={t('samples.seedHint')}
          value={values.seed}
          onChange={(seed) => change({ seed })}
          max={64}
          mono
        />
      </div>
      <p className={styles.hint}>{t('samples.onlyNew')}</p>
      <button type="submit" hidden />
    </form>
  );
}
