import { parseDate } from '@internationalized/date';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isRefusal } from '../../api/refusal';
import { useSignedIn, useZone } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { DateField } from '../../ui/date-field';
import { FormMessage } from '../../ui/form-message';
import { SelectField } from '../../ui/select-field';
import { toast } from '../../ui/toast';
import styles from './assign-form.module.css';
import { useAssign, usePeople } from './use-evaluations';

type Props = {
  call_ids: readonly string[];
  forms: readonly { form_id: string; name: string }[];
  onDone: () => void;
};

/** Of every call: the agent who was on it. */
const whoeverWasOnIt = '';

/** Assigns calls to an evaluator. A single call of one's own can be scored at once. */
export function AssignForm({ call_ids, forms, onDone }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const navigate = useNavigate();
  const message = useMessage();
  const refusalText = useRefusalText();
  const { user } = useSignedIn();
  const me = { id: user.user_id, name: user.name, is_active: true };
  const people = usePeople() ?? [me];
  const [form_id, setForm] = useState(forms[0]?.form_id ?? '');
  const [evaluator_user_id, setEvaluator] = useState(user.user_id);
  const [agent_user_id, setAgent] = useState(whoeverWasOnIt);
  const [day, setDay] = useState<string | null>(null);
  const { mutate, isPending, error, reset } = useAssign();
  const count = call_ids.length;
  const isOwn = evaluator_user_id === user.user_id;
  const assign = (opens: boolean) => {
    if (isPending) return;
    const calls = call_ids.map((call_id) => ({ call_id, ...(agent_user_id !== whoeverWasOnIt && { agent_user_id }) }));
    const due = day === null ? {} : { evaluation_deadline: endOfDay(day, zone) };
    mutate(
      { form_id, evaluator_user_id, calls, ...due },
      {
        onSuccess: ({ report_ids: [first] }) => {
          onDone();
          if (opens && first) void navigate(`/evaluations/${first}`);
          else toast(t('assignments.assigned', { count, shown: format.figure(count) }));
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    assign(false);
  };
  const faultAt = (part: string) =>
    isRefusal(error) ? Object.entries(error.details).find(([path]) => path.endsWith(part))?.[1] : undefined;
  const [ofAgent, ofEvaluator] = [faultAt('.agent_user_id'), faultAt('evaluator_user_id')];
  const said = (fault: ReturnType<typeof faultAt>) => (fault ? message(fault) : undefined);
  const choose = (set: (id: string) => void) => (id: string) => {
    reset();
    set(id);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <SelectField
        label={t('assignments.form')}
        value={form_id}
        onChange={choose(setForm)}
        choices={forms.map(({ form_id: id, name }) => ({ id, name }))}
      />
      <ChoiceField
        label={t('assignments.evaluator')}
        value={evaluator_user_id}
        onChange={choose(setEvaluator)}
        choices={people.filter(({ is_active }) => is_active)}
        opensOn="input"
        message={said(ofEvaluator)}
      />
      <ChoiceField
        label={t('assignments.agent')}
        value={agent_user_id}
        onChange={choose(setAgent)}
        choices={[{ id: whoeverWasOnIt, name: t('assignments.agentOfCall') }, ...people]}
        opensOn="input"
        message={ofAgent && t('assignments.noAgent')}
      />
      <DateField label={t('assignments.due')} value={day} onChange={setDay} />
      {error && !ofAgent && !ofEvaluator && <FormMessage>{refusalText(error)}</FormMessage>}
      <div className={styles.acts}>
        {count === 1 && isOwn && <Button onPress={() => assign(true)}>{t('assignments.start')}</Button>}
        <Button type="submit" look="ink" busy={isPending}>
          {t('assignments.assignMany', { count, shown: format.figure(count) })}
        </Button>
      </div>
    </form>
  );
}

/** The last minute of a day in a zone, as the API takes it. */
const endOfDay = (day: string, zone: string): string =>
  new Date(parseDate(day).add({ days: 1 }).toDate(zone).getTime() - 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
