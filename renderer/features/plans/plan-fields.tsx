import { today } from '@internationalized/date';
import type { EvaluationPlan, More, PlanPeriod, PlanTerms, Risk } from '@shared/contract/evaluation-plans';
import { setByPlan } from '@shared/evaluation/plan-periods';
import { riskNames } from '@shared/evaluation/samples';
import { useTranslation } from 'react-i18next';
import { useEveryUser } from '../../core/every-user';
import { useSignedIn, useZone } from '../../core/session';
import { OneOf, OneOfFew } from '../../form/choices';
import { Day, OnOff, TextLine, WholeNumber } from '../../form/fields';
import { RowsEditor } from '../../form/rows-editor';
import { FieldRow, Section } from '../../form/section';
import { SomeOfMany } from '../../form/tags';
import { type FormOf, useField, usePartMessages } from '../../form/use-field';
import { zones } from '../../i18n/zones';
import { ChoiceField } from '../../ui/choice-field';
import { DateField } from '../../ui/date-field';
import { NumberField } from '../../ui/number-field';
import { useActiveForms } from '../assignments';
import { useSavedSearches, useSearchText } from '../calls';
import styles from './plans.module.css';

/** The fields of a plan. Numbers are null while they are empty. */
export type PlanValues = Omit<PlanTerms, 'amount' | 'amount_by_risk' | 'delay_hours' | 'due_days' | 'risk' | 'more'> & {
  amount: number | null;
  amount_by_risk: number | null;
  delay_hours: number | null;
  due_days: number | null;
  risk: Risk;
  more: More;
};

const noRisk: Risk = { longest_silence: null, longest_monologue: null, overlap_share: null, interruptions: null };
const noMore: More = { amount: 0, score_below: null, new_agent_days: null };

/** The values of a new plan, from the week of this day on. */
export function newPlan(): PlanValues {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    name: '',
    form_id: '',
    query: '',
    period: 'week',
    timezone: timeZone,
    starts_on: today(timeZone).toString(),
    ends_on: null,
    delay_hours: 6,
    amount: 3,
    amount_by_risk: 0,
    risk: noRisk,
    more: noMore,
    evaluators: [],
    absences: [],
    due_days: 5,
    seed: String(10_000_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 90_000_000)),
    is_active: true,
    agent_can_view: true,
    agent_can_dispute: true,
    agent_review_mandatory: false,
  };
}

/** The values of a stored plan. */
export function valuesOfPlan(plan: EvaluationPlan): PlanValues {
  const { name, form_id, query, period, timezone, starts_on, ends_on, delay_hours, amount, amount_by_risk } = plan;
  const { evaluators, absences, due_days, seed, is_active, agent_can_view, agent_can_dispute } = plan;
  const { risk, more, agent_review_mandatory } = plan;
  const times = { period, timezone, starts_on, ends_on, delay_hours };
  const people = { evaluators, absences, due_days };
  const agents = { agent_can_view, agent_can_dispute, agent_review_mandatory };
  const each = { amount, amount_by_risk, risk: risk ?? noRisk, more: more ?? noMore };
  return { name, form_id, query, seed, is_active, ...times, ...each, ...people, ...agents };
}

type Props = { form: FormOf<PlanValues>; record: EvaluationPlan | null; readOnly: boolean };

/** The fields of a plan: which calls, how often, how many, and who scores. */
export function PlanFields({ form, record, readOnly }: Props) {
  const { t } = useTranslation();
  const { data: forms } = useActiveForms();
  const { user } = useSignedIn();
  const everyone = useEveryUser() ?? [{ ...user, is_active: true }];
  const people = everyone
    .filter(({ user_id, is_active }) => is_active || record?.evaluators.includes(user_id))
    .map(({ user_id: id, name }) => ({ id, name }));
  const of = { form, readOnly };
  const known = record && !forms?.some(({ form_id }) => form_id === record.form_id);
  const kinds: Record<PlanPeriod, string> = {
    day: t('plans.kinds.day'),
    week: t('plans.kinds.week'),
    month: t('plans.kinds.month'),
  };
  return (
    <>
      <Section title={t('plans.about')}>
        <TextLine {...of} name="name" label={t('plans.name')} autoFocus={record === null} />
        <OneOf
          {...of}
          name="form_id"
          label={t('plans.form')}
          choices={[
            ...(known ? [{ id: record.form_id, name: record.form_name }] : []),
            ...(forms ?? []).map(({ form_id: id, name }) => ({ id, name })),
          ]}
        />
        <OnOff {...of} name="is_active" label={t('plans.active')} hint={t('plans.activeHint')} />
      </Section>
      <Section title={t('plans.which')} hint={t('plans.whichHint')}>
        <Query {...of} />
      </Section>
      <Section title={t('plans.howOften')}>
        <OneOfFew {...of} name="period" label={t('plans.period')} nameOf={(kind) => kinds[kind as PlanPeriod]} />
        <FieldRow>
          <Day {...of} name="starts_on" label={t('plans.starts')} hint={t('plans.startsHint')} />
          <Day {...of} name="ends_on" label={t('plans.ends')} hint={t('plans.endsHint')} />
        </FieldRow>
        <FieldRow>
          <OneOf {...of} name="timezone" label={t('plans.timezone')} choices={zones} />
          <WholeNumber {...of} name="delay_hours" label={t('plans.delay')} hint={t('plans.delayHint')} />
        </FieldRow>
      </Section>
      <Section title={t('plans.howMany')} hint={t('plans.howManyHint')}>
        <FieldRow>
          <WholeNumber {...of} name="amount" label={t('plans.amount')} />
          <WholeNumber {...of} name="amount_by_risk" label={t('plans.amountByRisk')} hint={t('plans.byRiskHint')} />
        </FieldRow>
        <Numbers {...of} name="risk" label={t('plans.risk')} parts={riskNames} decimals={['overlap_share']} />
        <Numbers {...of} name="more" label={t('plans.more')} parts={['amount', 'score_below', 'new_agent_days']} />
      </Section>
      <Section title={t('plans.who')} hint={t('plans.whoHint')}>
        <SomeOfMany {...of} name="evaluators" label={t('plans.evaluators')} choices={people} />
        <Absences {...of} people={people} />
        <WholeNumber {...of} name="due_days" label={t('plans.due')} hint={t('plans.dueHint')} />
      </Section>
      <Section title={t('plans.agents')}>
        <OnOff {...of} name="agent_can_view" label={t('plans.canView')} />
        <OnOff {...of} name="agent_can_dispute" label={t('plans.canDispute')} />
        <OnOff {...of} name="agent_review_mandatory" label={t('plans.mandatory')} />
      </Section>
      <Section title={t('plans.chance')} hint={t('plans.chanceHint')}>
        <TextLine {...of} name="seed" label={t('plans.seed')} />
      </Section>
    </>
  );
}

