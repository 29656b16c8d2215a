import { calibrationApi, maxCalibrationCalls, maxCalibrators } from '@shared/contract/calibrations';
import type { Call } from '@shared/contract/calls';
import { useMutation } from '@tanstack/react-query';
import { GraduationCap, Laptop, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/api';
import { changedByCalibration } from '../../api/cache/calibrations';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { idIn } from '../../api/id-in';
import { isRefusal } from '../../api/refusal';
import { useAddress } from '../../core/address';
import { useEveryUser } from '../../core/every-user';
import { refresh } from '../../core/query-client';
import { useSignedIn, useZone } from '../../core/session';
import { useTitle } from '../../core/use-title';
import { LeaveDialog } from '../../form/leave-dialog';
import { FieldRow, Section } from '../../form/section';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { DateField } from '../../ui/date-field';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { endOfDay, useActiveForms } from '../assignments';
import { useCallsById } from '../call';
import { agentOf, useCallName } from '../parties';
import { path } from './calibrations';
import styles from './new-round-page.module.css';
import { type Outside, OutsidePerson } from './outside-person';

/** The fields of the request whose faults are shown where they are. */
const shownAt = /^(name|form_id|deadline|calls|evaluators|baseline_user_id)\b/;

/** A new round: its calls, which come from a selection, the form, and who scores them. */
export function NewRoundPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const message = useMessage();
  const refusalText = useRefusalText();
  const zone = useZone();
  const ids = useAddress().params.get('calls')?.split(',').filter(Boolean) ?? [];
  const { calls, unread, leave } = useChosenCalls(ids);
  useTitle(t('calibrations.new'));
  const { data: forms } = useActiveForms();
  const [name, setName] = useState('');
  const [form, setForm] = useState<string | null>(null);
  const [people, setPeople] = useState<readonly string[]>([]);
  const [expert, setExpert] = useState<string | null>(null);
  const [outside, setOutside] = useState<Outsiders>(new Map());
  const [day, setDay] = useState<string | null>(null);
  const form_id = form ?? forms?.[0]?.form_id ?? null;
  const scorers = people.filter((id) => id !== expert);
  const whyNot = useWhyNot({ name, form_id, calls: calls.length, unread, scorers: scorers.length });
  const isBegun = useRef(false);
  const hasUnsaved = () => !isBegun.current && (name.trim() !== '' || people.length > 0 || day !== null);
  const create = useMutation({
    gcTime: 0,
    mutationFn: (call_ids: readonly string[]) =>
      api(calibrationApi.create, {
        body: {
          calibration: {
            name: name.trim(),
            form_id: form_id ?? '',
            calls: call_ids.map((call_id) => ({ call_id })),
            evaluators: scorers.map((user_id) => {
              const public_key = outside.get(user_id)?.public_key;
              return { user_id, ...(public_key !== undefined && { public_key }) };
            }),
            baseline_user_id: expert,
            ...(day !== null && { deadline: endOfDay(day, zone) }),
          },
        },
      }),
    onSuccess: async ({ url }) => {
      isBegun.current = true;
      toast(t('calibrations.begun', { name: name.trim() }));
      await refresh([...changedByCalibration, ...changedByEvaluation]);
      await navigate(`${path}/${idIn(url)}`, { replace: true });
    },
  });
  const faults = isRefusal(create.error) ? create.error.details : {};
  const faultIn = (field: RegExp) => {
    const found = Object.entries(faults).find(([at]) => field.test(at));
    return found && message(found[1]);
  };
  /** Of a call that was sent: others may have been left out since. */
  const faultOf = (call_id: string) => faultIn(new RegExp(`^calls\\.${create.variables?.indexOf(call_id) ?? -1}\\.`));
  const isElsewhere = Object.keys(faults).every((at) => !shownAt.test(at));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot === undefined) create.mutate(calls.map(({ call_id }) => call_id));
  };
  const scores = calls.length * people.length;
  return (
    <Page label={t('calibrations.new')} className={styles.page}>
      <PageBar title={t('calibrations.new')} />
      <LeaveDialog hasUnsaved={hasUnsaved} names={name.trim() || t('calibrations.new')} />
      <form className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.sections}>
          <Section title={t('calibrations.about')}>
            <TextField
              label={t('calibrations.name')}
              value={name}
              onChange={setName}
              required
              autoFocus
              max={256}
              message={faultIn(/^name/)}
            />
            <FieldRow>
              <SelectField
                label={t('calibrations.form')}
                value={form_id ?? ''}
                onChange={setForm}
                choices={(forms ?? []).map((one) => ({ id: one.form_id, name: one.name }))}
              />
              <DateField label={t('calibrations.due')} value={day} onChange={setDay} message={faultIn(/^deadline/)} />
            </FieldRow>
            {faultIn(/^form_id/) !== undefined && <FormMessage>{faultIn(/^form_id/) ?? ''}</FormMessage>}
          </Section>
          <Section title={t('calibrations.calls')} hint={t('calibrations.callsHint', { most: maxCalibrationCalls })}>
            <CallRows calls={calls} faultOf={faultOf} onRemove={leave} />
            {faultIn(/^calls$/) !== undefined && <FormMessage>{faultIn(/^calls$/) ?? ''}</FormMessage>}
            <Link to="/review">{t('calibrations.chooseCalls')}</Link>
          </Section>
          <Section title={t('calibrations.people')} hint={t('calibrations.peopleHint', { most: maxCalibrators })}>
            <PeopleField
              people={people}
              expert={expert}
              onChange={setPeople}
              onExpert={setExpert}
              outside={outside}
              onOutside={setOutside}
              message={faultIn(/^(evaluators|baseline)/)}
            />
          </Section>
        </div>
        <footer className={styles.foot}>
          <p className={styles.preview} role="status">
            {calls.length > 0 && people.length > 1
              ? t('calibrations.preview', {
                  calls: t('calibrations.countCalls', { count: calls.length }),
                  people: t('calibrations.countPeople', { count: people.length }),
                  scores: format.figure(scores),
                })
              : t('calibrations.blind')}
          </p>
          {create.error && isElsewhere && <FormMessage>{refusalText(create.error)}</FormMessage>}
          <Button onPress={() => void navigate(-1)}>{t('calibrations.cancel')}</Button>
          <Button type="submit" look="ink" busy={create.isPending} unavailable={whyNot}>
            {t('calibrations.begin')}
          </Button>
        </footer>
      </form>
    </Page>
  );
}

