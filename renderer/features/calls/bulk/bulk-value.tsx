import { updateCalls } from '@shared/contract/call-changes';
import type { Call } from '@shared/contract/calls';
import type { CustomField } from '@shared/contract/custom-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { callKeys } from '../../../api/cache/calls';
import { isRefusal } from '../../../api/refusal';
import { useCustomFields } from '../../../core/custom-fields';
import { refresh } from '../../../core/query-client';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { Button } from '../../../ui/button';
import { ChoiceField } from '../../../ui/choice-field';
import { FormMessage } from '../../../ui/form-message';
import { Popover } from '../../../ui/popover';
import { toastUndo } from '../../../ui/toast';
import { showChanged, useValueMessage, ValueField } from '../../call';
import styles from './bulk-popover.module.css';
import { useTakingBack } from './use-taking-back';

type Props = { calls: readonly Call[]; icon: ReactNode; unavailable: string | undefined };

/** A popover that sets one custom field of several calls: of all of them or, if the value is refused, of none. */
export function BulkValue({ calls, icon, unavailable }: Props) {
  const { t } = useTranslation();
  const fields = useCustomFields().filter(({ editable }) => editable);
  const why = unavailable ?? (fields.length === 0 ? t('bulk.noFields') : undefined);
  const button = (
    <Button look="quiet" icon={icon} unavailable={why}>
      {t('bulk.value')}
    </Button>
  );
  if (why !== undefined) return button;
  return (
    <Popover trigger={button} label={t('bulk.value')} placement="top start">
      {({ close }) => <ValueForm calls={calls} fields={fields} onDone={close} />}
    </Popover>
  );
}

type FormProps = { calls: readonly Call[]; fields: readonly CustomField[]; onDone: () => void };

function ValueForm({ calls, fields, onDone }: FormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const message = useValueMessage();
  const refusalText = useRefusalText();
  const [field_id, setField] = useState('');
  const [value, setValue] = useState('');
  const field = fields.find((one) => one.field_id === field_id);
  const takingBack = useTakingBack();
  const count = calls.length;
  const shown = format.figure(count);
  const { mutate, isPending, error, reset } = useMutation({
    gcTime: 0,
    mutationFn: () => {
      const changed = calls.map(({ call_id }) => ({ call_id, custom_fields: [{ field_id, value }] }));
      return api(updateCalls, { body: { calls: changed } });
    },
    onSuccess: async ({ calls: changed = [] }) => {
      onDone();
      showChanged(client, changed);
      const after = new Map(changed.map((call) => [call.call_id, call]));
      const both = calls.map((before) => ({ before, after: after.get(before.call_id) ?? before }));
      toastUndo(t('bulk.changed', { count, shown }), takingBack.value(field_id, both));
      await refresh([callKeys.all]);
    },
  });
  const faults = isRefusal(error) ? Object.entries(error.details) : [];
  const [fault] = faults;
  const isOfValue = fault?.[0].endsWith('.value');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field) mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ChoiceField
        label={t('bulk.field')}
        value={field_id}
        onChange={(id) => {
          reset();
          setField(id);
          setValue('');
        }}
        choices={fields.map(({ field_id: id, name }) => ({ id, name }))}
        opensOn="input"
        autoFocus
      />
      {field && (
        <ValueField
          key={field_id}
          field={field}
          label={field.name}
          value={value}
          onChange={(next) => {
            reset();
            setValue(next);
          }}
          message={fault && isOfValue ? message(fault[1], field.fieldset_integer_value_settings) : undefined}
        />
      )}
      {error && !isOfValue && (
        <FormMessage>
          {fault ? t('bulk.refused', { count: faults.length, why: message(fault[1], undefined) }) : refusalText(error)}
        </FormMessage>
      )}
      <Button type="submit" look="ink" busy={isPending} unavailable={field ? undefined : t('bulk.fieldFirst')}>
        {field && value === '' ? t('bulk.empty', { count, shown }) : t('bulk.change', { count, shown })}
      </Button>
    </form>
  );
}