type Of = { form: FormOf<PlanValues>; readOnly: boolean };

/** The parameters of a search that a plan takes: its days and its order are those of the plan. */
function withoutDays(query: string): string {
  const params = new URLSearchParams(query);
  for (const name of setByPlan) params.delete(name);
  return `${params}`;
}

/** Which calls: all, or those that a saved search finds. */
function Query({ form, readOnly }: Of) {
  const { t } = useTranslation();
  const searches = useSavedSearches();
  const field = useField<PlanValues, string>(form, 'query');
  const inWords = useSearchText(field.value);
  const all = searches.map(({ name, query }) => ({ id: withoutDays(query), name }));
  const isKnown = field.value === '' || all.some(({ id }) => id === field.value);
  // React Aria does not accept an empty key.
  const every = '-';
  return (
    <ChoiceField
      {...field}
      label={t('plans.query')}
      value={field.value || every}
      onChange={(id) => field.onChange(id === every ? '' : id)}
      choices={[
        { id: every, name: t('plans.allCalls') },
        ...(isKnown ? [] : [{ id: field.value, name: inWords.join(', ') || t('plans.ownSearch') }]),
        ...all.filter(({ id }, at) => id !== '' && all.findIndex((one) => one.id === id) === at),
      ]}
      hint={inWords.join(', ') || t('plans.queryHint')}
      opensOn="input"
      readOnly={readOnly}
    />
  );
}

type NumbersProps<N extends 'risk' | 'more'> = Of & {
  name: N;
  label: string;
  parts: readonly (keyof PlanValues[N] & string)[];
  decimals?: readonly string[];
};

/** Several numbers as one field. */
function Numbers<N extends 'risk' | 'more'>({ form, name, label, parts, decimals, readOnly }: NumbersProps<N>) {
  const { t } = useTranslation();
  const field = useField<PlanValues, Record<string, number | null>>(form, name as never);
  const messageAt = usePartMessages(form, name);
  return (
    <fieldset className={styles.numbers}>
      <legend>{label}</legend>
      {parts.map((part, at) => (
        <NumberField
          key={part}
          ref={at === 0 ? field.ref : undefined}
          label={t(`plans.parts.${part}` as 'plans.parts.amount')}
          value={field.value[part] ?? null}
          onChange={(value) => field.onChange({ ...field.value, [part]: value ?? (part === 'amount' ? 0 : null) })}
          message={messageAt(part) ?? (at === 0 ? field.message : undefined)}
          decimals={decimals?.includes(part) ?? false}
          readOnly={readOnly}
        />
      ))}
    </fieldset>
  );
}

type Absence = PlanTerms['absences'][number];

/** When people are away. */
function Absences({ form, readOnly, people }: Of & { people: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation();
  const zone = useZone();
  const field = useField<PlanValues, Absence[]>(form, 'absences');
  const evaluators = useField<PlanValues, string[]>(form, 'evaluators').value;
  const messageAt = usePartMessages(form, 'absences');
  const choices = people.filter(({ id }) => evaluators.includes(id));
  const day = today(zone).toString();
  return (
    <RowsEditor<Absence>
      label={t('plans.absences')}
      rows={field.value}
      onChange={field.onChange}
      newRow={() => ({ user_id: choices[0]?.id ?? '', from: day, to: day })}
      isEmpty={() => false}
      words={{ add: t('plans.addAbsence'), remove: (at) => t('plans.removeAbsence', { at: at + 1 }) }}
      most={choices.length === 0 ? field.value.length : 500}
      readOnly={readOnly}
    >
      {(absence, at, change) => (
        <div className={styles.absence}>
          <ChoiceField
            label={t('plans.away')}
            value={absence.user_id}
            onChange={(user_id) => change({ ...absence, user_id })}
            choices={choices}
            message={messageAt(`${at}.user_id`)}
            readOnly={readOnly}
          />
          <DateField
            label={t('plans.awayFrom')}
            value={absence.from}
            onChange={(from) => from !== null && change({ ...absence, from })}
            message={messageAt(`${at}.from`)}
            readOnly={readOnly}
          />
          <DateField
            label={t('plans.awayTo')}
            value={absence.to}
            onChange={(to) => to !== null && change({ ...absence, to })}
            message={messageAt(`${at}.to`)}
            readOnly={readOnly}
          />
        </div>
      )}
    </RowsEditor>
  );
}
