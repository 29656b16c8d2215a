import { CallDirection, PartyType } from '@shared/codes';
import { updateCall } from '@shared/contract/call-changes';
import type { Call } from '@shared/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEveryUser } from '../../core/every-user';
import { TextLine } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { type FormOf, useField } from '../../form/use-field';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { Segments } from '../../ui/segments';
import { showChanged } from './change-call';
import { useCodeText } from './code-text';
import styles from './correct-people.module.css';
import { useStayingOn } from './use-call';

/** A button that corrects the direction of a call, its two sides and its agent. */
export function CorrectPeople({ call }: { call: Call }) {
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
