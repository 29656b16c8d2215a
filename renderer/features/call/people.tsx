import { CallDirection, PartyType } from '@shared/codes';
import { updateCall } from '@shared/contract/call-changes';
import type { Call } from '@shared/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEveryUser } from '../../core/every-user';
import { useHolds } from '../../core/session';
import { TextLine } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { type FormOf, useField } from '../../form/use-field';
import { phoneText } from '../../i18n/phone-number';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { Segments } from '../../ui/segments';
import { useCopy } from '../../ui/use-copy';
import { useOneTabStop } from '../../ui/use-one-tab-stop';
import { showChanged } from './change-call';
import { useCodeText } from './code-text';
import styles from './people.module.css';
import { type Person, peopleOf } from './people-of';
import { Section } from './section';
import { useStayingOn } from './use-call';

/** Everyone on the call, once each: name, number, role, ids and times. */
export function People({ call }: { call: Call }) {
  const { t } = useTranslation();
  const oneStop = useOneTabStop<HTMLUListElement>();
  const people = peopleOf(call);
  const mayCorrect = useHolds('calls:edit');
  if (people.length === 0 && !mayCorrect) return null;
  return (
    <Section title={t('call.people')} note={mayCorrect && <CorrectPeople call={call} />}>
      {people.length === 0 && <p className={styles.none}>{t('call.correct.nobody')}</p>}
      <ul {...oneStop} className={styles.people}>
        {people.map((person, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call's people have no id, and their order stays
          <PersonRow key={at} person={person} />
        ))}
      </ul>
    </Section>
  );
}

function PersonRow({ person: { names, number, ids, caller_id, roles, times } }: { person: Person }) {
  const { t } = useTranslation();
  const format = useFormat();
  const copy = useCopy();
  const [name, ...others] = names;
  const shown = number === null ? null : phoneText(number);
  const facts = [
    ...others.map((other) => t('call.alsoNamed', { name: other })),
    ...ids.map((id) => t('call.personId', { id })),
    ...(caller_id !== null && caller_id !== number ? [t('call.callerId', { id: caller_id })] : []),
  ];
  return (
    <li className={styles.person}>
      <p className={styles.first}>
        <span className={styles.name} dir="auto" data-figures={name === undefined || undefined}>
          {name ?? shown ?? t('parties.unknownCaller')}
        </span>
        {name !== undefined && shown !== null && (
          <span className={styles.number} data-figures>
            {shown}
          </span>
        )}
        {number !== null && (
          <span className={styles.copy}>
            <IconButton label={t('call.copy', { what: shown })} size={24} onPress={() => copy(number)} placement="left">
              <Icon of={Copy} size={13} />
            </IconButton>
          </span>
        )}
      </p>
      <p className={styles.second}>
        <span>{roles.map((role) => t(`call.role.${role}`)).join(', ')}</span>
        <span className={styles.times} data-figures>
          {times.map(({ join_time, leave_time }) => (
            <span key={`${join_time} ${leave_time}`}>
              {format.clock(join_time)} – {leave_time ? format.clock(leave_time) : t('call.toTheEnd')}
            </span>
          ))}
        </span>
      </p>
      {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
    </li>
  );
}

/** A button that corrects the direction of a call, its two sides and its agent. */
function CorrectPeople({ call }: { call: Call }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = (
    <IconButton
      label={t('call.correct.title')}
      size={24}
      placement="left"
      unavailable={call.legal_hold ? t('call.correct.held') : undefined}
    >
      <Icon of={UserRoundPen} size={14} />
    </IconButton>
  );
  if (call.legal_hold) return button;
  return (
    <Popover
      label={t('call.correct.title')}
      placement="bottom end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={button}
    >
      <Corrections key={call.call_id} call={call} onDone={() => setOpen(false)} />
    </Popover>
  );
}

type Corrected = {
  protocol_call_direction: number;
  from_name: string;
  from_number: string;
  to_name: string;
  to_number: string;
  agent_user_id: string | null;
  agent_name: string;
};

function Corrections({ call, onDone }: { call: Call; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const staying = useStayingOn(call);
  const { call_id } = call;
  const agent = call.participants.find(({ party_type }) => party_type === PartyType.agent);
  const values: Corrected = {
    protocol_call_direction: call.protocol_call_direction,
    from_name: call.from_name ?? '',
    from_number: call.from_number ?? '',
    to_name: call.to_name ?? '',
    to_number: call.to_number ?? '',
    agent_user_id: agent?.user_id ?? null,
    agent_name: call.agent_name ?? agent?.party_name ?? '',
  };
  const form = useApiForm(updateCall, {
    values,
    params: { call_id },
    draft: `people of ${call_id}`,
    draftStays: staying(t('call.correct.title')),
    onSaved: ({ answer }) => {
      showChanged(client, [answer.call]);
      onDone();
    },
  });
  const direction = useWatch({ control: form.control, name: 'protocol_call_direction' });
  const [caller, called] =
    direction === CallDirection.outbound ? (['agent', 'customer'] as const) : (['customer', 'agent'] as const);
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <Direction form={form} />
      <fieldset className={styles.side}>
        <legend>{t('call.correct.caller', { who: t(`player.lane.${caller}`) })}</legend>
        <TextLine form={form} name="from_name" label={t('call.correct.name')} autoComplete="off" />
        <TextLine form={form} name="from_number" label={t('call.correct.number')} autoComplete="off" />
      </fieldset>
      <fieldset className={styles.side}>
        <legend>{t('call.correct.called', { who: t(`player.lane.${called}`) })}</legend>
        <TextLine form={form} name="to_name" label={t('call.correct.name')} autoComplete="off" />
        <TextLine form={form} name="to_number" label={t('call.correct.number')} autoComplete="off" />
      </fieldset>
      <Agent form={form} />
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      <div className={styles.acts}>
        <Button look="ink" type="submit" busy={form.busy}>
          {t('call.saveValue')}
        </Button>
      </div>
    </form>
  );
}

type Form = { form: FormOf<Corrected> };

function Direction({ form }: Form) {
  const { t } = useTranslation();
  const code = useCodeText();
  const { value, onChange, ...field } = useField<Corrected, number>(form, 'protocol_call_direction');
  return (
    <Segments
      {...field}
      label={t('call.correct.direction')}
      value={String(value)}
      onChange={(id) => onChange(Number(id))}
      choices={[CallDirection.inbound, CallDirection.outbound, CallDirection.unknown].map((one) => ({
        id: String(one),
        name: code('protocol_call_direction', one),
      }))}
    />
  );
}

/** A user, if the role sees them, or only a name. */
function Agent({ form }: Form) {
  const { t } = useTranslation();
  const users = useEveryUser();
  const { value, onChange, ...field } = useField<Corrected, string | null>(form, 'agent_user_id');
  const choices = [
    { id: '', name: t('call.correct.noUser') },
    ...(users ?? []).map(({ user_id: id, name }) => ({ id, name })),
  ];
  return (
    <>
      {users && (
        <ChoiceField
          {...field}
          label={t('call.correct.agent')}
          value={value ?? ''}
          onChange={(id) => onChange(id || null)}
          choices={choices}
          opensOn="input"
        />
      )}
      {(value === null || !users) && (
        <TextLine form={form} name="agent_name" label={t('call.correct.agentName')} autoComplete="off" />
      )}
    </>
  );
}
