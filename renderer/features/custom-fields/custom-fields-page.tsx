import { type CustomField, customFieldApi } from '@shared/contract/custom-fields';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { changedByField } from '../../api/cache/custom-fields';
import { OnOff } from '../../form/fields';
import { recordOf } from '../../form/record';
import { DeleteOf, recordPages } from '../../form/record-pages';
import type { FormOf } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { FieldFields, labels } from './field-fields';
import { FieldList } from './field-list';
import { FieldPreview } from './field-preview';
import { useUsage } from './fields';
import { type FieldValues, newField, valuesOf } from './values';

/** Nobody can give a value to a choice field without choices. The API accepts one, because a tool may add them later. */
const withChoices = (rules: z.ZodObject) =>
  rules.superRefine((values, { addIssue }) => {
    const { fieldset_dropdown_value_settings: choices } = values as Partial<FieldValues>;
    if (choices?.options.length !== 0) return;
    const path = ['fieldset_dropdown_value_settings', 'options'];
    addIssue({ code: 'custom', path, message: 'choices_missing', input: values });
  });

const of = { part: 'customFields', path: '/admin/custom-fields', changed: changedByField } as const;

/** Administration, Custom fields: the list, and each field as a page. */
export const CustomFieldsPage = recordPages({
  ...of,
  kind: 'custom_field',
  api: customFieldApi,
  list: FieldList,
  blank: newField,
  valuesOf,
  labels,
  rules: {
    create: withChoices(recordOf(customFieldApi.create).rules),
    update: withChoices(recordOf(customFieldApi.update).rules),
  },
  Fields: FieldFields,
  preview: ({ form }) => <FieldPreview form={form} />,
  Actions: FieldActions,
});

type ActionsProps = { form: FormOf<FieldValues>; record: CustomField; readOnly: boolean };

/** Deletes a field that has no values on calls, after asking. */
function FieldActions({ form, record: { field_id, name }, readOnly }: ActionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useUsage(field_id)?.call_count;
  const inUse = count ? t('customFields.onCalls', { count, shown: format.figure(count) }) : undefined;
  return (
    <>
      <OnOff<FieldValues> form={form} name="enable" label={t('customFields.inUse')} readOnly={readOnly} atEnd />
      <DeleteOf {...of} operation={customFieldApi.delete} id={field_id} name={name} inUse={inUse}>
        <p>{t(count === undefined ? 'customFields.deleteUnknown' : 'customFields.deleteNoCalls')}</p>
      </DeleteOf>
    </>
  );
}