type Filled = { name: string; form_id: string | null; calls: number; unread: number; scorers: number };

/** Why the round cannot begin yet. */
function useWhyNot({ name, form_id, calls, unread, scorers }: Filled): string | undefined {
  const { t } = useTranslation();
  if (name.trim() === '') return t('calibrations.nameMissing');
  if (form_id === null) return t('calibrations.formMissing');
  if (unread > 0) return t('calibrations.callsUnread', { count: unread });
  if (calls === 0) return t('calibrations.callsMissing');
  if (scorers < 2) return t('calibrations.peopleMissing');
  return scorers > maxCalibrators ? t('calibrations.tooManyPeople', { most: maxCalibrators }) : undefined;
}

/** The chosen calls as they are, in the order of the selection, without those that were taken out. */
function useChosenCalls(ids: readonly string[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const wanted = ids.filter((id) => !left.has(id));
  const read = useCallsById(ids);
  const calls = wanted.flatMap((id) => read.get(id) ?? []);
  // Still on their way, or not to be read: the round would have fewer calls than were chosen.
  const unread = wanted.length - calls.length;
  return { calls, unread, leave: (call_id: string) => setLeft(new Set([...left, call_id])) };
}

type CallRowsProps = {
  calls: readonly Call[];
  faultOf: (call_id: string) => string | undefined;
  onRemove: (call_id: string) => void;
};

function CallRows({ calls, faultOf, onRemove }: CallRowsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  if (calls.length === 0) return <p className={styles.none}>{t('calibrations.noCalls')}</p>;
  return (
    <ul className={styles.rows}>
      {calls.map((call) => {
        const fault = faultOf(call.call_id);
        return (
          <li key={call.call_id} className={styles.row}>
            <span className={styles.name}>{callName(call)}</span>
            <span className={styles.quiet}>{agentOf(call).name ?? t('calibrations.noAgent')}</span>
            <span className={styles.quiet} data-figures>
              {format.started(call.setup_time)}
            </span>
            <IconButton
              label={t('calibrations.leaveOut', { name: callName(call) })}
              size={24}
              onPress={() => onRemove(call.call_id)}
            >
              <Icon of={X} size={14} />
            </IconButton>
            {fault !== undefined && <FormMessage>{fault}</FormMessage>}
          </li>
        );
      })}
    </ul>
  );
}

/** The keys of people on another machine, by their ids. */
type Outsiders = ReadonlyMap<string, Outside>;

type PeopleProps = {
  people: readonly string[];
  expert: string | null;
  onChange: (people: readonly string[]) => void;
  onExpert: (user_id: string | null) => void;
  outside: Outsiders;
  onOutside: (outside: Outsiders) => void;
  message: string | undefined;
};

/** Who scores, one of them as the expert. */
function PeopleField({ people, expert, onChange, onExpert, outside, onOutside, message }: PeopleProps) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const everyone = useEveryUser() ?? [{ ...user, is_active: true }];
  const left = everyone.filter(({ user_id, is_active }) => is_active && !people.includes(user_id));
  const nameOf = (id: string) => everyone.find(({ user_id }) => user_id === id)?.name ?? '…';
  const [asked, setAsked] = useState<string | null>(null);
  const setOutside = (id: string, key: Outside | undefined) => {
    const others = [...outside].filter(([one]) => one !== id);
    onOutside(new Map(key ? [...others, [id, key]] : others));
  };
  const remove = (id: string) => {
    onChange(people.filter((one) => one !== id));
    if (expert === id) onExpert(null);
    setOutside(id, undefined);
  };
  return (
    <>
      <ChoiceField
        key={people.length}
        label={t('calibrations.addPerson')}
        value=""
        onChange={(id) => onChange([...people, id])}
        choices={left.map(({ user_id: id, name }) => ({ id, name }))}
        opensOn="input"
        autoFocus={people.length > 0}
        message={message}
      />
      <ul className={styles.rows}>
        {people.map((id) => (
          <li key={id} className={styles.row}>
            <Avatar name={nameOf(id)} size={22} />
            <span className={styles.name}>{nameOf(id)}</span>
            {expert === id && <span className={styles.quiet}>{t('calibrations.isExpert')}</span>}
            {outside.has(id) && <span className={styles.quiet}>{t('calibrations.outside')}</span>}
            <IconButton
              label={t('calibrations.onOther', { name: nameOf(id) })}
              size={24}
              pressed={outside.has(id)}
              unavailable={expert === id ? t('calibrations.expertIsHere') : undefined}
              onPress={() => setAsked(id)}
            >
              <Icon of={Laptop} size={14} />
            </IconButton>
            <IconButton
              label={t('calibrations.expert', { name: nameOf(id) })}
              size={24}
              pressed={expert === id}
              unavailable={outside.has(id) ? t('calibrations.expertIsHere') : undefined}
              onPress={() => onExpert(expert === id ? null : id)}
            >
              <Icon of={GraduationCap} size={14} />
            </IconButton>
            <IconButton label={t('calibrations.leaveOut', { name: nameOf(id) })} size={24} onPress={() => remove(id)}>
              <Icon of={X} size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <OutsidePerson
          name={nameOf(asked)}
          outside={outside.get(asked)}
          onChange={(key) => setOutside(asked, key)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
